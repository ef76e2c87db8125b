import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import {
	type Direction,
	isWaiting,
	LOOSE,
	leadsToWaitedFor,
	readRelation,
} from "../../graph/model/relations.ts";
import type { GraphView, Link } from "../../graph/search/view/graph-view.ts";
import { readLink } from "../model/read-link.ts";
import { isPeopleKind, isStillOpen, listChargedByName } from "./list-work.ts";
import { DAY_WORDS, readDayRange } from "./read-day-range.ts";
import type { Intent } from "./read-intent.ts";
import { blank, findNouns, leftTerms, listNamed, MaskedQuestion } from "./read-kinds.ts";

/** The asker's own activity in the workspace: things looked at, or things changed. */
export interface OwnActivity {
	readonly action: "view" | "edit";
	/** Only things of these kinds; all where there are none. */
	readonly kinds: readonly string[];
	/** Only on these days, where the question names some. */
	readonly range: DayRange | undefined;
}

const ADVERBS = "(?: (?:just|already|last|recently|lately|been|have|had|ever))*";
const VIEWED = new RegExp(
	`\\bi${ADVERBS} (?:look(?:ed|ing)? at|view(?:ed|ing)?|open(?:ed)?|visit(?:ed|ing)?|read(?:ing)?|saw|seen|see|brows(?:e|ed|ing))\\b|\\bmy (?:recently viewed|recent views|viewing history)\\b`,
	"i",
);
const EDITED = new RegExp(
	`\\bi${ADVERBS} (?:chang(?:e|ed|ing)|edit(?:ed|ing)?|updat(?:e|ed|ing)|touch(?:ed)?|modif(?:y|ied))\\b|\\bmy (?:recent )?(?:edits|changes)\\b`,
	"i",
);
/** Words of such a question that change nothing about its answer. */
const LIGHT = /\b(?:recent|recently|lately|last|latest|just|before|earlier|ago|time|items?|entities)\b/i;

/** A question for what the asker looked at or changed, and for nothing else; undefined where it asks for something else. */
export function readOwnActivity(
	query: string,
	{ graph, today }: { readonly graph: GraphView; readonly today: string },
): OwnActivity | undefined {
	const isView = VIEWED.test(query);
	if (!isView && !EDITED.test(query)) return undefined;
	const named = listNamed(query, graph.kinds.all);
	const masked = new MaskedQuestion(
		blank(
			query,
			named.flatMap((kind) => findNouns(query, kind)),
		),
	);
	for (const pattern of [isView ? VIEWED : EDITED, ...DAY_WORDS, LIGHT]) masked.take(pattern);
	masked.takeScaffolding();
	if (leftTerms(masked.left, graph).length > 0) return undefined;
	return {
		action: isView ? "view" : "edit",
		kinds: named.map(({ kind }) => kind),
		range: readDayRange(query, today, "back"),
	};
}

export interface Reached {
	readonly node: EntityHeader;
	/** Where the walk that led to it began. */
	readonly from: EntityHeader;
	/** The path to it; the starting point itself is not included. */
	readonly through: readonly EntityHeader[];
	/** How the edge reads that led to it: "Blocked by". */
	readonly label: string;
}

/** The entities at the other end of a relation of one or several entities. */
export interface Walk {
	readonly from: readonly EntityHeader[];
	/** "blocked by", as the subject says it. */
	readonly label: string;
	/** The relation and the end that is looked at; undefined where something else than one relation was followed. */
	readonly along: { readonly rel: string; readonly direction: Direction } | undefined;
	/** Another way to find the answers: the work of a person, the people of a plan. */
	readonly find?: (from: EntityHeader) => readonly EntityHeader[];
	/** The requested kinds; empty for all. */
	readonly kinds: readonly string[];
	/** True where the relation was followed to its end, and only what is open is given. */
	readonly isChain: boolean;
	/** The set at which it begins, in the words of the question, where it describes one. */
	readonly described?: string;
	/** How many of that set led to each thing, where those are wanted to which most or fewest lead. */
	readonly counts?: ReadonlyMap<string, number>;
	/** Names of people who are charged with work there and have no entry of their own, each with a piece of that work. */
	readonly unlisted?: readonly { readonly name: string; readonly work: EntityHeader }[];
	/** True where some of what it leads to was left out, or what another relation leads to was added. */
	readonly isAltered?: true;
	readonly reached: readonly Reached[];
}

