import type { NamedSubject } from "./find-subject.ts";

const JOINS = /^\s*(?:,|and|or|&)\s*$/i;

/** "Luc and Noor": another name that is joined to the first, of the same kind; then both are meant. */
export function findJoined(
	[first, ...others]: readonly NamedSubject[],
	query: string,
): NamedSubject | undefined {
	if (first === undefined) return undefined;
	return others.find((other) => {
		const [left, right] = first.start < other.start ? [first, other] : [other, first];
		const isJoined = left.end < right.start && JOINS.test(query.slice(left.end, right.start));
		return isJoined && other.node.kind === first.node.kind;
	});
}
