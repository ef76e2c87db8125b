import type { EntityHeader } from "../../graph/model/entity.ts";
import { isTheirs, type Kind } from "../../graph/model/kind.ts";
import { isWaiting } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { findNamedProject } from "./find-named-project.ts";
import { findJoined, findSubjects, findTitled, type NamedSubject } from "./find-subject.ts";
import { listHeldUpIn } from "./list-work.ts";
import { keepReached, narrowWalk, repeatWalk, type Walk, walkToKinds } from "./question-plan.ts";
import { blank, findNouns, isBesideName, leftTerms, MaskedQuestion, type Span } from "./read-kinds.ts";
import type { SpokenRelation } from "./read-relation.ts";
import { readWalk } from "./read-walk.ts";
import { findPronoun } from "./recall-subject.ts";
import type { PlanInput } from "./select-asked.ts";

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

export const ASKS_WHO = /\b(?:who|whose|whom)\b/i;
const BOTH = /\bboth\b/i;
/** "What do Eleri and Thandi share?" */
export const SHARED = /\b(?:both|share[sd]?|sharing|together|jointly|in common)\b/i;

/** "Luc and Noor": of two names that are joined, both are meant. */
export function joinNamed(sources: readonly Source[], query: string): readonly Source[] {
	const names = sources.flatMap(({ named }) => named ?? []);
	const [a] = names;
	const other = findJoined(names, query);
	if (a === undefined || other === undefined) return sources;
	const both = { start: Math.min(a.start, other.start), end: Math.max(a.end, other.end) };
	const isBoth = BOTH.test(query.slice(0, both.start)) || SHARED.test(query.slice(both.end));
	return [{ from: [a.node, other.node], named: { ...a, ...both }, ...(isBoth && { isBoth }) }, ...sources];
}

/** "Joaquín's tasks in the message path": of what one name leads to, only what the other one leads to as well. */
export function narrowBySecond(
	walk: Walk,
	asked: {
		readonly graph: GraphView;
		readonly query: string;
		readonly left: string;
		readonly said: readonly Span[];
		readonly subject: NamedSubject;
	},
): (Span & { readonly walk: Walk }) | undefined {
	const { graph, query, left, said, subject } = asked;
	const rest = blank(left, [subject, ...said]).replace(/['’]s\b/g, "  ");
	if (leftTerms(rest, graph).length === 0) return undefined;
	const kinds = new Set(walk.reached.map(({ node }) => node.kind));
	const begun = new Set(walk.from.map(({ id }) => id));
	for (const other of findSubjects(graph, rest, { kinds: [], whole: query, isAsked: true })) {
		if (other.isUnsure || begun.has(other.node.id)) continue;
		const also = walkToKinds(graph, [other.node], { kinds, label: walk.label });
		const ids = new Set(also?.reached.map(({ node }) => node.id) ?? []);
		const narrowed = narrowWalk(walk, ({ node }) => ids.has(node.id));
		if (narrowed) return { walk: narrowed, start: other.start, end: other.end };
	}
	return undefined;
}

/** "Who works here?", "which teams are responsible for it?": asked of a project as a whole. */
export function asksProject(frame: string, named: readonly Kind[]): boolean {
	const isElsewhere = named.length > 0 && named.every(({ scope }) => scope === "workspace");
	return named.length === 0 || isElsewhere ? ASKS_WHO.test(frame) || isElsewhere : false;
}

/** "Who leads the plans here?": asked of all things of a kind that a project has. */
export function listMembers(
	graph: GraphView,
	input: { readonly frame: string; readonly named: readonly Kind[]; readonly project: EntityHeader },
): readonly Source[] {
	const { frame, named, project } = input;
	const kinds = new Set(named.map(({ kind }) => kind));
	if (kinds.size === 0 || !ASKS_WHO.test(frame)) return [];
	const members = [...graph.nodes()].filter(
		(node) => kinds.has(node.kind) && node.project_id === project.id && node.archived_at === null,
	);
	return members.length === 0 ? [] : [{ from: members, ofSource: named }];
}

const SAYS_US = /\b(?:us|we|me|i)\b/i;
const SAYS_ME = /^(?:me|i)$/i;

/** "What is blocking us?": asked of all that is held up here, or of what is the asker's own. */
export function listOurs(
	{ graph, asker }: PlanInput,
	input: {
		readonly frame: string;
		readonly spoken: readonly SpokenRelation[];
		readonly project: EntityHeader | undefined;
	},
): readonly Source[] {
	const said = SAYS_US.exec(input.frame);
	if (said === null || !input.spoken.some(({ rel }) => isWaiting(rel))) return [];
	const isMine = SAYS_ME.test(said[0]);
	const from = listHeldUpIn(graph, input.project).filter(
		(node) => !isMine || isTheirs(graph.kinds.get(node.kind), node, asker),
	);
	const described = isMine ? "your blocked work" : "what is blocked";
	return from.length === 0 ? [] : [{ from, start: said.index, described }];
}

const COMPARES = /\b(?:compare[ds]?|comparison|differences?|differs?|different|versus|vs|contrast)\b/i;
const WORD = /[\p{L}\p{N}]+/gu;
/** "With that of another plan": which one is for the question to find out. */
const UNNAMED = /\b(?:an)?other\b/i;
const BETWEEN = /\b(?:and|with|to|from|versus|vs|than)\b/gi;

/** Returns the entity named in one part of a question, by its title or a distinctive part of it. */
function findOne(graph: GraphView, part: string): EntityHeader | undefined {
	const titled = findTitled(graph, part);
	if (titled) return titled.node;
	if (UNNAMED.test(part)) return undefined;
	const masked = new MaskedQuestion(part);
	masked.take(COMPARES);
	masked.take(/\bbetween\b/i);
	masked.takeScaffolding();
	masked.takeSpans(graph.kinds.all.flatMap((kind) => findNouns(part, kind)));
	// One word that only this project has in its title names the project, not a note with the word in its title.
	const isOneWord = (masked.left.match(WORD) ?? []).length === 1;
	const project = isOneWord ? findNamedProject(graph, part) : undefined;
	if (project) return project;
	const kinds = graph.kinds.all.filter((kind) => findNouns(part, kind).length > 0);
	return findSubjects(graph, masked.left, { kinds, whole: part, isAsked: true })[0]?.node;
}

/** The two things that a question compares; undefined where it compares none, or does not name both. */
export function readCompared(
	graph: GraphView,
	query: string,
): { readonly subject: EntityHeader; readonly others: readonly EntityHeader[] } | undefined {
	if (!COMPARES.test(query)) return undefined;
	for (const { index, 0: word } of query.matchAll(BETWEEN)) {
		const first = findOne(graph, query.slice(0, index));
		const second = first && findOne(graph, query.slice(index + word.length));
		if (first && second && first.id !== second.id) return { subject: first, others: [second] };
	}
	return undefined;
}
