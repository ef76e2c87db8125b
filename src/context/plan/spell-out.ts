import { replaceEach } from "../../graph/model/replace-each.ts";

const NOT: Readonly<Record<string, string>> = { can: "cannot", won: "will not", shan: "shall not" };
const SHORT: Readonly<Record<string, string>> = { re: "are", ve: "have", ll: "will", m: "am" };

const CUT_SHORT =
	/\b([a-z]+)n['’]t\b|\b(who|what|where|when|how)s\b(?!['’])|\b(who|what|which|where|when|why|how|that|there|here|it|he|she|nobody|everybody|anybody|somebody|anyone|someone|everyone|nothing|anything|everything)['’]s\b(?=(\s+(?:got|been|had|become))?)|(?<=[a-z])['’](re|ve|ll|m)\b/gi;

const NEITHER = /\bneither\b(?=.{1,80}\bnor\b)/i;

/** "Neither done nor blocked" denies both. */
const denyEach = (question: string): string =>
	NEITHER.test(question) ? replaceEach(question.replace(NEITHER, "not"), /\bnor\b/gi, "and not") : question;

/** Spells out short forms: "aren't" says "not", and "who's" asks who somebody is. An owner's "'s" stays. */
export const spellOut = (question: string): string =>
	denyEach(question).replace(
		CUT_SHORT,
		(
			said,
			verb: string | undefined,
			bare: string | undefined,
			word: string | undefined,
			has: string | undefined,
			short = "",
		) => {
			// The n of "can't" is a part of the verb.
			if (verb !== undefined) return NOT[`${verb}n`.toLowerCase()] ?? `${verb} not`;
			if (bare !== undefined) return `${bare} is`;
			if (word !== undefined) return `${word} ${has === undefined ? "is" : "has"}`;
			return ` ${SHORT[short.toLowerCase()] ?? said}`;
		},
	);
