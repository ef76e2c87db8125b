import type { Change } from "../../../src/client/entity-calls.ts";
import { formatNumber } from "../design/format.tsx";
import { nameChangedFields } from "../entities/field-changes.tsx";
import type { FindKind } from "../entities/use-kinds.ts";

type RowCount = Change["counts"][number];

const verbs: Readonly<Record<RowCount["verb"], string>> = {
	created: "created",
	updated: "changed",
	deleted: "deleted",
	restored: "restored",
};

/** Links have no trash: what is taken away is gone until it is undone. */
export const linkVerbs: Readonly<Record<RowCount["verb"], string>> = {
	created: "added",
	updated: "changed",
	deleted: "took away",
	restored: "added",
};

/** Sums up a change in words: "created 3 notes and a task, added 2 links". */
export function sumUpChange({ counts, row_count: total, rows }: Change, findKind: FindKind): string {
	const [only] = rows;
	const fields = total === 1 && only?.verb === "updated" ? nameChangedFields(only) : null;
	if (only?.table === "entity" && fields !== null) return `changed ${fields}`;
	const parts = new Map<string, string[]>();
	for (const row of counts) {
		const verb = row.table === "edge" ? linkVerbs[row.verb] : verbs[row.verb];
		parts.set(verb, [...(parts.get(verb) ?? []), nameCount(row, findKind)]);
	}
	return [...parts].map(([verb, things]) => `${verb} ${joinWords(things)}`).join(", ");
}

const wordsOf = {
	edge: { label: "link", plural: "links" },
	own_kind: { label: "type", plural: "types" },
};

function nameCount({ table, kind, count }: RowCount, findKind: FindKind): string {
	const { label, plural } = table === "entity" ? findKind(kind ?? "") : wordsOf[table];
	if (count > 1) return `${formatNumber(count)} ${inSentence(plural)}`;
	return `${/^[aeio]/i.test(label) ? "an" : "a"} ${inSentence(label)}`;
}

/** In small letters, but for abbreviations. */
const inSentence = (words: string): string => (/^.\p{Lu}/u.test(words) ? words : words.toLowerCase());

const joinWords = (words: readonly string[]): string =>
	words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** By which way a change came in, for people; null where there is nothing to say. */
export function nameOrigin(via: string): string | null {
	const [way] = via.split(/[: ]/);
	if (via === "http") return "in the app";
	if (way === "import") return "by an import";
	if (way === "mcp") return "by an agent over MCP";
	if (way === "chat") return "in a chat";
	if (way === "http" || way === "tool") return "by a program";
	return way === "library" ? "by the program itself" : null;
}
