import { replaceEach } from "../../graph/model/replace-each.ts";

/** Phrases that open a question; "and" and "so" stay, since they refer to the turn before. */
const OPENING =
	/^\W*(?:(?:hey|hi|hello|ok|okay|please|well|thanks)\b[\s,.!]*)*(?:(?:can|could|would|will) (?:you|someone|anybody)(?: please| kindly)?(?= )|(?:i|we)(?:['’]d| would)? (?:like|want|need|love) to (?:know|see|hear|find out|understand)|(?:i am|i['’]m|we are|we['’]re) (?:wondering|trying to find out)|(?:do you|does (?:anyone|anybody|someone)) (?:happen to )?know|i wonder|(?:have|got) (?:you )?any idea|any idea|let me know|remind me(?: again)?|quick question:?|my question is)\b/i;

/** A question without what only makes it polite. Places stay as they are. */
export const blankOpening = (query: string): string =>
	query.replace(OPENING, (opening) => " ".repeat(opening.length));

/** "No, the overdue ones", "no I meant the reversed ones": "no" before a noun denies the noun, and corrects nothing. */
const CORRECTS =
	/^\W{0,9}(?:(?:(?:no|nope|sorry|actually|wait)[,.!;:]\s{0,9}){1,3}(?:(?:i|we) (?:meant|mean)\b[\s,:]{0,9})?|(?:(?:no|nope|sorry|actually|wait)[\s,.!;:]{1,9}){0,3}(?:i|we) (?:meant|mean)\b[\s,:]{0,9})/i;

/** A question that corrects the one before it as a question that goes on from there, which says the same. */
export const turnCorrection = (query: string): string => query.replace(CORRECTS, "and ");

/** "On what does it depend?" says what "what does it depend on?" says; the order of its words would turn it round. */
const FRONTED =
	/^(\W{0,20}(?:(?:and|so|but)\W{1,20})?)(to|on|upon|from|for)( (?:which|what)\b.*\b(?:belong|depend|wait|rely|lead|report|refer|contribute|come|work)(?:s|ing)?)(\W{0,20})$/is;

/** "What are Fergus's tasks blocked by?" asks for the blockers, and does not limit the tasks to a state. */
const BLOCKED_BY_WHAT =
	/^(\W{0,20}(?:(?:and|so|but)\W{1,20})?what) (?:is|are|was|were) (.{3,120}?) (?:blocked|held up|held back|delayed|stopped) by(\W{0,20})$/is;

/** A question that asks by what something is held up, in the active voice. */
export const putBlockerFirst = (query: string): string =>
	query.replace(BLOCKED_BY_WHAT, "$1 is in the way of $2$3");

/** A question with the preposition it begins with behind its verb. Places of other words stay as they are. */
export const putPrepositionLast = (query: string): string =>
	query.replace(FRONTED, (_, before: string, preposition: string, rest: string, after: string) => {
		const word = preposition.toLowerCase() === "upon" ? "on" : preposition.toLowerCase();
		return `${before}${" ".repeat(preposition.length)}${rest} ${word}${after}`;
	});

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
