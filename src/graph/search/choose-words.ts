import { analyseText } from "./analyse-text.ts";
import { correctWord } from "./correct-words.ts";
import type { ResolvedQuery, SearchableView } from "./view-search.ts";

/** What is looked for: words that somebody wrote, and near ones for those that nobody did. */
export interface ChosenWords {
	readonly known: readonly string[];
	/** Those of them that the question itself holds, without what was said before it. */
	readonly asked: readonly string[];
	readonly near: readonly string[];
	/** Whether every word of the question is known. */
	readonly isWhole: boolean;
}

/** A page pasted in as a question has hundreds of words nobody wrote; looking for each in the whole vocabulary takes seconds. */
const MOST_CORRECTED = 8;
const MOST_COMPLETIONS = 8;
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 4;

/** Chooses the terms of a question among those that the reader's texts hold. */
export function chooseWords(view: SearchableView, query: ResolvedQuery): ChosenWords {
	const { language } = view.tables;
	const terms = analyseText(query.query, language);
	const said = analyseText(query.background ?? "", language).filter((term) => isKnown(view, term));
	const held = new Set([...new Set(terms)].filter((term) => isKnown(view, term)));
	const asked = terms.filter((term) => held.has(term));
	const known = [...asked, ...said];
	const unknown = terms.filter((term) => !held.has(term));
	const isWhole = unknown.length === 0;
	if (query.without?.includes("fuzzy")) return { known, asked, near: [], isWhole };
	const typing = query.prefix === undefined ? undefined : unknown.at(-1);
	const near = unknown.slice(0, MOST_CORRECTED).flatMap((term) => {
		const completed = term === typing ? completeWord(view, query.prefix ?? "") : [];
		return completed.length > 0 ? completed : correct(view, term);
	});
	return { known, asked, near, isWhole };
}

/** What a word in the making may become, the shortest first. Past its stem, it is found by what the stem left of it. */
function completeWord(view: SearchableView, prefix: string): readonly string[] {
	const longer = [...view.tables.texts.postings.termsBeginning(prefix)].filter((term) => isKnown(view, term));
	if (longer.length > 0) {
		const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
		return longer.sort(byLength).slice(0, MOST_COMPLETIONS);
	}
	for (let ending = 1; ending <= LONGEST_ENDING; ending += 1) {
		const stem = prefix.slice(0, -ending);
		if (stem.length >= SHORTEST_STEM && isKnown(view, stem)) return [stem];
	}
	return [];
}

const correct = (view: SearchableView, term: string): readonly string[] =>
	correctWord(term, view.tables.texts.postings.termsBeginning(term.slice(0, 1)), (candidate) =>
		isKnown(view, candidate),
	);

/** A word that only hidden texts hold must be treated as one that nobody ever wrote. */
function isKnown({ tables, visible }: SearchableView, term: string): boolean {
	// A title keeps the words that texts drop when it has no others, and an edge may say what no text does.
	return (
		tables.texts.isHeld(term, visible.marks) ||
		tables.titles.isHeld(term, visible.marks) ||
		tables.edgeTexts.isHeld(term, visible.edgeTexts.marks)
	);
}

/** The visible documents that hold every one of the terms. */
export function holdingAll({ tables, visible }: SearchableView, terms: readonly string[]): readonly number[] {
	// The shortest list first: the others are looked at only for what stands on it.
	const [rarest, ...others] = [...new Set(terms)].sort(
		(a, b) => tables.texts.postings.listLength(a) - tables.texts.postings.listLength(b),
	);
	if (rarest === undefined) return [];
	const holding = tables.texts.holding(rarest, visible.marks) ?? [];
	return holding.filter((document) => tables.texts.matchingTerms(document, others).length === others.length);
}
