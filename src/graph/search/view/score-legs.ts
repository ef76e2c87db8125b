import { calibrateCosine } from "../../model/embedder.ts";
import { chooseBest, type ScoreRow } from "../score/score-row.ts";
import { FUSION, rangeOf, scaleCosines } from "../score/search-weights.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import { analyseText } from "../words/analyse-text.ts";
import { isKnown } from "./correct-words.ts";
import type { ResolvedQuery } from "./search-query.ts";

/** The scores of the question itself, by document. */
export interface LegScores {
	/** 0 to 1, as are the others. */
	readonly words: ScoreRow;
	readonly fuzzy: ScoreRow;
	readonly meaning: ScoreRow;
	/** All of them added up. */
	readonly direct: ScoreRow;
	/** How close the closest passage is in meaning, 0 to 1; undefined where too little has vectors to say so. */
	readonly nearness: number | undefined;
	/** How well a passage fits by its own words and its own vector. */
	readonly weighPassage: (passage: number) => number;
	/** Finds the documents that hold every word of the question: a question of common words has very many. */
	readonly listHoldingAll: () => Iterable<number>;
}

/** Scores what the reader may see by its words, by words the question may have meant, and by meaning. */
export function scoreLegs(view: VisibleGraph, query: ResolvedQuery): LegScores {
	const off = new Set(query.without);
	const { known, asked, near, isWhole } = chooseWords(view, query);
	const nearTerms = [...near.keys()];
	const inKnown = scoreTerms(view, known, query.weightOf);
	const inNear = scoreTerms(view, nearTerms, (term) => query.weightOf(term) * (near.get(term) ?? 1));
	const words = scoreWords(view, inKnown, query);
	const fuzzy = scoreWords(view, inNear, query);
	// Laid together word by word: a text that holds the rest of the question and what a slip means holds all of it.
	const both = near.size === 0 ? words : scoreWords(view, addUp(view, [inKnown, inNear]), query);
	if (query.allWordsFirst && isWhole && near.size === 0)
		keepAllWords(view, known, { words: words.documents, least: query.allWordsFirst });
	const meaning = takeRow(view);
	const cosines = off.has("meaning") ? undefined : findCosines(view, query);
	const weighWords = both.at;
	const found = {
		words: words.documents,
		fuzzy: fuzzy.documents,
		meaning,
		listHoldingAll: () => (isWhole ? view.tables.texts.holdingEvery(asked, view.visible.marks) : []),
		nearness: cosines === undefined ? undefined : measureNearness(view, cosines),
	};
	// Most questions are spelt right, and asked without a model: what is found directly is what the words find.
	if (near.size === 0 && cosines === undefined)
		return { ...found, direct: words.documents, weighPassage: weighWords };
	const direct = takeRow(view);
	direct.addRow(both.documents);
	if (cosines === undefined) return { ...found, direct, weighPassage: weighWords };
	const { words: wordsShare, meaning: meaningShare } = weighMeaning(cosines);
	direct.scale(wordsShare);
	const range = rangeOf(cosines.documents.values(), view.tables.vectors.scale.floor);
	addMeaning({ view, cosines, scale: scaleCosines(range), share: meaningShare, direct, meaning });
	const scalePassage = scaleCosines({ ...range, base: range.floor });
	const weighPassage = (passage: number): number => {
		const cosine = cosines.passages.get(passage);
		const byWords = weighWords(passage);
		// A passage that has no vector yet may fit as well by meaning as by its words; that it does not would be a guess.
		const near = cosine !== undefined ? scalePassage(cosine) : isUnknown(view, passage) ? byWords : 0;
		return wordsShare * byWords + meaningShare * near;
	};
	return { ...found, direct, weighPassage };
}

const takeRow = ({ tables, visible }: VisibleGraph): ScoreRow => tables.scoreRows.take(visible.marks.length);

const takePassageRow = ({ tables, visible }: VisibleGraph): ScoreRow =>
	tables.scoreRows.take(visible.passages.marks.length);

const isUnknown = ({ tables }: VisibleGraph, passage: number): boolean =>
	!tables.vectors.has(tables.documents.nodeOf(tables.texts.ownerOf(passage)));

/** With too few texts indexed, those that are would win by being known; then meaning only decides between equals. */
const weighMeaning = ({ coverage }: Cosines): { readonly words: number; readonly meaning: number } =>
	coverage < FUSION.leastCoverage
		? { words: 1, meaning: FUSION.tieBreak }
		: { words: FUSION.words, meaning: FUSION.meaning };

