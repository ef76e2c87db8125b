import { listPhrases } from "../../model/list-phrases.ts";

/** How the words of one language are reduced to what their inflections share. A language answers for itself. */
export interface Language {
	/** Two letters of ISO 639-1; `none` for words left as they are. */
	readonly code: string;
	readonly name: string;
	/** Words that belong to the form of a question, not to its subject; folded, as they are compared. */
	readonly stopWords: ReadonlySet<string>;
	/**
	 * Words that say what to do with the answer, not what the question is about: "summarize", "overview". They are looked for
	 * like others, since texts may hold them; that no text holds them says nothing about the question.
	 */
	readonly askingWords: ReadonlySet<string>;
	/** Returns the stem of a folded word: small letters, no accents. */
	readonly stem: (word: string) => string;
	/** The verbs in a folded word whose stem is another: "lead" in "led", "own" in "owner". Some may be no words. */
	readonly verbsIn?: (word: string) => readonly string[];
	/** Things people do to things and to each other, with the several ways of saying each. */
	readonly deeds?: readonly Deed[];
	/** How things are, in the several ways in which it is said. */
	readonly conditions?: readonly Condition[];
	/** Events on the days that fields hold, in the several ways in which people say them: who joined has a start. */
	readonly moments?: readonly Condition[];
	/** The words that a folded noun is made of, where people also write them apart: "hand" and "over" in "handover". */
	readonly wordsIn?: (noun: string) => readonly string[];
	/** Every noun begins with a capital: a capital is no sign of a name. */
	readonly capitalisesNouns?: true;
	/** Words for where something is, as fields and kinds are called. */
	readonly places?: ReadonlySet<string>;
}

/** One thing that is done, and all ways to say it, verbs in their base form. */
export interface Deed {
	/** As who does it says it: "supply". */
	readonly does: readonly string[];
	/** As that to which it is done says it: "come from". */
	readonly undergoes?: readonly string[];
	/** Names for the one who does it, and for the one it is done to. */
	readonly doer?: readonly string[];
	readonly done?: readonly string[];
}

/** How something is, as states and choices call it, and how else people say so: what was refused was turned down. */
export interface Condition {
	readonly called: readonly string[];
	readonly said: readonly string[];
}

type Phrases = readonly string[] | undefined;

/** Entries whose every list is written as one text with commas. */
export const readPhrases = <Entry extends { readonly [Name in keyof Entry]: Phrases }>(
	written: readonly { readonly [Name in keyof Entry]: string }[],
): readonly Entry[] =>
	written.map(
		(entry) =>
			Object.fromEntries(
				Object.entries<string>(entry).map(([name, text]) => [name, listPhrases(text)]),
			) as unknown as Entry,
	);

/** A condition in each line: what it is called, and how else people say so. */
export const readConditions = (text: string): readonly Condition[] =>
	text
		.trim()
		.split("\n")
		.map((line) => {
			const [called = [], said = []] = line.split(": ").map((part) => listPhrases(part));
			return { called, said };
		});

export const listWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** An ending, its replacement, and how many letters must be left before it. */
export type Ending = readonly [ending: string, instead?: string, left?: number];

/** Endings that nothing replaces, with blanks between them. */
export const bareEndings = (text: string): readonly Ending[] => text.split(" ").map((ending) => [ending]);

const SHORTEST_STEM = 3;
/** A consonant that an ending has doubled, as in several Germanic languages. */
export const DOUBLED = /(?<=.{2})([bdfgklmnprst])\1$/;

/** Replaces the first ending in the list that fits: longer ones come first. */
export function replaceEnding(word: string, endings: readonly Ending[]): string {
	for (const [ending, instead = "", left = SHORTEST_STEM] of endings) {
		if (word.length - ending.length >= left && word.endsWith(ending)) {
			return word.slice(0, word.length - ending.length) + instead;
		}
	}
	return word;
}