/** A question as it was read: which things it names, which relation it asks for, which set by which rule. */
export interface QuestionPlan {
	/** Sets that it asks for by a rule; undefined where it asks for none. */
	readonly intent: Intent | undefined;
	readonly project: EntityHeader | undefined;
	/** The subject: named, in focus, or taken from the turns before. */
	readonly subject: EntityHeader | undefined;
	/** Further subjects: the other side of a comparison. */
	readonly others: readonly EntityHeader[];
	/** The subjects are shown before the matches: the question implies them, or consists of their names. */
	readonly comesFirst: boolean;
	readonly walk: Walk | undefined;
	/** The list that the question before returned, where this one asks about it. */
	readonly among: readonly EntityHeader[] | undefined;
	/** It asks for what the asker looked at or changed, and for nothing else. */
	readonly own?: OwnActivity;
	/** Its second half, which asks about what the first one lists: "… and what are they stuck on?" */
	readonly second: QuestionPlan | undefined;
	/** Terms that neither of these accounts for; what they mean is for the search to find. */
	readonly rest: readonly string[];
	/** A replacement query, where the words of the question only say what to do: "Break this down". */
	readonly searchFor: string | undefined;
	/** Then only these kinds are looked for; all of them where it names none. */
	readonly searchKinds: readonly string[];
}

export const NOTHING_READ: QuestionPlan = {
	intent: undefined,
	project: undefined,
	subject: undefined,
	others: [],
	comesFirst: false,
	walk: undefined,
	among: undefined,
	second: undefined,
	rest: [],
	searchFor: undefined,
	searchKinds: [],
};

/** The most steps of a chain, and the most entities: this bounds the work in any graph. */
const FARTHEST = 8;
const MOST_REACHED = 200;

const isThere = ({ other }: Link): boolean => other.archived_at === null;

/** All that something waits for, or that waits for it, along any relation that says so; only what is open. */
function walkChain(graph: GraphView, start: EntityHeader, up: boolean): readonly Reached[] {
	const found = new Map<string, Reached>();
	const seen = new Set([start.id]);
	let frontier: readonly Reached[] = [{ node: start, from: start, through: [], label: "" }];
	for (let depth = 0; depth < FARTHEST && frontier.length > 0; depth += 1) {
		const next: Reached[] = [];
		for (const { node, through } of frontier) {
			for (const link of graph.linksOf(node.id)) {
				if (
					leadsToWaitedFor(link.edge.rel, link.seenFrom) !== up ||
					!isThere(link) ||
					seen.has(link.other.id)
				)
					continue;
				seen.add(link.other.id);
				// A finished entity no longer blocks anything, nor does anything before it.
				if (!isStillOpen(graph, link.other)) continue;
				const path = node.id === start.id ? [] : [...through, node];
				const reached = { node: link.other, from: start, through: path, label: readLink(node, link).label };
				found.set(link.other.id, reached);
				next.push(reached);
				if (found.size >= MOST_REACHED) return [...found.values()];
			}
		}
		frontier = next;
	}
	return [...found.values()];
}

/** Lists the neighbours of an entity over any edge, each once. */
function listNeighbours(
	graph: GraphView,
	from: EntityHeader,
	isMeant: (link: Link) => boolean,
): readonly Reached[] {
	const found = new Map<string, Reached>();
	for (const link of graph.linksOf(from.id)) {
		if (!isThere(link) || !isMeant(link) || found.has(link.other.id)) continue;
		found.set(link.other.id, { node: link.other, from, through: [], label: readLink(from, link).label });
		if (found.size >= MOST_REACHED) break;
	}
	return [...found.values()];
}

/** Joins the results of several walks, each entity once, without their starting points. */
function joinReached(
	from: readonly EntityHeader[],
	walkFrom: (node: EntityHeader) => readonly Reached[],
): readonly Reached[] {
	const begun = new Set(from.map(({ id }) => id));
	const found = new Map<string, Reached>();
	for (const start of from) {
		for (const reached of walkFrom(start)) {
			const isKnown = found.has(reached.node.id) || (from.length > 1 && begun.has(reached.node.id));
			if (!isKnown) found.set(reached.node.id, reached);
			if (found.size >= MOST_REACHED) return [...found.values()];
		}
	}
	return [...found.values()];
}

type Along = { readonly rel: string; readonly direction: Direction };

/** One step without a relation of its own, unless the walk says otherwise; undefined where nothing is reached. */
const makeWalk = (walk: Pick<Walk, "from" | "label" | "reached"> & Partial<Walk>): Walk | undefined =>
	walk.reached.length === 0 ? undefined : { along: undefined, kinds: [], isChain: false, ...walk };

