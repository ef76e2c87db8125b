import { calibrateCosine } from "../model/embedder.ts";
import type { Edge } from "../model/entity.ts";
import type { Direction } from "../model/relations.ts";
import { analyseText } from "./analyse-text.ts";
import { Neighbourhood, type Step } from "./connect/neighbourhood.ts";
import { type Row, type Spread, spreadRank } from "./connect/spread-rank.ts";
import { correctWord } from "./correct-words.ts";
import { addScaled, FUSION, largestOf, scaleCosines } from "./fuse-legs.ts";
import type { VisibleDocuments } from "./postings.ts";
import type { GraphNode, ResidentGraph } from "./resident-graph.ts";

export type LegName = "words" | "fuzzy" | "meaning" | "graph";

export interface SearchQuery {
	readonly query: string;
	/** What the question is asked from: what is close to it counts a little more. */
	readonly focus?: string | undefined;
	readonly projectId?: string | undefined;
	readonly kinds?: readonly string[] | undefined;
	/** Left out as if they were not there to be found; they can still be passed through. */
	readonly exclude?: readonly string[] | undefined;
	/** Pairs that count as not connected, whatever joins them. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
	/** Without it, or with a model that made none of the stored vectors, the meaning leg is silent. */
	readonly queryVector?: Float32Array | undefined;
	readonly without?: readonly LegName[] | undefined;
	/** True passes over what was put away. */
	readonly skipArchived?: boolean | undefined;
	/** How many hits are told in full; all of them are counted. */
	readonly limit?: number | undefined;
}

export interface SearchOutcome {
	/** Best first. */
	readonly hits: readonly SearchHit[];
	/** How much matched in all. */
	readonly total: number;
}

export interface LegHit {
	readonly leg: LegName;
	readonly rank: number;
	/** 0 to 1 within the leg; for meaning, the model's own scale laid onto 0 to 1. */
	readonly score: number;
}

/** One step from something that matched to something that did not. */
export interface HitStep {
	readonly id: string;
	readonly title: string;
	readonly relation?: string;
	readonly direction?: Direction;
	/** The name or proper noun that joins two texts nobody linked. */
	readonly through?: string;
}

export interface SearchHit {
	readonly node: GraphNode;
	/** 1 for the best hit of this question. */
	readonly score: number;
	readonly legs: readonly LegHit[];
	/** From what matched to this hit, when the graph found it. */
	readonly path?: readonly HitStep[];
}

interface Found {
	readonly words: Float64Array;
	readonly fuzzy: Float64Array;
	readonly cosines: Float64Array | undefined;
	readonly direct: Float64Array;
	readonly spread: Spread | undefined;
	readonly largestMass: number;
}

const LONGEST_PATH = 4;
const NO_ROW: Row = { targets: [], shares: [] };

/** Searching in what one reader may see. Everything counted, weighed or walked here is visible to them. */
export class ViewSearch {
	readonly #graph: ResidentGraph;
	readonly #node: (id: string) => GraphNode | undefined;
	readonly #visible: Uint8Array;
	readonly #count: number;
	readonly #neighbourhood: Neighbourhood;
	#statistics:
		| { readonly texts: number; readonly titles: number; readonly edges: VisibleDocuments }
		| undefined;

