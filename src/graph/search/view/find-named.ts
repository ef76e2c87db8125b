import { foldTitle } from "../../model/entity.ts";
import type { Neighbourhood } from "../visible/neighbourhood.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import { analyseText, isStopWord } from "../words/analyse-text.ts";
import type { EncodedWords } from "../words/encode-words.ts";
import { listPlaces } from "../words/hold-phrase.ts";

/** Quotes around a name and the mark after a question are no part of it. */
const BEFORE = /["'“”‘’«»\s]/u;
const AFTER = /["'“”‘’«»?!.\s]/u;

/** Sign by sign from both ends: a pattern that looks for the end would try every run of signs on its way there. */
function stripSigns(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && BEFORE.test(text[start] as string)) start += 1;
	while (end > start && AFTER.test(text[end - 1] as string)) end -= 1;
	return text.slice(start, end);
}

const HAS_DIGIT = /\p{N}/u;
const HAS_CAPITAL = /\p{Lu}/u;
const HAS_TWO_WORDS = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u;
const IS_NUMBER = /^\p{N}+$/u;
const FEWEST_WORDS = 2;
/** A name of plain words is meant where it makes up this much of what a question says. */
const LEAST_SHARE = 0.25;

/**
 * The documents that a question calls by name: it is their title, an alias or their ref, or it holds such a name that is an
 * identifier or has two words or more. A single plain word in a question may mean anything, and so may two in a long one,
 * unless they are written as the name is, capitals and all.
 */
export function findNamed(
	view: VisibleGraph,
	input: {
		readonly query: string;
		readonly question: EncodedWords;
		readonly neighbourhood: Neighbourhood;
	},
): ReadonlySet<number> {
	const { query, question, neighbourhood } = input;
	const { documents, names, connections, language } = view.tables;
	const written = stripSigns(query);
	const folded = foldTitle(written);
	const found = new Set<number>();
	for (const document of [...names.candidates(folded), ...names.candidates(written)]) {
		if (view.visible.marks[document] !== 1) continue;
		const { ref, title, aliases } = documents.record(document);
		if (ref === written || [title, ...aliases].some((name) => foldTitle(name) === folded))
			found.add(document);
	}
	// A question that is a name means what is called so, not what is called by a part of it or with other signs.
	if (found.size > 0) return found;
	const said = analyseText(query, language).length;
	const isWrittenSo = (document: number): boolean => {
		const { title, aliases } = documents.record(document);
		const names = [title, ...aliases].filter((name) => HAS_CAPITAL.test(name) && HAS_TWO_WORDS.test(name));
		return names.some((name) => listPlaces(query, name).length > 0);
	};
	for (const { entry, bearers } of neighbourhood.names.in(question)) {
		const words = [...connections.titles.wordsOf(entry)].map((word) => connections.words.word(word));
		const telling = words.filter((word) => !isStopWord(word, language));
		const isIdentifier = telling.some((word) => HAS_DIGIT.test(word) && !IS_NUMBER.test(word));
		if (!isIdentifier && telling.length < FEWEST_WORDS) continue;
		const isMeant = isIdentifier || telling.length >= LEAST_SHARE * said;
		for (const bearer of bearers) if (isMeant || isWrittenSo(bearer)) found.add(bearer);
	}
	return found;
}
