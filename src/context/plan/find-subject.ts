import { analyseText, isStopWord, locateTerms } from "../../graph/search/analyse-text.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";

/** The thing that a question names, and where. */
export interface NamedSubject {
	readonly node: GraphNode;
	readonly start: number;
	readonly end: number;
}

/** Names are words: the other ways of searching cost more and find what is called otherwise. */
const WORDS_ONLY = ["meaning", "graph", "fuzzy"] as const;
/** So many of the best matches of the words are looked at for their titles. */
const MOST_LOOKED_AT = 12;
/** A title that holds less of what was said is not what was meant; nor is one of which so little was said. */
const LEAST_SAID = 0.6;
const LEAST_OF_TITLE = 0.2;
/** One plain word may be a verb: it must be half of the title, or be asked about. */
const LEAST_OF_ONE_WORD = 0.5;
const OF_KIND = 0.25;

interface Scored {
	readonly node: GraphNode;
	readonly score: number;
	readonly held: ReadonlySet<string>;
}

/** How well a name answers to what was said: how much of it the name holds, and how much of the name was said. */
function scoreName(
	name: string,
	said: ReadonlySet<string>,
	graph: GraphView,
): { score: number; held: Set<string>; ofName: number } {
	const terms = new Set(analyseText(name, graph.language));
	const held = new Set([...terms].filter((term) => said.has(term)));
	const ofSaid = held.size / (said.size || 1);
	const ofName = held.size / (terms.size || 1);
	if (ofSaid < LEAST_SAID || ofName < LEAST_OF_TITLE) return { score: 0, held, ofName };
	return { score: ofSaid + ofName / 2, held, ofName };
}

/** Whether a word is written with a capital inside the question, as names are. */
const isWrittenAsName = (held: ReadonlySet<string>, whole: string, { language }: GraphView): boolean =>
	locateTerms(whole, language).some(
		({ term, start }) => start > 0 && held.has(term) && /\p{Lu}/u.test(whole.charAt(start)),
	);

/** English verbs whose participle is no form that a stemmer knows, as names of relations have them. */
const PARTICIPLES: Readonly<Record<string, string>> = {
	led: "lead",
	held: "hold",
	made: "make",
	written: "write",
	built: "build",
	kept: "keep",
	given: "give",
	taken: "take",
	chosen: "choose",
	taught: "teach",
	drawn: "draw",
	run: "run",
};

/** What the relations and fields of a thing are called: such words ask for what they hold, and name nothing. */
function listLabelTerms(graph: GraphView, node: GraphNode): ReadonlySet<string> {
	const fields = graph.kinds.find(node.kind)?.fields ?? [];
	const names = [
		...graph.linksOf(node.id).map(({ edge }) => edge.rel),
		...fields.flatMap(({ name, type }) =>
			type === "entity_ref" || type === "entity_ref_list" ? [name] : [],
		),
	];
	return new Set([...new Set(names)].flatMap((name) => listRelationTerms(graph, name)));
}

/** What people say instead of the usual names of fields that hold people and groups. */
const FIELD_SAYS: Readonly<Record<string, readonly string[]>> = {
	manager: ["reports"],
	owner: ["own", "owned"],
	lead: ["leads", "led", "head"],
	assignees: ["assigned"],
	author: ["wrote", "written"],
};

/** The terms by which a relation is asked for. */
export const listRelationTerms = (graph: GraphView, rel: string): readonly string[] =>
	rel
		.split("_")
		.filter((word) => !isStopWord(word, graph.language))
		.flatMap((word) => [word, PARTICIPLES[word] ?? word, ...(FIELD_SAYS[word] ?? [])])
		.flatMap((word) => analyseText(word, graph.language));

/**
 * What a question is about, by its name or a telling part of it. The words are what is left of the question when all that
 * asks for a relation, a kind or a rule is taken out.
 */
export function findSubject(
	graph: GraphView,
	left: string,
	{
		kinds,
		whole,
		isAsked,
	}: {
		readonly kinds: ReadonlySet<string>;
		readonly whole: string;
		/** A relation is asked of it: then one plain word may name it. */
		readonly isAsked: boolean;
	},
): NamedSubject | undefined {
	const said = new Set(analyseText(left, graph.language));
	if (said.size === 0 || left.trim() === "") return undefined;
	const { hits } = graph.search({
		query: left.replace(/\s+/g, " "),
		skipArchived: true,
		without: WORDS_ONLY,
		limit: MOST_LOOKED_AT,
	});
	let best: Scored | undefined;
	for (const { node } of hits) {
		const asked = listLabelTerms(graph, node);
		const naming = new Set([...said].filter((term) => !asked.has(term)));
		for (const name of [node.title, ...node.aliases]) {
			const { score, held, ofName } = scoreName(name, naming, graph);
			if (held.size === 1 && ofName < LEAST_OF_ONE_WORD && !isAsked && !isWrittenAsName(held, whole, graph))
				continue;
			const weighed = score > 0 && kinds.has(node.kind) ? score + OF_KIND : score;
			if (weighed > (best?.score ?? 0)) best = { node, score: weighed, held };
		}
	}
	if (best === undefined) return undefined;
	const { node, held } = best;
	const places = locateTerms(whole, graph.language).filter(
		({ term, start }) => held.has(term) && left.slice(start, start + 1).trim() !== "",
	);
	const [first, last] = [places[0], places.at(-1)];
	if (first === undefined || last === undefined) return undefined;
	return { node, start: first.start, end: last.end };
}
