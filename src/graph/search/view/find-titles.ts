import { chooseBest } from "../score/score-row.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import { analyseText, foldText, locateTerms } from "../words/analyse-text.ts";
import { findNearWords, maySlip } from "./correct-words.ts";

export interface TitleSearch {
	readonly most: number;
	/** True also takes words with a slip. */
	readonly nearly?: boolean | undefined;
}

/** Tried only where a word begins: from each letter of a long one it would take the square of its length. */
const LAST_WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u;
const LONGEST_ENDING = 3;

/** The visible documents whose names hold the typed words; the last word may be unfinished. */
export function findTitles(
	view: VisibleGraph,
	typed: string,
	{ most, nearly = false }: TitleSearch,
): readonly number[] {
	const { tables, visible } = view;
	const { titles, language, documents } = tables;
	const isHeld = (term: string): boolean => titles.isHeld(term, visible.marks);
	// A person who types the beginnings of several words means all of them.
	const listBegun = (term: string): readonly string[] =>
		isHeld(term) ? [] : [...titles.termsBeginning(term)];
	const written = new Map(
		locateTerms(typed, language).map(({ term, start, end }) => [term, foldText(typed.slice(start, end))]),
	);
	const listSlips = (term: string): readonly string[] =>
		maySlip(written.get(term) ?? "")
			? findNearWords(view, written.get(term) ?? "", isHeld).flatMap((near) => near.term ?? [])
			: [];
	const prefix = LAST_WORD.exec(foldText(typed))?.[0];
	const words = analyseText(typed, language);
	const choices = words.map((term, place): readonly string[] => {
		const isLast = place === words.length - 1;
		const begun = isLast && prefix !== undefined ? beginWith(view, prefix) : listBegun(term);
		const slips = nearly && begun.length === 0 && !isHeld(term) ? listSlips(term) : [];
		return [term, ...begun, ...slips];
	});
	const [first = [], ...others] = [...choices].sort((a, b) => a.length - b.length);
	tables.scoreRows.begin();
	const found = tables.scoreRows.take(visible.marks.length);
	for (const document of new Set(first.flatMap((term) => titles.holding(term, visible.marks) ?? [])))
		found.add(document, 1);
	if (others.length > 0) {
		found.keep((document) => others.every((terms) => titles.matchingTerms(document, terms).length > 0));
	}
	// The newest are kept: by id, since the number of a document reveals when others wrote.
	return chooseBest(found, most, (a, b) => documents.compare(b, a));
}

/** The visible documents whose names hold most of some terms, rare ones counting more; the best first. */
export function findCalled(
	{ tables, visible }: VisibleGraph,
	terms: readonly string[],
	most: number,
): readonly number[] {
	const { titles, documents, scoreRows } = tables;
	const { marks } = visible;
	scoreRows.begin();
	const scores = scoreRows.take(marks.length);
	for (const term of new Set(terms)) {
		const score = Math.log(1 + visible.count / (titles.countHolding(term, marks) || 1));
		for (const document of titles.holding(term, marks) ?? []) scores.add(document, score);
	}
	return chooseBest(scores, most, (a, b) => documents.compare(a, b));
}

/** Terms of names that begin with these letters, or that are what a stem leaves of them. */
function beginWith({ tables, visible }: VisibleGraph, prefix: string): readonly string[] {
	const { titles } = tables;
	const begun = [...titles.termsBeginning(prefix)];
	for (let ending = 1; ending <= LONGEST_ENDING && begun.length === 0; ending += 1) {
		const stem = prefix.slice(0, -ending);
		if (stem.length >= LONGEST_ENDING && titles.isHeld(stem, visible.marks)) begun.push(stem);
	}
	return begun;
}
