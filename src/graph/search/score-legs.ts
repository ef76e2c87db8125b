import { calibrateCosine } from "../model/embedder.ts";
import { analyseText } from "./analyse-text.ts";
import { chooseBest } from "./best-first.ts";
import { chooseWords, holdingAll } from "./choose-words.ts";
import { FUSION, scaleCosines } from "./fuse-legs.ts";
import type { ScoreRow } from "./score-row.ts";
import type { ResolvedQuery, SearchableView } from "./view-search.ts";

/** What the question itself finds, by document. */
export interface LegScores {
	/** 0 to 1, as are the others. */
	readonly words: ScoreRow;
	readonly fuzzy: ScoreRow;
	readonly meaning: ScoreRow;
	/** All of them laid together. */
	readonly direct: ScoreRow;
	/** The words of the question that somebody wrote, each once. */
	readonly terms: readonly string[];
}

/** Scores what the reader may see by its words, by words the question may have meant, and by meaning. */
export function scoreLegs(view: SearchableView, query: ResolvedQuery): LegScores {
	const off = new Set(query.without);
	const { known, near, isWhole } = chooseWords(view, query);
	const words = scoreWords(view, known, query);
	const fuzzy = scoreWords(view, near, query);
	if (query.allWordsFirst && isWhole) keepAllWords(view, known, { words, least: query.allWordsFirst });
	words.scale(1);
	fuzzy.scale(1);
	const meaning = takeRow(view);
	const cosines = off.has("meaning") ? undefined : findCosines(view, query);
	// Most questions are spelt right, and asked without a model: what is found directly is what the words find.
	if (near.length === 0 && cosines === undefined)
		return { words, fuzzy, meaning, direct: words, terms: [...new Set(known)] };
	const direct = takeRow(view);
	direct.addScaled(words, 1);
	const nearShare = near.length / Math.max(1, known.length + near.length);
	direct.addScaled(fuzzy, FUSION.corrected * nearShare);
	direct.scale(cosines ? FUSION.words : 1);
	if (cosines) addMeaning({ view, cosines, direct, meaning });
	return { words, fuzzy, meaning, direct, terms: [...new Set(known)] };
}

const takeRow = ({ tables, visible }: SearchableView): ScoreRow =>
	tables.scoreRows.take(visible.marks.length);

function addMeaning(input: {
	readonly view: SearchableView;
	readonly cosines: ReadonlyMap<number, number>;
	readonly direct: ScoreRow;
	readonly meaning: ScoreRow;
}): void {
	const { view, cosines, direct, meaning } = input;
	const { scale } = view.tables.vectors;
	for (const [document, share] of scaleCosines(cosines, scale.floor)) {
		direct.add(document, FUSION.meaning * share);
	}
	for (const [document, cosine] of cosines) {
		const calibrated = calibrateCosine(cosine, scale);
		if (calibrated >= FUSION.leastMeaning) meaning.add(document, calibrated);
	}
}

/** Where enough texts hold every word, those that hold only some are not what was looked for. */
function keepAllWords(
	view: SearchableView,
	terms: readonly string[],
	{ words, least }: { readonly words: ScoreRow; readonly least: number },
): void {
	const all = new Set(terms.length > 1 ? holdingAll(view, terms) : []);
	if (all.size >= least) words.keep((document) => all.has(document));
}

/** The text, the title once more, and what stands on edges, which counts for both ends. */
function scoreWords(view: SearchableView, terms: readonly string[], query: ResolvedQuery): ScoreRow {
	const { tables, visible } = view;
	const scores = takeRow(view);
	if (terms.length === 0) return scores;
	const leaveOut = (row: ScoreRow): void => {
		if (query.excluded.size > 0) row.keep((document) => !query.excluded.has(document));
	};
	tables.texts.addScores(terms, visible.texts, scores);
	leaveOut(scores);
	const told = visible.edgeTexts.count > 0 ? terms : [];
	const rarities = new Map(told.map((term) => [term, tables.texts.rarityOf(term, visible.texts)]));
	const heldByText = weighBestHeld(view, rarities, scores);
	scores.scale(1);
	const inTitle = takeRow(view);
	tables.titles.addScores(terms, visible.titles, inTitle);
	leaveOut(inTitle);
	scores.addScaled(inTitle, FUSION.title);
	if (told.length > 0) {
		const { ends, held } = scoreEdges(view, rarities, query);
		leaveOut(ends);
		// An edge that holds one common word would outweigh a text that holds them all, wherever few edges say anything.
		const hold = heldByText === 0 ? 1 : Math.min(1, held / heldByText);
		scores.addScaled(ends, FUSION.edge * hold ** 2);
	}
	return scores;
}

/** The words of a question, each with how rare it is in the texts. */
type Rarities = ReadonlyMap<string, number>;

/** How much of the question one text holds, its rare words counting more. */
const weighHeld = (rarities: Rarities, held: readonly string[]): number =>
	held.reduce((sum, term) => sum + (rarities.get(term) ?? 0), 0);

/** What the best text holds of the question. */
function weighBestHeld(view: SearchableView, rarities: Rarities, inText: ScoreRow): number {
	const { texts, documents } = view.tables;
	if (rarities.size === 0) return 0;
	const terms = [...rarities.keys()];
	const best = chooseBest(inText, FUSION.edgesCounted, (a, b) => documents.compare(a, b));
	return Math.max(0, ...best.map((document) => weighHeld(rarities, texts.matchingTerms(document, terms))));
}

function scoreEdges(
	view: SearchableView,
	rarities: Rarities,
	query: ResolvedQuery,
): { readonly ends: ScoreRow; readonly held: number } {
	const { tables, visible } = view;
	const { documents, edges, edgeTexts } = tables;
	// What stands on an edge names its ends: the name of the focus would find the edges of the focus and no others.
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

function findCosines(view: SearchableView, query: ResolvedQuery): ReadonlyMap<number, number> | undefined {
	const { tables, visible } = view;
	if (query.queryVector === undefined) return undefined;
	const cosines = new Map<number, number>();
	const counts = (node: number): boolean => {
		const document = visible.documentOf(node);
		return document >= 0 && !query.excluded.has(document);
	};
	tables.vectors.compare(query.queryVector, counts, (node, cosine) => {
		const document = visible.documentOf(node);
		const known = cosines.get(document);
		if (known === undefined || cosine > known) cosines.set(document, cosine);
	});
	// Vectors of hidden texts alone are none: the other legs must weigh as much as if there were no such texts.
	return cosines.size > 0 ? cosines : undefined;
}
