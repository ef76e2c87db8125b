import { LONGEST_TITLE } from "../../../contract/limits.ts";
import { replaceEach } from "../../model/replace-each.ts";

const NUL = /\0/g;
const HALF_CHARACTER = /\p{Surrogate}/gu;
const LONGEST_BODY = 3_900_000;

/** Without NUL and halves of surrogate pairs, which no database keeps, and no longer than a body may be. */
export const cleanText = (text: string): string =>
	replaceEach(replaceEach(text.slice(0, LONGEST_BODY), NUL, ""), HALF_CHARACTER, "\uFFFD");

/** A text in one line, no longer than a title may be. */
export const cleanLine = (text: string): string =>
	cleanText(
		text
			.slice(0, 4 * LONGEST_TITLE)
			.replace(/[\s\p{Cc}]+/gu, " ")
			.trim()
			.slice(0, LONGEST_TITLE),
	);
