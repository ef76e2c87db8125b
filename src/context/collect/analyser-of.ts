import type { Language } from "../../graph/search/languages/language.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";

type Analyse = (text: string) => readonly string[];

const analysers = new Map<string, Analyse>();

/** What tells the terms of a text of this language. The same one each time: what was analysed before is kept by it. */
export function analyserOf(language: Language): Analyse {
	const known = analysers.get(language.code);
	if (known) return known;
	const analyse: Analyse = (text) => analyseText(text, language);
	analysers.set(language.code, analyse);
	return analyse;
}
