import type { Kind } from "../../graph/model/kind.ts";
import { analyseText, locateTerms, type Token } from "../../graph/search/analyse-text.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import { isPeople } from "./list-work.ts";
import { isBesideName } from "./read-kinds.ts";
import { listRelationTerms } from "./read-relation.ts";

/** Something that a question names, and where. */
export interface NamedSubject {
	readonly node: GraphNode;
	readonly start: number;
	readonly end: number;
	readonly score: number;
}

/** So many of the best names are looked at. */
const MOST_LOOKED_AT = 40;
/** A title that holds less of what was said is not what was meant; nor is one of which so little was said. */
const LEAST_SAID = 0.6;
const LEAST_OF_TITLE = 0.2;
/** One plain word may be a verb: it must be half of the title, or be asked about. */
const LEAST_OF_ONE_WORD = 0.5;
const OF_KIND = 0.25;
const BESIDE_ITS_KIND = 0.5;
/** What is meant, if not the best, is nearly as well named. */
const NEARLY = 0.6;
const MOST_MEANT = 5;

interface Named {
	readonly score: number;
	readonly held: ReadonlySet<string>;
	readonly ofName: number;
}

/** How well a name answers to what was said: how much of it the name holds, and how much of the name was said. */
function scoreName(terms: ReadonlySet<string>, said: ReadonlySet<string>, isPerson: boolean): Named {
	const held = new Set([...terms].filter((term) => said.has(term)));
	const ofSaid = held.size / (said.size || 1);
	const ofName = held.size / (terms.size || 1);
	// Of people one half of the name is said as a rule, whatever else is.
	if (isPerson && ofName >= LEAST_OF_ONE_WORD) return { score: 1 + ofName / 2, held, ofName };
	if (ofSaid < LEAST_SAID || ofName < LEAST_OF_TITLE) return { score: 0, held, ofName };
	return { score: ofSaid + ofName / 2, held, ofName };
}

/** Whether a word is written with a capital inside the question, as names are. */
const isCapital = ({ start }: Token, whole: string): boolean =>
	start > 0 && /\p{Lu}/u.test(whole.charAt(start));

/** What the relations and fields of a thing are called: such words ask for what they hold, and name nothing. */
function listLabelTerms(graph: GraphView, node: GraphNode): ReadonlySet<string> {
	const fields = graph.kinds.find(node.kind)?.fields ?? [];
	const names = [
		...graph.linksOf(node.id).map(({ edge }) => edge.rel),
		...fields.flatMap(({ name, type }) =>
			type === "entity_ref" || type === "entity_ref_list" || type === "computed" ? [name] : [],
		),
	];
	return new Set([...new Set(names)].flatMap((name) => listRelationTerms(graph, name)));
}

/**
 * What a question may be about, by its name or a telling part of it, the best first. The words are what is left of the
 * question when all that asks for a relation, a kind or a rule is taken out.
 */
export function findSubjects(
	graph: GraphView,
	left: string,
	{
		kinds,
		whole,
		isAsked,
	}: {
		/** Kinds that the question names. */
		readonly kinds: readonly Kind[];
		readonly whole: string;
		/** A relation is asked of it: then one plain word may name it. */
		readonly isAsked: boolean;
	},
): readonly NamedSubject[] {
	const said = new Set(left.trim() === "" ? [] : analyseText(left, graph.language));
	if (said.size === 0) return [];
	const places = locateTerms(whole, graph.language).filter(
		({ start }) => left.slice(start, start + 1).trim() !== "",
	);
	const capitals = new Set(places.filter((place) => isCapital(place, whole)).map(({ term }) => term));
	const found: NamedSubject[] = [];
	for (const node of graph.called([...said], MOST_LOOKED_AT)) {
		if (node.archived_at !== null) continue;
		const kind = graph.kinds.find(node.kind);
		const asked = listLabelTerms(graph, node);
		const naming = new Set([...said].filter((term) => !asked.has(term)));
		let best: NamedSubject | undefined;
		for (const name of [node.title, ...node.aliases]) {
			const terms = new Set(analyseText(name, graph.language));
			const isPerson = kind !== undefined && isPeople(kind) && [...terms].some((term) => capitals.has(term));
			const { score, held, ofName } = scoreName(terms, naming, isPerson);
			const isWrittenAsName = [...held].some((term) => capitals.has(term));
			if (score === 0 || (held.size === 1 && ofName < LEAST_OF_ONE_WORD && !isAsked && !isWrittenAsName))
				continue;
			const spoken = places.filter(({ term }) => held.has(term));
			const [first, last] = [spoken[0], spoken.at(-1)];
			if (first === undefined || last === undefined) continue;
			const span = { start: first.start, end: last.end };
			const ofKind = kind !== undefined && kinds.includes(kind);
			const isBeside = kind !== undefined && isBesideName(kind, whole, span);
			const bonus = isBeside ? BESIDE_ITS_KIND : ofKind ? OF_KIND : 0;
			if (score + bonus > (best?.score ?? 0)) best = { node, ...span, score: score + bonus };
		}
		if (best) found.push(best);
	}
	found.sort((a, b) => b.score - a.score);
	const least = (found[0]?.score ?? 0) * NEARLY;
	return found.filter(({ score }) => score >= least).slice(0, MOST_MEANT);
}

const FEWEST_WORDS = 2;
const IN_A_WORD = /[\p{L}\p{N}]/u;

/** Where a text holds a name as it is written, not as a part of longer words. */
function locateName(text: string, name: string): number | undefined {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		const edges = [text[at - 1] ?? "", text[at + name.length] ?? ""];
		if (!edges.some((edge) => IN_A_WORD.test(edge))) return at;
	}
	return undefined;
}

/** The longest title or alias of two words or more that a question says in full; that of a project says where to look. */
export function findTitled(graph: GraphView, question: string): NamedSubject | undefined {
	const folded = question.toLowerCase();
	// Letters that become two when they are folded would move every place behind them.
	if (folded.length !== question.length) return undefined;
	let best: NamedSubject | undefined;
	for (const node of graph.called(analyseText(question, graph.language), MOST_LOOKED_AT)) {
		if (node.archived_at !== null || node.project_id === node.id) continue;
		for (const name of [node.title, ...node.aliases]) {
			const words = analyseText(name, graph.language);
			if (words.length < FEWEST_WORDS || name.length <= (best ? best.end - best.start : 0)) continue;
			const start = locateName(folded, name.toLowerCase());
			if (start !== undefined) best = { node, start, end: start + name.length, score: 2 };
		}
	}
	return best;
}
