import type { Language } from "../../graph/search/languages/language.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";
import { remember } from "../model/remember.ts";

/** Returns the analyser of a language, always the same function: texts it has analysed are kept under it. */
export const analyserOf = remember(
	(language: Language) =>
		(text: string): readonly string[] =>
			analyseText(text, language),
);