function measureNearness({ tables }: VisibleGraph, { documents, coverage }: Cosines): number | undefined {
	if (coverage < FUSION.leastCoverage) return undefined;
	let nearest = 0;
	for (const cosine of documents.values())
		nearest = Math.max(nearest, calibrateCosine(cosine, tables.vectors.scale));
	return nearest;
}

function addMeaning(input: {
	readonly view: VisibleGraph;
	readonly cosines: Cosines;
	readonly scale: (cosine: number) => number;
	readonly share: number;
	readonly direct: ScoreRow;
	readonly meaning: ScoreRow;
}): void {
	const { view, cosines, scale, share, direct, meaning } = input;
	const { vectors, documents } = view.tables;
	if (cosines.coverage < 1) {
		for (const document of direct.documents.slice()) {
			if (vectors.has(documents.nodeOf(document))) continue;
			direct.add(document, (direct.at(document) / FUSION.words) * share);
		}
	}
	for (const [document, cosine] of cosines.documents) {
		const scaled = scale(cosine);
		if (scaled > 0) direct.add(document, share * scaled);
		const calibrated = calibrateCosine(cosine, vectors.scale);
		if (calibrated >= FUSION.leastMeaning) meaning.add(document, calibrated);
	}
}

/** Where enough texts hold every word, those that hold only some are not what was looked for. */
function keepAllWords(
	{ tables, visible }: VisibleGraph,
	terms: readonly string[],
	{ words, least }: { readonly words: ScoreRow; readonly least: number },
): void {
	const all = new Set(terms.length > 1 ? tables.texts.holdingEvery(terms, visible.marks) : []);
	if (all.size < least) return;
	words.keep((document) => all.has(document));
	words.scale(1);
}

/** The matches of some words: documents, and the score of each passage relative to the best one. */
interface WordScores {
	readonly documents: ScoreRow;
	readonly at: (passage: number) => number;
}

/** Where some terms are held, and how much of each text and title they are. */
interface TermScores {
	readonly terms: readonly string[];
	readonly passages: ScoreRow;
	readonly titles: ScoreRow;
}

function scoreTerms(
	view: VisibleGraph,
	terms: readonly string[],
	weightOf: ResolvedQuery["weightOf"],
): TermScores {
	const { tables, visible } = view;
	const [passages, titles] = [takePassageRow(view), takeRow(view)];
	tables.texts.postings.addScores(terms, visible.passages, passages, weightOf);
	tables.titles.addScores(terms, visible.titles, titles, weightOf);
	return { terms, passages, titles };
}

/** Every term adds to the score of what holds it, so the scores of all are the sum of the scores of some. */
function addUp(view: VisibleGraph, parts: readonly TermScores[]): TermScores {
	const [passages, titles] = [takePassageRow(view), takeRow(view)];
	for (const part of parts) {
		passages.addRow(part.passages);
		titles.addRow(part.titles);
	}
	return { terms: parts.flatMap(({ terms }) => terms), passages, titles };
}

/** The best passage, the title once more, and what is said on edges, which counts for both ends. */
function scoreWords(
	view: VisibleGraph,
	{ terms, passages, titles }: TermScores,
	query: ResolvedQuery,
): WordScores {
	const { tables, visible } = view;
	const scores = takeRow(view);
	if (terms.length === 0) return { documents: scores, at: () => 0 };
	const leaveOut = (row: ScoreRow): void => {
		if (query.excluded.size > 0) row.keep((document) => !query.excluded.has(document));
	};
	const { owners } = tables.texts;
	scores.raiseOwners(passages, { owners, lessened: visible.repeated, share: FUSION.repeated });
	leaveOut(scores);
	leaveOut(titles);
	const best = scores.largest || 1;
	const edgeTerms = visible.edgeTexts.count > 0 ? terms : [];
	const rarities = new Map(
		edgeTerms.map((term) => [term, tables.texts.postings.rarityOf(term, visible.passages)]),
	);
	const heldByText = weighBestHeld(view, rarities, scores);
	scores.addScaled(titles, FUSION.title * best);
	if (edgeTerms.length > 0) {
		const { ends, held } = scoreEdges(view, rarities, query);
		leaveOut(ends);
		// An edge that holds one common word would outweigh a text that holds them all, wherever few edges say anything.
		const hold = heldByText === 0 ? 1 : Math.min(1, held / heldByText);
		scores.addScaled(ends, FUSION.edge * hold ** 2 * best);
	}
	scores.scale(1);
	return { documents: scores, at: (passage) => passages.at(passage) / best };
}

/** The words of a question, each with how rare it is in the texts. */
type Rarities = ReadonlyMap<string, number>;

