import { type Row, type Spread, spreadRank } from "../connect/spread-rank.ts";
import { chooseBest, rankWithin, type ScoreRow } from "../score/score-row.ts";
import { FUSION } from "../score/search-weights.ts";
import { Neighbourhood } from "../visible/neighbourhood.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import { analyseText } from "../words/analyse-text.ts";
import { chooseSeeds, explainPath } from "./choose-seeds.ts";
import { correctQuestion } from "./correct-question.ts";
import { findNamed } from "./find-named.ts";
import { measureEvidence, QuestionWords } from "./question-words.ts";
import { type LegScores, scoreLegs } from "./score-legs.ts";
import type {
	Correction,
	HitStep,
	LegHit,
	LegName,
	PassageHit,
	ResolvedQuery,
	SearchHit,
	SearchOutcome,
	SearchQuery,
} from "./search-query.ts";

/** Each way of searching as a row of scores from 0 to 1. */
type Legs = Readonly<Record<LegName, ScoreRow>>;

type Filter = (document: number) => boolean;

interface RankedDocument {
	readonly document: number;
	readonly score: number;
}

interface RankInput {
	readonly scored: LegScores;
	readonly spread: Spread | undefined;
	readonly legs: Legs;
	readonly isWanted: Filter | undefined;
	readonly most: number;
	readonly named: ReadonlySet<number>;
}

const LEGS: readonly LegName[] = ["words", "fuzzy", "meaning", "graph"];
const JUST_BELOW = 0.999;
/** Of one text; no budget holds more of it. */
const MOST_PASSAGES = 64;
const NOTHING_NEAR: Correction["near"] = new Map();
const NO_ROW: Row = { targets: [], shares: [] };

/** Searching in what one reader may see. Everything counted, weighed or walked here is visible to them. */
export class ViewSearch {
	readonly #view: VisibleGraph;
	readonly #neighbourhood: Neighbourhood;
	readonly #compare: (a: number, b: number) => number;
	#corrected: { readonly query: SearchQuery; readonly correction: Correction } | undefined;

	constructor(view: VisibleGraph) {
		this.#view = view;
		const { documents } = view.tables;
		this.#compare = (a, b) => documents.compare(a, b);
		this.#neighbourhood = new Neighbourhood(view);
	}

