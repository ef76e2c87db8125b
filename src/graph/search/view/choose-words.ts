import type { VisibleGraph } from "../visible/visible-graph.ts";
import { analyseText } from "../words/analyse-text.ts";
import { isKnown } from "./correct-words.ts";
import type { ResolvedQuery } from "./search-query.ts";

/** What is looked for: words that somebody wrote, and near ones for those that nobody did. */
export interface ChosenWords {
	readonly known: readonly string[];
	/** The words of the question itself that somebody wrote, corrected ones with them, without what was said before it. */
	readonly asked: readonly string[];
	/** Those that were corrected, or may be meant as well, each with how much it counts. */
	readonly near: ReadonlyMap<string, number>;
	/** Whether every word of the question is known. */
	readonly isWhole: boolean;
}

/** Chooses the terms of a question among those that the reader's texts hold. */
export function chooseWords(view: VisibleGraph, query: ResolvedQuery): ChosenWords {
	const { language } = view.tables;
	const { near } = query;
	const terms = analyseText(query.query, language);
	const said = analyseText(query.background ?? "", language).filter((term) => isKnown(view, term));
	const held = new Set([...new Set(terms)].filter((term) => isKnown(view, term)));
	const asked = terms.filter((term) => held.has(term));
	const known = [...asked, ...said].filter((term) => !near.has(term));
	return { known, asked, near, isWhole: asked.length === terms.length };
}
