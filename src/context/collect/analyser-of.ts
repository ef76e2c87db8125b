import type { Language } from "../../graph/search/languages/language.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";

type Analyse = (text: string) => readonly string[];

const analysers = new Map<string, Analyse>();

/** Returns the analyser of a language, always the same object: it caches the texts it has analysed. */
export function analyserOf(language: Language): Analyse {
	const known = analysers.get(language.code);
	if (known) return known;
	const analyse: Analyse = (text) => analyseText(text, language);
	analysers.set(language.code, analyse);
	return analyse;
}