	/** Returns all matches, best first, and the methods that found each. */
	search(request: SearchQuery): SearchOutcome {
		this.#view.tables.scoreRows.begin();
		const correction = this.correct(request);
		const query = this.#resolve({ ...request, query: correction.text }, correction.near);
		const scored = scoreLegs(this.#view, query);
		const spread = this.#spread(query, scored);
		const legs = { ...scored, graph: this.#listReached(spread) };
		const isWanted = this.#makeFilter(query);
		const total = countMatches(legs, isWanted);
		const { limit = total } = request;
		const named = this.#findNamed(query, isWanted);
		const ranked = this.#rank(query, { scored, spread, legs, isWanted, most: limit, named });
		const best = putFirst(ranked, named).slice(0, limit);
		const chosen = best.map(({ document }) => document);
		const ranks = LEGS.map((leg) => ({ leg, places: rankWithin(chosen, legs[leg], this.#compare) }));
		const highest = best.find(({ document }) => !named.has(document))?.score || 1;
		const bestFit = scored.direct.largest || 1;
		const words = new QuestionWords(this.#view, query, request.query);
		const joined = this.#leadingFrom(best[0]?.document);
		const hits = best.map(({ document, score }): SearchHit => {
			const ways = ranks.flatMap(({ leg, places }): LegHit[] => {
				const rank = places.get(document);
				return rank === undefined ? [] : [{ leg, rank, score: legs[leg].at(document) }];
			});
			const needsPath = !ways.some(({ leg }) => leg === "words" || leg === "fuzzy");
			return {
				node: this.#view.tables.documents.record(document),
				score: named.has(document) ? 1 : FUSION.uncertain * Math.min(1, score / highest),
				fit: scored.direct.at(document) / bestFit,
				passages: this.#listPassages(document, scored, words),
				legs: ways,
				joined: joined.get(document) ?? 0,
				...(needsPath && spread && this.#explain(document, spread)),
			};
		});
		const evidence = measureEvidence(this.#view, {
			words,
			found: chosen,
			passagesOf: (place) => hits[place]?.passages ?? [],
			nearness: scored.nearness,
		});
		return { hits, total, correction, evidence, words: words.words };
	}

	/** Returns the corrected question. It is kept, since it is needed once to be embedded and once to be searched. */
	correct(request: SearchQuery): Correction {
		if (request.without?.includes("fuzzy")) return { text: request.query, replaced: [], near: NOTHING_NEAR };
		const known = this.#corrected;
		const isSame = (["query", "prefix", "required"] as const).every(
			(key) => known?.query[key] === request[key],
		);
		if (known !== undefined && isSame) return known.correction;
		const correction = correctQuestion(this.#view, request);
		this.#corrected = { query: request, correction };
		return correction;
	}

	#leadingFrom(document: number | undefined): ReadonlyMap<number, number> {
		let isLinked = false;
		if (document !== undefined) {
			this.#view.eachLink(document, () => {
				isLinked = true;
			});
		}
		if (document === undefined || isLinked) return new Map();
		const { targets, shares } = this.#neighbourhood.rowOf(document);
		return new Map(targets.map((target, index) => [target, shares[index] as number]));
	}

	#listPassages(document: number, { weighPassage }: LegScores, words: QuestionWords): readonly PassageHit[] {
		const { texts } = this.#view.tables;
		const { repeated } = this.#view.visible;
		const [first, end] = [texts.firstOf(document), texts.endOf(document)];
		const found: { readonly ordinal: number; readonly score: number }[] = [];
		for (let passage = first; passage < end; passage += 1) {
			const score = repeated[passage] === 1 ? 0 : weighPassage(passage);
			if (score > 0) found.push({ ordinal: passage - first, score });
		}
		found.sort((a, b) => b.score - a.score || a.ordinal - b.ordinal);
		const best = found[0]?.score ?? 1;
		const least = found.at(-1)?.score ?? 0;
		const share = (score: number): number => {
			const own = best === least ? 1 : (score - least) / (best - least);
			return (1 - FUSION.own) * (score / best) + FUSION.own * own;
		};
		return found.slice(0, MOST_PASSAGES).map(({ ordinal, score }) => ({
			ordinal,
			score: share(score),
			held: words.heldBetween(first + ordinal, first + ordinal + 1),
		}));
	}

	#resolve(query: SearchQuery, near: Correction["near"]): ResolvedQuery {
		const { documents } = this.#view.tables;
		const { marks } = this.#view.visible;
		const find = (id: string): number => this.#view.visible.documentOf(documents.ids.find(id));
		const apartFrom = new Map<number, Set<number>>();
		for (const [first, second] of query.apart ?? []) {
			const ends = [find(first), find(second)] as const;
			for (const [from, to] of [ends, [ends[1], ends[0]]] as const) {
				if (from >= 0 && to >= 0) apartFrom.set(from, (apartFrom.get(from) ?? new Set()).add(to));
			}
		}
		const focus = query.focus === undefined ? -1 : find(query.focus);
		return {
			...query,
			focusDocument: focus < 0 ? undefined : focus,
			excluded: new Set([
				...(query.exclude ?? []).map(find).filter((document) => document >= 0),
				...(query.banned ?? []).flatMap((term) => this.#view.tables.texts.holding(term, marks) ?? []),
			]),
			apartFrom,
			near,
			weightOf: this.#weighTerms(query, near),
		};
	}

	#weighTerms({ query, background }: SearchQuery, near: Correction["near"]): ResolvedQuery["weightOf"] {
		if (background === undefined) return () => 1;
		const asked = new Set([...analyseText(query, this.#view.tables.language), ...near.keys()]);
		return (term) => (asked.has(term) ? 1 : FUSION.background);
	}

	#spread(query: ResolvedQuery, { direct }: LegScores): Spread | undefined {
		if (query.without?.includes("graph")) return undefined;
		const neighbourhood = this.#neighbourhood;
		const { connections, documents } = this.#view.tables;
		const { focusDocument: focus } = query;
		// A person who asks from an entity often names it: as the best match of its own name, it would outweigh the rest.
		const best = chooseBest(direct, FUSION.seeds + 1, this.#compare)
			.filter((document) => document !== focus)
			.slice(0, FUSION.seeds);
		const question = connections.encode(query.query);
		const focusWords = connections.encode(focus === undefined ? "" : documents.record(focus).title);
		const seeds = chooseSeeds({ query, question, focusWords, direct, best, neighbourhood });
		if (seeds.size === 0) return undefined;
		const rowOf = (document: number): Row => {
			const row = neighbourhood.rowOf(document);
			const cut = query.apartFrom.get(document);
			return cut ? withoutTargets(row, cut) : row;
		};
		const { restart, epsilon, mostSteps } = FUSION;
		return spreadRank({ seeds, rowOf, restart, epsilon, mostSteps });
	}

	/**
	 * The best of what matches and is wanted. What the graph did not reach is in the order in which it was found directly,
	 * so that only the first of it, and what the graph did reach, have to be weighed: a common word matches half of
	 * everything.
	 */
	#rank(
		query: ResolvedQuery,
		{ scored, spread, legs, isWanted, most, named }: RankInput,
	): readonly RankedDocument[] {
		const { direct } = scored;
		const isMatch = (document: number): boolean =>
			LEGS.some((leg) => legs[leg].has(document)) && (isWanted?.(document) ?? true);
		const reached = [...(spread?.mass.keys() ?? [])].filter(isMatch);
		const pool = new Set([...chooseBest(direct, most, this.#compare, isMatch), ...reached, ...named]);
		const scoreOf = (document: number): number => {
			const found = direct.at(document);
			// The focus keeps the rank that its words give it: the walk hardly begins there.
			if (spread === undefined || (document === query.focusDocument && found > 0)) return found;
			const mass = spread.mass.get(document) ?? 0;
			return FUSION.direct * found + FUSION.graph * (mass / (spread.largest || 1));
		};
		// A cosine too small to count as a match is no finding of its own.
		const isFound = (document: number): boolean =>
			LEGS.some((leg) => leg !== "graph" && legs[leg].has(document));
		// A hit that only the graph found never precedes one that holds every word of the question.
		const holding = reached.every(isFound) ? [] : takeMatching(scored.listHoldingAll(), isMatch, most);
		// Where those that hold every word fill the list by themselves, there is no place for it at all.
		const least = holding.reduce((lowest, document) => Math.min(lowest, scoreOf(document)), Infinity);
		const mostReached = holding.length === most ? 0 : least;
		const bounded = (document: number): number => {
			const score = scoreOf(document);
			return isFound(document) ? score : Math.min(score, mostReached * JUST_BELOW);
		};
		return [...pool]
			.map((document) => ({ document, score: bounded(document) }))
			.filter(({ document, score }) => score > 0 || named.has(document))
			.sort((a, b) => b.score - a.score || this.#compare(a.document, b.document));
	}

	#findNamed(query: ResolvedQuery, isWanted: Filter | undefined): ReadonlySet<number> {
		const question = this.#view.tables.connections.encode(query.query);
		const found = findNamed(this.#view, {
			query: query.query,
			question,
			neighbourhood: this.#neighbourhood,
		});
		// A person who asks from an entity often names it, and asks about the rest.
		const isMeant = (document: number): boolean => document !== query.focusDocument;
		return new Set([...found].filter((document) => isMeant(document) && (isWanted?.(document) ?? true)));
	}

	/**
	 * The documents that the graph reached, and each one's share of the largest amount, as far as it is worth showing.
	 */
	#listReached(spread: Spread | undefined): ScoreRow {
		const row = this.#takeRow();
		for (const [document, mass] of spread?.mass ?? []) {
			const share = mass / (spread?.largest || 1);
			if (share >= FUSION.leastGraph) row.add(document, share);
		}
		return row;
	}

	#takeRow(): ScoreRow {
		return this.#view.tables.scoreRows.take(this.#view.visible.marks.length);
	}

	/** Most searches return every kind, and filter tens of thousands: only the requested conditions are checked. */
	#makeFilter(query: ResolvedQuery): Filter | undefined {
		const { documents } = this.#view.tables;
		const { projectId, kinds, skipArchived, excluded, required = [] } = query;
		const tests: ((document: number) => boolean)[] = [];
		if (excluded.size > 0) tests.push((document) => !excluded.has(document));
		if (required.length > 0) {
			const holding = new Set(this.#view.tables.texts.holdingEvery(required, this.#view.visible.marks));
			tests.push((document) => holding.has(document));
		}
		if (projectId !== undefined) {
			const project = documents.labels.find(projectId);
			tests.push((document) => documents.projectOf(document) === project);
		}
		if (kinds !== undefined) {
			const wanted = new Set(kinds.map((kind) => documents.labels.find(kind)));
			tests.push((document) => wanted.has(documents.kindOf(document)));
		}
		if (skipArchived) tests.push((document) => !documents.isArchived(document));
		return tests.length < 2 ? tests[0] : (document) => tests.every((isWanted) => isWanted(document));
	}

	#explain(document: number, spread: Spread): { readonly path?: readonly HitStep[] } {
		const { documents } = this.#view.tables;
		const path = explainPath({ document, spread, documents, neighbourhood: this.#neighbourhood });
		return path === undefined ? {} : { path };
	}
}

/** Those that are named before all others, in the order they have. */
const putFirst = (
	ranked: readonly RankedDocument[],
	named: ReadonlySet<number>,
): readonly RankedDocument[] => [
	...ranked.filter(({ document }) => named.has(document)),
	...ranked.filter(({ document }) => !named.has(document)),
];

function takeMatching(documents: Iterable<number>, isMatch: Filter, most: number): readonly number[] {
	const taken: number[] = [];
	for (const document of documents) {
		if (taken.length === most) break;
		if (isMatch(document)) taken.push(document);
	}
	return taken;
}

/** How much any leg found and is wanted, each once. */
function countMatches(legs: Legs, isWanted: Filter | undefined): number {
	let total = 0;
	for (const [place, leg] of LEGS.entries()) {
		const { documents } = legs[leg];
		const earlier = LEGS.slice(0, place).map((name) => legs[name]);
		const isNew = (document: number): boolean => !earlier.some((row) => row.has(document));
		if (place === 0 && isWanted === undefined) {
			total += documents.length;
			continue;
		}
		for (let index = 0; index < documents.length; index += 1) {
			const document = documents[index] as number;
			if ((isWanted === undefined || isWanted(document)) && (place === 0 || isNew(document))) total += 1;
		}
	}
	return total;
}

function withoutTargets({ targets, shares }: Row, cut: ReadonlySet<number>): Row {
	const kept = targets.map((target, index) => ({ target, share: shares[index] as number }));
	const left = kept.filter(({ target }) => !cut.has(target));
	const total = left.reduce((sum, { share }) => sum + share, 0);
	if (total === 0) return NO_ROW;
	return { targets: left.map(({ target }) => target), shares: left.map(({ share }) => share / total) };
}
