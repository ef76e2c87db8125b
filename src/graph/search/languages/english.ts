import { stemmer } from "stemmer";
import { type Language, listWords } from "./language.ts";

/** Past forms that no rule about endings joins to their verb. */
const IRREGULAR: Readonly<Record<string, string>> = {
	bought: "buy",
	brought: "bring",
	built: "build",
	chose: "choose",
	chosen: "choose",
	did: "do",
	done: "do",
	drawn: "draw",
	drew: "draw",
	driven: "drive",
	fed: "feed",
	found: "find",
	gave: "give",
	given: "give",
	grown: "grow",
	held: "hold",
	kept: "keep",
	led: "lead",
	lent: "lend",
	made: "make",
	met: "meet",
	paid: "pay",
	ran: "run",
	sent: "send",
	sold: "sell",
	spoke: "speak",
	spoken: "speak",
	sung: "sing",
	taken: "take",
	taught: "teach",
	told: "tell",
	took: "take",
	won: "win",
	written: "write",
	wrote: "write",
};

/** Who does something, and to whom it is done: an owner owns, a supplier supplies, an assignee is assigned. */
const DOERS: readonly (readonly [ending: RegExp, verb: string])[] = [
	[/iers?$/, "y"],
	[/([bdgmnprt])\1ers?$/, "$1"],
	[/[eo]rs?$/, ""],
	[/ers?$/, "e"],
	[/ees?$/, ""],
];
const SHORTEST_VERB = 3;

function verbsIn(word: string): readonly string[] {
	const past = IRREGULAR[word];
	const done = DOERS.filter(([ending]) => ending.test(word)).map(([ending, verb]) =>
		word.replace(ending, verb),
	);
	return [...(past === undefined ? [] : [past]), ...done.filter(({ length }) => length >= SHORTEST_VERB)];
}

/** Porter's rules. */
export const english: Language = {
	code: "en",
	name: "English",
	stopWords:
		listWords(`a an and any are as at be been but by can could did do does doing for from had has have how i if
		in into is it its me my no not of on or our shall should so such tell than that the their them then there these
		they this those to us was we were what when where which who whom whose why will with would you your`),
	askingWords: listWords(
		`briefly describe description detail details explain explanation give information know list outline overview
		please show status summarise summarize summary update`,
	),
	stem: stemmer,
	verbsIn,
};
