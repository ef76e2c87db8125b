import type { Json } from "../../graph/model/json.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { Span } from "./mask-words.ts";
import { type QuestionToken, stemOf } from "./question-tokens.ts";

/** A condition in a question on the state or a field of the requested entities. */
export interface Mark extends Span {
	/** `state_key`, or the name of a field. */
	readonly field: string;
	/** One of these; nothing at all where there are none. */
	readonly values: readonly Json[];
	readonly isNot: boolean;
	/** The values are such as people write, and not ones among which they choose. */
	readonly isWritten?: true;
	/** It says how pressing something is, which matters while it is to be done. */
	readonly isPressing?: true;
}

export const STATE = "state_key";

const NOT = new Set("not no never nor nobody nothing none cannot without".split(" "));
const FARTHEST_NOT = 3;
/** Parts of the names of fields that nobody says. */
const FILING = new Set("at id ids key".split(" "));

export const isHere = (tokens: readonly QuestionToken[], at: number, stems: readonly string[]): boolean =>
	stems.length > 0 &&
	stems.every((stem, index) => tokens[at + index]?.stems[0] === stem || tokens[at + index]?.word === stem);

export const stemsOf = (text: string, language: Language): readonly string[] =>
	text
		.split(/[\s_-]+/)
		.filter((word) => word !== "" && !FILING.has(word))
		.map((word) => stemOf(word, language));

export const isNegated = (tokens: readonly QuestionToken[], at: number): boolean =>
	tokens.slice(Math.max(0, at - FARTHEST_NOT), at).some(({ word }) => NOT.has(word));