/** Follows a relation: one step, or to the end of the chain where it says what waits for what. */
export function walkRelation(
	graph: GraphView,
	from: readonly EntityHeader[],
	along: Along,
): Walk | undefined {
	const { rel, direction } = along;
	const up = leadsToWaitedFor(rel, direction);
	// A loose connection joins both ends alike.
	const isMeant = ({ edge, seenFrom }: Link): boolean =>
		edge.rel === rel && (seenFrom === direction || LOOSE.has(rel));
	const chain = up === undefined ? [] : joinReached(from, (node) => walkChain(graph, node, up));
	const isChain = chain.length > 0;
	const reached = isChain ? chain : joinReached(from, (node) => listNeighbours(graph, node, isMeant));
	const label = readRelation(rel, direction, from[0]?.kind ?? "").label.toLowerCase();
	return makeWalk({ from, label, along, isChain, reached });
}

/** Lists the neighbours of these kinds over any edge: "the risks of the plan". */
export function walkToKinds(
	graph: GraphView,
	from: readonly EntityHeader[],
	{ kinds, label }: { readonly kinds: ReadonlySet<string>; readonly label: string },
): Walk | undefined {
	const ofKind = ({ edge, other }: Link): boolean => kinds.has(other.kind) && !LOOSE.has(edge.rel);
	const find = (isMeant: (link: Link) => boolean): readonly Reached[] =>
		joinReached(from, (node) => [
			...listNeighbours(graph, node, isMeant),
			...listElsewhere(graph, node, kinds).map((other) => ({ node: other, from: node, through: [], label })),
		]);
	// An entity that waits for another is not a part of it; it counts only where there is nothing else.
	const joined = find((link) => ofKind(link) && !isWaiting(link.edge.rel));
	return makeWalk({ from, label, kinds: [...kinds], reached: joined.length > 0 ? joined : find(ofKind) });
}

/** Lists entities that belong together without an edge: the project of an entity, and fields that name a person. */
function listElsewhere(
	graph: GraphView,
	node: EntityHeader,
	kinds: ReadonlySet<string>,
): readonly EntityHeader[] {
	const project = node.project_id === null ? undefined : graph.node(node.project_id);
	const home = project && project.id !== node.id && kinds.has(project.kind) ? [project] : [];
	return [...home, ...(isPeopleKind(graph, node.kind) ? listChargedByName(graph, node, kinds) : [])];
}

/** Something that is found in a way of its own, as a walk. */
export function walkBy(
	from: readonly EntityHeader[],
	label: string,
	find: (node: EntityHeader) => readonly EntityHeader[],
): Walk | undefined {
	const reached = joinReached(from, (start) =>
		find(start).map((node) => ({ node, from: start, through: [], label })),
	);
	return makeWalk({ from, label, find, reached });
}

/** Only what is of these kinds; none where nothing is. */
export function keepKinds(walk: Walk | undefined, kinds: readonly string[]): Walk | undefined {
	if (walk === undefined || kinds.length === 0) return walk;
	const kept = keepReached(walk, ({ node }) => kinds.includes(node.kind));
	return kept && { ...kept, kinds };
}

/** Only what passes a test. */
export function keepReached(walk: Walk, isKept: (reached: Reached) => boolean): Walk | undefined {
	return makeWalk({ ...walk, reached: walk.reached.filter(isKept) });
}

/** A walk of which the question wants only a part: in one project, or what was not said yet. */
export function narrowWalk(walk: Walk, isKept: (reached: Reached) => boolean): Walk | undefined {
	const kept = keepReached(walk, isKept);
	return kept && kept.reached.length < walk.reached.length ? { ...kept, isAltered: true } : kept;
}

/** The same walk from somewhere else. */
export function repeatWalk(graph: GraphView, walk: Walk, from: readonly EntityHeader[]): Walk | undefined {
	const { along, find, label, kinds } = walk;
	if (along) return keepKinds(walkRelation(graph, from, along), kinds);
	if (find) return keepKinds(walkBy(from, label, find), kinds);
	return walkToKinds(graph, from, { kinds: new Set(kinds), label });
}

/** The kinds of some entities, each once. */
export const kindsOf = (graph: GraphView, nodes: readonly EntityHeader[]): readonly Kind[] =>
	[...new Set(nodes.map(({ kind }) => kind))].flatMap((kind) => graph.kinds.find(kind) ?? []);
