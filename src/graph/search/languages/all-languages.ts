import { InvalidInputError } from "../../model/errors.ts";
import { danish } from "./danish.ts";
import { dutch } from "./dutch.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { italian } from "./italian.ts";
import type { Language } from "./language.ts";
import { norwegian } from "./norwegian.ts";
import { portuguese } from "./portuguese.ts";
import { spanish } from "./spanish.ts";
import { swedish } from "./swedish.ts";

/** For a workspace of many languages, or of one that has no rules here: a word is found as it is written. */
const neutral: Language = {
	code: "none",
	name: "none",
	stopWords: new Set(),
	askingWords: new Set(),
	stem: (word) => word,
};

export const ALL_LANGUAGES: readonly Language[] = [
	english,
	german,
	french,
	spanish,
	italian,
	portuguese,
	dutch,
	swedish,
	danish,
	norwegian,
	neutral,
];

const byCode = new Map(ALL_LANGUAGES.map((language) => [language.code, language]));

/** A code that a later version has written must not take search away: its words are left as they are. */
export const languageOf = (code: string): Language => byCode.get(code) ?? neutral;

export function checkLanguage(code: string): string {
	if (byCode.has(code)) return code;
	throw new InvalidInputError(
		`There are no rules for the language "${code.slice(0, 20)}". Use one of ${[...byCode.keys()].join(", ")}.`,
		{ field: "language", known: [...byCode.keys()] },
		"language_unknown",
	);
}
