import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { PlanInput } from "./answer-rule.ts";
import type { NamedSubject } from "./find-subject.ts";
import { blank, type Span } from "./mask-words.ts";
import type { Walk } from "./question-plan.ts";
import { findNouns, isBesideName } from "./read-kinds.ts";
import type { SpokenRelation } from "./read-relation.ts";
import { readWalk } from "./read-walk.ts";
import { findPronoun } from "./recall-subject.ts";
import { keepReached, narrowWalk, repeatWalk, walkToKinds } from "./walk-relation.ts";

/** Where a walk may begin: at what the question names, at what was spoken of, or at a set. */
export interface Source {
	readonly from: readonly EntityHeader[];
	readonly named?: NamedSubject;
	/** Kinds that describe the start of the walk and are not requested. */
	readonly ofSource?: readonly Kind[];
	/** Only what every one of them leads to: "both Luc and Noor". */
	readonly isBoth?: true;
	/** Where the question says it, if not by a name: "us". */
	readonly start?: number;
	/** Words for it in the heading of a list. */
	readonly described?: string;
	/** It was spoken of before, and the question does not name it. */
	readonly isRecalled?: true;
}

/** A walk that was read, where it begins, and the words that ask for it. */
export interface SourceRead {
	readonly walk: Walk;
	readonly source: Source;
	readonly said: readonly Span[];
	readonly isWork?: true;
}

/** A word of a name is no word of a relation: "what does the hinge change depend on?" */
const isInside = ({ start, end }: Span, name: Span): boolean => start >= name.start && end <= name.end;

/** Lists the requested kinds, without those that describe a named thing or are part of a name. */
export function listWanted(
	named: readonly Kind[],
	query: string,
	subject: NamedSubject | undefined,
): readonly Kind[] {
	if (subject === undefined) return named;
	const isInside = (kind: Kind): boolean => {
		const nouns = findNouns(query, kind);
		return nouns.length > 0 && nouns.every(({ start, end }) => start >= subject.start && end <= subject.end);
	};
	return named.filter(
		(kind) => !isInside(kind) && !(subject.node.kind === kind.kind && isBesideName(kind, query, subject)),
	);
}

/**
 * Returns the first of the possible subjects for which the graph holds an answer over the relation in the question; or
 * else the first for which it holds any answer.
 */
export function readFirst(
	input: PlanInput,
	asked: {
		/** The project that the question names. */
		readonly place: EntityHeader | undefined;
		readonly sources: readonly Source[];
		readonly frame: string;
		readonly named: readonly Kind[];
		readonly spoken: readonly SpokenRelation[];
	},
): SourceRead | undefined {
	const { sources, frame, named, spoken, place } = asked;
	const { graph, query } = input;
	let first: SourceRead | undefined;
	for (const source of sources) {
		const subject = source.named;
		const wanted = listWanted(named, query, subject).filter((kind) => !source.ofSource?.includes(kind));
		const found = readWalk({
			graph,
			query: subject ? blank(frame, [subject]) : frame,
			from: source.from,
			start: findResumed(query, subject) ?? subject?.start ?? source.start ?? findPronoun(query),
			spoken: spoken.filter(({ spans: [first] }) => !(subject && first && isInside(first, subject))),
			wanted,
			today: input.days.today,
			isRecalled: subject === undefined && source.isRecalled === true,
		});
		const asked = found && (source.isBoth ? keepShared(graph, found.walk, wanted) : found.walk);
		const kept = asked && stayInside(asked, input, place);
		if (found === undefined || kept === undefined) continue;
		const walk = source.described === undefined ? kept : { ...kept, described: source.described };
		const read = { walk, source, said: found.said, ...(found.isWork && { isWork: true as const }) };
		if (found.isSaid || spoken.length === 0) return read;
		first ??= read;
	}
	return first;
}

/** Keeps the answers that all starting points of a walk share; for a named kind, joined over any edge. */
function keepShared(graph: GraphView, walk: Walk, wanted: readonly Kind[]): Walk | undefined {
	const kinds = new Set(wanted.map(({ kind }) => kind));
	const again = (from: readonly EntityHeader[]): Walk | undefined =>
		kinds.size > 0 ? walkToKinds(graph, from, { kinds, label: walk.label }) : repeatWalk(graph, walk, from);
	const each = walk.from.map(
		(node) => new Set(again([node])?.reached.map((reached) => reached.node.id) ?? []),
	);
	const all = again(walk.from);
	return all && narrowWalk(all, ({ node }) => each.every((ids) => ids.has(node.id)));
}

/** "The technical file: what has to be done before that?": where a name is taken up again is its place. */
function findResumed(query: string, subject: NamedSubject | undefined): number | undefined {
	if (subject === undefined || !/^\s*(?::|,|-|–|—)/.test(query.slice(subject.end))) return undefined;
	const place = findPronoun(query.slice(subject.end));
	return place === undefined ? undefined : subject.end + place;
}

/** A walk without what is to count as not connected to where it began, and without what other projects hold. */
function stayInside(
	walk: Walk,
	{ apart = [], project }: PlanInput,
	place: EntityHeader | undefined,
): Walk | undefined {
	const inside = keepReached(
		walk,
		({ node, from }) =>
			!apart.some((pair) => pair.includes(node.id) && pair.includes(from.id)) &&
			(project === undefined || node.project_id === null || node.project_id === project.id),
	);
	const isPlace = place === undefined || walk.from.some(({ id }) => id === place.id);
	return isPlace || inside === undefined
		? inside
		: (narrowWalk(inside, ({ node }) => node.project_id === place.id) ?? inside);
}