/** How much of the question one text holds, its rare words counting more. */
const weighHeld = (rarities: Rarities, held: readonly string[]): number =>
	held.reduce((sum, term) => sum + (rarities.get(term) ?? 0), 0);

/** Returns the share of the question that the best text holds. */
function weighBestHeld(view: VisibleGraph, rarities: Rarities, inText: ScoreRow): number {
	const { texts, documents } = view.tables;
	if (rarities.size === 0) return 0;
	const terms = [...rarities.keys()];
	const best = chooseBest(inText, FUSION.edgesCounted, (a, b) => documents.compare(a, b));
	return Math.max(0, ...best.map((document) => weighHeld(rarities, texts.matchingTerms(document, terms))));
}

function scoreEdges(
	view: VisibleGraph,
	rarities: Rarities,
	query: ResolvedQuery,
): { readonly ends: ScoreRow; readonly held: number } {
	const { tables, visible } = view;
	const { documents, edges, edgeTexts } = tables;
	// The text of an edge names its ends: the name of the focus would find the edges of the focus and no others.
	const focus = query.focusDocument;
	const named = new Set(
		focus === undefined ? [] : analyseText(documents.record(focus).title, tables.language),
	);
	const terms = [...rarities.keys()];
	const left = terms.filter((term) => !named.has(term));
	const found = tables.scoreRows.take(visible.edgeTexts.marks.length);
	edgeTexts.addScores(left.length > 0 ? left : terms, visible.edgeTexts, found);
	const best = chooseBest(found, FUSION.edgesCounted, (a, b) =>
		edges.compare(tables.edgeOfText(a), tables.edgeOfText(b)),
	);
	const scores = takeRow(view);
	for (const text of best) {
		const edge = tables.edgeOfText(text);
		const source = visible.documentOf(edges.sourceOf(edge));
		const target = visible.documentOf(edges.targetOf(edge));
		if (query.apartFrom.get(source)?.has(target)) continue;
		for (const end of [source, target]) scores.add(end, found.at(text) ** 2);
	}
	const held = best.map((text) => weighHeld(rarities, edgeTexts.matchingTerms(text, terms)));
	return { ends: scores, held: Math.max(0, ...held) };
}

/** How close the question is to what has vectors. */
interface Cosines {
	/** By the closest passage of each document. */
	readonly documents: ReadonlyMap<number, number>;
	readonly passages: ReadonlyMap<number, number>;
	/** The share of visible passages that have a vector. */
	readonly coverage: number;
}

function findCosines(view: VisibleGraph, query: ResolvedQuery): Cosines | undefined {
	const { tables, visible } = view;
	if (query.queryVector === undefined) return undefined;
	const documents = new Map<number, number>();
	const passages = new Map<number, number>();
	const counts = (node: number): boolean => {
		const document = visible.documentOf(node);
		return document >= 0 && !query.excluded.has(document);
	};
	const { texts } = tables;
	const compared = tables.vectors.compare(query.queryVector, counts, (node, ordinal, cosine) => {
		const document = visible.documentOf(node);
		const known = documents.get(document);
		if (known === undefined || cosine > known) documents.set(document, cosine);
		// A text that was written since has vectors of its former passages until it is embedded again.
		const passage = texts.firstOf(document) + ordinal;
		if (passage < texts.endOf(document)) passages.set(passage, cosine);
	});
	// Vectors of hidden texts alone are none: the other legs must weigh as much as if there were no such texts.
	if (documents.size === 0) return undefined;
	return { documents, passages, coverage: Math.min(1, compared / (visible.passages.count || 1)) };
}

/** The words to look for: the typed ones that some text contains, and near ones for the others. */
interface ChosenWords {
	readonly known: readonly string[];
	/** The words of the question itself that somebody wrote, corrected ones with them, without what was said before it. */
	readonly asked: readonly string[];
	/** Those that were corrected, or may be meant as well, each with how much it counts. */
	readonly near: ReadonlyMap<string, number>;
	/** Whether every word of the question is known. */
	readonly isWhole: boolean;
}

/** Chooses the terms of a question among those that the reader's texts hold. */
function chooseWords(view: VisibleGraph, query: ResolvedQuery): ChosenWords {
	const { language } = view.tables;
	const { near } = query;
	const terms = analyseText(query.query, language);
	const said = analyseText(query.background ?? "", language).filter((term) => isKnown(view, term));
	const held = new Set([...new Set(terms)].filter((term) => isKnown(view, term)));
	const asked = terms.filter((term) => held.has(term));
	const known = [...asked, ...said].filter((term) => !near.has(term));
	return { known, asked, near, isWhole: asked.length === terms.length };
}