	constructor(graph: ResidentGraph, nodes: ReadonlyMap<string, GraphNode>) {
		this.#graph = graph;
		this.#node = (id) => nodes.get(id);
		this.#count = nodes.size;
		this.#visible = new Uint8Array(graph.texts.documentCount);
		for (const id of nodes.keys()) this.#visible[graph.slots.get(id)?.document ?? 0] = 1;
		this.#neighbourhood = new Neighbourhood({
			connections: graph.connections,
			texts: graph.texts,
			isVisible: (document) => this.#visible[document] === 1,
			linksOf: (document) => this.#linksOf(document),
			compare: (a, b) => this.#compareIds(a, b),
		});
	}

	/** What matches, best first, and which ways of searching found it. */
	search(query: SearchQuery): SearchOutcome {
		const excluded = new Set((query.exclude ?? []).flatMap((id) => this.#documentOf(id) ?? []));
		const found = this.#find(query, excluded);
		const scores = new Float64Array(found.direct.length);
		let total = 0;
		for (let document = 0; document < scores.length; document += 1) {
			if (excluded.has(document) || !this.#isMatch(document, found) || !this.#isWanted(document, query))
				continue;
			const mass = (found.spread?.mass.get(document) ?? 0) / (found.largestMass || 1);
			const direct = found.direct[document] as number;
			scores[document] = found.spread ? FUSION.direct * direct + FUSION.graph * mass : direct;
			total += 1;
		}
		const best = largestOf(scores) || 1;
		const legs = this.#listLegs(found);
		const hits = this.#topOf(scores, query.limit).map((document) => ({
			node: this.#nodeOf(document) as GraphNode,
			score: (scores[document] as number) / best,
			legs: legs.flatMap(({ leg, values }) => {
				const score = values[document] as number;
				return score > 0 ? [{ leg, rank: this.#rankOf(document, values), score }] : [];
			}),
			...this.#explainPath(document, found),
		}));
		return { hits, total };
	}

	#find(query: SearchQuery, excluded: ReadonlySet<number>): Found {
		const off = new Set(query.without);
		const clear = (scores: Float64Array): Float64Array => {
			for (const document of excluded) scores[document] = 0;
			return scores;
		};
		const terms = analyseText(query.query);
		const known = terms.filter((term) => this.#isKnown(term));
		const corrected = off.has("fuzzy") ? [] : this.#correct(terms.filter((term) => !known.includes(term)));
		const words = this.#scoreWords(known, query, clear);
		const fuzzy = this.#scoreWords(corrected, query, clear);
		const lexical = new Float64Array(words.length);
		addScaled(lexical, words, known.length > 0 ? 1 : 0);
		addScaled(
			lexical,
			fuzzy,
			(FUSION.corrected * corrected.length) / Math.max(1, known.length + corrected.length),
		);
		const cosines = off.has("meaning") ? undefined : this.#cosines(query, excluded);
		const direct = new Float64Array(words.length);
		addScaled(direct, lexical, cosines ? FUSION.words : 1);
		if (cosines) {
			const scaled = scaleCosines(cosines, this.#graph.vectors.scale.floor);
			for (let index = 0; index < direct.length; index += 1) {
				direct[index] = (direct[index] as number) + FUSION.meaning * (scaled[index] as number);
			}
		}
		const seeds = off.has("graph") ? new Map<number, number>() : this.#chooseSeeds(query, direct, excluded);
		const spread = seeds.size === 0 ? undefined : this.#spread(query, seeds);
		const largestMass = Math.max(0, ...(spread?.mass.values() ?? []));
		return { words, fuzzy, cosines, direct, spread, largestMass };
	}

	/** The text, the title once more, and what stands on edges, which counts for both ends. */
	#scoreWords(
		terms: readonly string[],
		query: SearchQuery,
		clear: (scores: Float64Array) => Float64Array,
	): Float64Array {
		const scores = new Float64Array(this.#graph.texts.documentCount);
		if (terms.length === 0) return scores;
		const { texts, titles, edges } = this.#statisticsOf();
		const has = (document: number): boolean => this.#visible[document] === 1;
		const visible = { count: this.#count, has };
		const inText = this.#graph.texts.scoreAll(terms, { ...visible, averageLength: texts });
		const inTitle = this.#graph.titles.scoreAll(terms, { ...visible, averageLength: titles });
		addScaled(scores, clear(inText), 1);
		addScaled(scores, clear(inTitle), FUSION.title);
		if (edges.count > 0) addScaled(scores, clear(this.#scoreEdges(terms, edges, query)), FUSION.edge);
		return scores;
	}

	#scoreEdges(terms: readonly string[], edges: VisibleDocuments, query: SearchQuery): Float64Array {
		// What stands on an edge names its ends: the name of the focus would find the edges of the focus and no others.
		const focus = query.focus === undefined ? undefined : this.#node(query.focus);
		const named = new Set(focus ? analyseText(focus.title) : []);
		const left = terms.filter((term) => !named.has(term));
		const scores = new Float64Array(this.#graph.texts.documentCount);
		const apart = this.#pairsApart(query);
		const found = this.#graph.edgeTexts.scoreAll(left.length > 0 ? left : terms, edges);
		const scored: number[] = [];
		for (let document = 0; document < found.length; document += 1) {
			if ((found[document] as number) > 0) scored.push(document);
		}
		const edgeOf = (document: number): Edge | undefined => this.#graph.edgeOfDocument[document];
		const ranked = chooseBest(
			scored,
			FUSION.edgesCounted,
			(a, b) => (found[b] as number) - (found[a] as number) || compareTexts(edgeOf(a)?.id, edgeOf(b)?.id),
		);
		for (const document of ranked) {
			const edge = edgeOf(document);
			const score = found[document] as number;
			const ends = [edge?.src_id, edge?.dst_id].map((id) => this.#documentOf(id ?? ""));
			if (ends.some((end) => end === undefined) || apart.get(ends[0] ?? -1)?.has(ends[1] ?? -1)) continue;
			for (const end of ends as number[]) scores[end] = (scores[end] as number) + score * score;
		}
		return scores;
	}

	#cosines(query: SearchQuery, excluded: ReadonlySet<number>): Float64Array | undefined {
		const { vectors } = this.#graph;
		if (query.queryVector === undefined || vectors.size === 0) return undefined;
		const cosines = new Float64Array(this.#graph.texts.documentCount).fill(-1);
		vectors.compare(query.queryVector, (id, cosine) => {
			const document = this.#documentOf(id);
			if (document === undefined || excluded.has(document)) return;
			cosines[document] = Math.max(cosines[document] as number, cosine);
		});
		return cosines;
	}

	/** Where walking starts: the best matches, what the question names, and a little at the focus. */
	#chooseSeeds(
		query: SearchQuery,
		direct: Float64Array,
		excluded: ReadonlySet<number>,
	): ReadonlyMap<number, number> {
		const seeds = new Map<number, number>();
		const focus = query.focus === undefined ? undefined : this.#documentOf(query.focus);
		const add = (document: number, weight: number): void => {
			if (!excluded.has(document)) seeds.set(document, (seeds.get(document) ?? 0) + weight);
		};
		const best = largestOf(direct);
		for (const document of this.#topOf(direct, FUSION.seeds)) {
			add(document, ((direct[document] as number) / best) ** FUSION.seedPower);
		}
		const { connections } = this.#graph;
		const question = connections.encode(query.query);
		for (const { entry, bearers } of this.#neighbourhood.namesIn(question)) {
			const weight = 1 / (1 + this.#neighbourhood.countMentions(entry) / 3) / bearers.length;
			for (const bearer of bearers) if (bearer !== focus) add(bearer, weight);
		}
		for (const sharing of this.#neighbourhood.rareNounsIn(question)) {
			const weight = 1 / (1 + (sharing.length - 1) / 3);
			const total = sharing.reduce((sum, document) => sum + (direct[document] ?? 0), 0);
			for (const document of sharing) {
				if (total > 0) add(document, (weight * (direct[document] ?? 0)) / total);
			}
		}
		const total = [...seeds.values()].reduce((sum, weight) => sum + weight, 0);
		if (focus !== undefined && total > 0) seeds.set(focus, (seeds.get(focus) ?? 0) + FUSION.focus * total);
		return seeds;
	}

	#spread(query: SearchQuery, seeds: ReadonlyMap<number, number>): Spread {
		const apart = this.#pairsApart(query);
		const rowOf = (document: number): Row => {
			const row = this.#neighbourhood.rowOf(document);
			const cut = apart.get(document);
			return cut ? withoutTargets(row, cut) : row;
		};
		const { restart, epsilon, mostSteps } = FUSION;
		return spreadRank({ seeds, rowOf, restart, epsilon, mostSteps });
	}

	#pairsApart({ apart = [] }: SearchQuery): ReadonlyMap<number, ReadonlySet<number>> {
		const pairs = new Map<number, Set<number>>();
		for (const [first, second] of apart) {
			const ends = [this.#documentOf(first), this.#documentOf(second)] as const;
			for (const [from, to] of [ends, [ends[1], ends[0]]] as const) {
				if (from !== undefined && to !== undefined) pairs.set(from, (pairs.get(from) ?? new Set()).add(to));
			}
		}
		return pairs;
	}

	#isMatch(document: number, { words, fuzzy, cosines, spread, largestMass }: Found): boolean {
		if ((words[document] as number) > 0 || (fuzzy[document] as number) > 0) return true;
		const cosine = cosines?.[document] ?? -1;
		if (calibrateCosine(cosine, this.#graph.vectors.scale) >= FUSION.leastMeaning) return true;
		return largestMass > 0 && (spread?.mass.get(document) ?? 0) / largestMass >= FUSION.leastGraph;
	}

	#isWanted(document: number, { projectId, kinds, skipArchived }: SearchQuery): boolean {
		// Without a filter nothing is looked up: a common word matches half of a workspace.
		if (projectId === undefined && kinds === undefined && !skipArchived) return true;
		const node = this.#nodeOf(document);
		if (node === undefined) return false;
		return (
			(projectId === undefined || node.project_id === projectId) &&
			(kinds === undefined || kinds.includes(node.kind)) &&
			!(skipArchived && node.archived_at !== null)
		);
	}

	/** Each way of searching as a row of scores from 0 to 1. */
	#listLegs(found: Found): readonly { readonly leg: LegName; readonly values: Float64Array }[] {
		const { words, fuzzy, cosines, spread, largestMass } = found;
		const scaled = (scores: Float64Array): Float64Array => {
			const values = new Float64Array(scores.length);
			addScaled(values, scores, 1);
			return values;
		};
		const meaning = (cosines ?? new Float64Array(words.length)).map((cosine) => {
			const calibrated = calibrateCosine(cosine, this.#graph.vectors.scale);
			return cosines && calibrated >= FUSION.leastMeaning ? calibrated : 0;
		});
		const graph = new Float64Array(words.length);
		for (const [document, mass] of spread?.mass ?? []) {
			if (mass / largestMass >= FUSION.leastGraph) graph[document] = mass / largestMass;
		}
		return [
			{ leg: "words", values: scaled(words) },
			{ leg: "fuzzy", values: scaled(fuzzy) },
			{ leg: "meaning", values: meaning },
			{ leg: "graph", values: graph },
		];
	}

	#rankOf(document: number, values: Float64Array): number {
		const own = values[document] as number;
		let rank = 1;
		for (let other = 0; other < values.length; other += 1) {
			const value = values[other] as number;
			if (value > own || (value === own && this.#compareIds(other, document) < 0)) rank += 1;
		}
		return rank;
	}

	/** How the graph came to a hit that nothing else found, told from what matched. */
	#explainPath(document: number, { spread, words, fuzzy }: Found): { readonly path?: readonly HitStep[] } {
		const foundByWords = (words[document] as number) > 0 || (fuzzy[document] as number) > 0;
		if (foundByWords || !spread?.cameFrom.has(document)) return {};
		const documents = [document];
		for (let at = spread.cameFrom.get(document); at !== undefined; at = spread.cameFrom.get(at)) {
			if (documents.includes(at) || documents.length === LONGEST_PATH) break;
			documents.unshift(at);
		}
		return {
			path: documents.flatMap((at, index): HitStep[] => {
				const node = this.#nodeOf(at);
				if (node === undefined) return [];
				const from = documents[index - 1];
				const step = from === undefined ? undefined : this.#neighbourhood.explainStep(from, at);
				return [{ id: node.id, title: node.title, ...(step && this.#describeStep(step, node.id)) }];
			}),
		};
	}

	#describeStep(step: Step, to: string): Omit<HitStep, "id" | "title"> {
		if (step.kind === "noun") return { relation: "shares_name", through: step.noun };
		if (step.kind === "mention") {
			return {
				relation: "mentions",
				direction: step.forward ? "outgoing" : "incoming",
				through: step.name,
			};
		}
		return { relation: step.edge.rel, direction: step.edge.dst_id === to ? "outgoing" : "incoming" };
	}

	/** Documents with a score, best first. */
	#topOf(scores: Float64Array, most = Number.POSITIVE_INFINITY): readonly number[] {
		const scored: number[] = [];
		for (let document = 0; document < scores.length; document += 1) {
			if ((scores[document] as number) > 0) scored.push(document);
		}
		const byScore = (a: number, b: number): number =>
			(scores[b] as number) - (scores[a] as number) || this.#compareIds(a, b);
		return most < scored.length ? chooseBest(scored, most, byScore) : scored.sort(byScore);
	}

	#correct(unknown: readonly string[]): readonly string[] {
		return unknown.flatMap((term) =>
			correctWord(term, this.#graph.texts.terms(), (candidate) => this.#isKnown(candidate)),
		);
	}

	#isKnown(term: string): boolean {
		// A word that only hidden texts hold must be treated as one that nobody ever wrote.
		const isVisible = (document: number): boolean => this.#visible[document] === 1;
		const { texts, titles, edgeTexts } = this.#graph;
		// A title keeps the words that texts drop when it has no others, and an edge may say what no text does.
		return (
			texts.isHeld(term, isVisible) ||
			titles.isHeld(term, isVisible) ||
			edgeTexts.isHeld(term, (document) => this.#statisticsOf().edges.has(document))
		);
	}

	#statisticsOf(): { readonly texts: number; readonly titles: number; readonly edges: VisibleDocuments } {
		if (this.#statistics === undefined) {
			let texts = 0;
			let titles = 0;
			for (let document = 0; document < this.#visible.length; document += 1) {
				if (this.#visible[document] !== 1) continue;
				texts += this.#graph.texts.lengthOf(document);
				titles += this.#graph.titles.lengthOf(document);
			}
			const edges = new Set<number>();
			let edgeLength = 0;
			for (const [id, document] of this.#graph.edgeDocuments) {
				const edge = this.#graph.edge(id);
				if (!edge || !this.#node(edge.src_id) || !this.#node(edge.dst_id)) continue;
				edges.add(document);
				edgeLength += this.#graph.edgeTexts.lengthOf(document);
			}
			this.#statistics = {
				texts: texts / (this.#count || 1),
				titles: titles / (this.#count || 1),
				edges: {
					count: edges.size,
					averageLength: edgeLength / (edges.size || 1),
					has: (document) => edges.has(document),
				},
			};
		}
		return this.#statistics;
	}

	#linksOf(document: number): readonly { readonly edge: Edge; readonly other: number }[] {
		const slot = this.#graph.slots.get(this.#graph.idOfDocument[document] ?? "");
		const outgoing = [...(slot?.outgoing.values() ?? [])].map((edge) => ({ edge, end: edge.dst_id }));
		const incoming = [...(slot?.incoming.values() ?? [])].map((edge) => ({ edge, end: edge.src_id }));
		return [...outgoing, ...incoming].flatMap(({ edge, end }) => {
			const other = this.#documentOf(end);
			return other === undefined ? [] : [{ edge, other }];
		});
	}

	#documentOf(id: string): number | undefined {
		const document = this.#graph.slots.get(id)?.document;
		return document !== undefined && this.#visible[document] === 1 ? document : undefined;
	}

	#nodeOf(document: number): GraphNode | undefined {
		return this.#visible[document] === 1 ? this.#node(this.#graph.idOfDocument[document] ?? "") : undefined;
	}

	/** Without this, equal scores would stand in the order texts were written, which a copy does not have. */
	#compareIds(a: number, b: number): number {
		return compareTexts(this.#graph.idOfDocument[a], this.#graph.idOfDocument[b]);
	}
}

const compareTexts = (a = "", b = ""): number => (a < b ? -1 : a > b ? 1 : 0);

function withoutTargets({ targets, shares }: Row, cut: ReadonlySet<number>): Row {
	const kept = targets.map((target, index) => ({ target, share: shares[index] as number }));
	const left = kept.filter(({ target }) => !cut.has(target));
	const total = left.reduce((sum, { share }) => sum + share, 0);
	if (total === 0) return NO_ROW;
	return { targets: left.map(({ target }) => target), shares: left.map(({ share }) => share / total) };
}

/** The best few without sorting the rest. */
function chooseBest(
	items: readonly number[],
	most: number,
	compare: (a: number, b: number) => number,
): number[] {
	const best: number[] = [];
	for (const item of items) {
		const last = best.at(-1);
		if (best.length === most && last !== undefined && compare(last, item) <= 0) continue;
		const place = best.findIndex((other) => compare(item, other) < 0);
		best.splice(place < 0 ? best.length : place, 0, item);
		if (best.length > most) best.pop();
	}
	return best;
}
