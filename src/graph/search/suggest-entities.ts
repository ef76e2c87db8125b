import { MOST_SUGGESTIONS } from "../../contract/limits.ts";
import type { EntityHeader } from "../model/entity.ts";
import { byChange, thenById } from "../model/order.ts";
import { remember } from "../model/remember.ts";
import type { Activity, UsedEntity } from "../store/write/activity.ts";
import type { GraphView } from "./view/graph-view.ts";
import { placeAmongNamesakes } from "./view/place-among-namesakes.ts";
import { analyseText, foldText } from "./words/analyse-text.ts";

export interface SuggestRequest {
	/** `@` offers everything, `[[` what one can link to by title: notes, documents, pages. */
	readonly trigger?: "@" | "[[" | undefined;
	readonly q: string;
	readonly kinds?: readonly string[] | undefined;
}

const USES_COUNTED = 50;
const LONGEST_READ = 200;
/** More than are offered: some of the newest may be of other kinds. */
const NEWEST_TRIED = 64;
const MOST_CANDIDATES = 200;

/** How well a name fits what was typed; use can lift a name over the next step, not over two. */
const FIT = { begins: 3, wordBegins: 2, allWords: 1, nearly: 0.5 } as const;
const USE_WEIGHT = 1.5;
const byLatestChange = thenById(byChange);

/**
 * Returns the offers of a picker, at most eight: names that begin with the typed text, then words that do, then names
 * with a slip; entities the person used recently and often come sooner. One function for every picker and completion.
 */
export async function suggestEntities(
	{
		reader: { graph },
		activity,
	}: { readonly reader: { readonly graph: GraphView }; readonly activity: Pick<Activity, "used"> },
	request: SuggestRequest,
): Promise<readonly (EntityHeader & { readonly folder?: string })[]> {
	const offered = rankSuggestions(graph, request, await activity.used(USES_COUNTED));
	return offered.map((node) => ({ ...node, ...placeAmongNamesakes(graph, node) }));
}

/** The same with what was used given: it depends on nothing else. */
export function rankSuggestions(
	graph: GraphView,
	{ trigger = "@", q, kinds }: SuggestRequest,
	used: readonly UsedEntity[],
): readonly EntityHeader[] {
	const isOffered = (node: EntityHeader): boolean =>
		node.archived_at === null &&
		(trigger === "@" || graph.kinds.find(node.kind)?.writesProse === true) &&
		(kinds === undefined || kinds.includes(node.kind));
	const uses = weighUses(used);
	const weightOf = ({ id }: EntityHeader): number => uses.get(id) ?? 0;
	const typed = foldText(q.slice(0, LONGEST_READ)).replace(/\s+/g, " ").trim();
	if (typed === "") {
		const known = used.flatMap(({ entity_id: id }) => graph.node(id) ?? []).filter(isOffered);
		const best = known.sort((a, b) => weightOf(b) - weightOf(a));
		return [...new Set([...best, ...graph.newest(NEWEST_TRIED).filter(isOffered)])].slice(
			0,
			MOST_SUGGESTIONS,
		);
	}
	const words = analyseText(typed, graph.language);
	const found = new Map<string, { readonly node: EntityHeader; readonly fit: number }>();
	const add = (nodes: Iterable<EntityHeader>, fitOf: (node: EntityHeader) => number): void => {
		for (const node of nodes) {
			const fit = found.has(node.id) || !isOffered(node) ? 0 : fitOf(node);
			if (fit > 0) found.set(node.id, { node, fit });
		}
	};
	add(graph.titled(typed, { most: MOST_CANDIDATES }), (node) => fitName(node, typed));
	// Often used entities are matched by their letters too: a title of small words alone cannot be found otherwise.
	add(
		used.flatMap(({ entity_id: id }) => graph.node(id) ?? []),
		(node) => fitName(node, typed),
	);
	if (found.size < MOST_SUGGESTIONS && words.length > 0) {
		add(graph.titled(typed, { most: MOST_CANDIDATES, nearly: true }), () => FIT.nearly);
	}
	return [...found.values()]
		.map(({ node, fit }) => ({ node, score: fit + USE_WEIGHT * weightOf(node) }))
		.sort((a, b) => b.score - a.score || byLatestChange(a.node, b.node))
		.slice(0, MOST_SUGGESTIONS)
		.map(({ node }) => node);
}

/** Half for how recently, half for how often; by place, not by the clock, so that the order changes only with use. */
function weighUses(used: readonly UsedEntity[]): ReadonlyMap<string, number> {
	const most = Math.log2(1 + used.reduce((sofar, { times }) => Math.max(sofar, times), 1));
	return new Map(
		used.map(({ entity_id: id, times }, place) => [
			id,
			(1 - place / USES_COUNTED) / 2 + Math.log2(1 + times) / most / 2,
		]),
	);
}

interface FoldedName {
	readonly name: string;
	/** With one space before each word and nothing else between them. */
	readonly words: string;
}

/** Folding is most of the work, and the next letter typed asks for the same names. */
const foldedNames = new WeakMap<EntityHeader, readonly FoldedName[]>();

const foldNames = (node: EntityHeader): readonly FoldedName[] =>
	remember(foldedNames, node, () =>
		[node.title, ...node.aliases].map((each) => {
			const name = foldText(each).replace(/\s+/g, " ");
			return { name, words: ` ${name.replace(/[^\p{L}\p{N}]+/gu, " ")}` };
		}),
	);

function fitName(node: EntityHeader, typed: string): number {
	let best = 0;
	for (const { name, words } of foldNames(node)) {
		if (name.startsWith(typed)) return FIT.begins;
		// Inside a word, what was typed says nothing: "art" in "start".
		if (words.includes(` ${typed}`)) best = FIT.wordBegins;
		else if (best === 0 && typed.split(" ").every((word) => words.includes(` ${word}`))) best = FIT.allWords;
	}
	return best;
}
