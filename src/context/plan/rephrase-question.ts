import { type Kind, wordsOf } from "../../graph/model/kind.ts";
import { RELATIONS } from "../../graph/model/relations.ts";
import { replaceEach } from "../../graph/model/replace-each.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { remember } from "../model/remember.ts";

type Saying = readonly [said: RegExp, meant: string];

/** Ways to say the same that could be read as they are, and would mean something else. */
const MISLEADING: readonly Saying[] = [
	// "Tasks that nobody has started"
	[
		/\b(?:that )?(?:nobody|no one|no-one) (?:has |have |had )?(?:yet )?(started|begun|touched)(?: yet)?\b/i,
		"not $1",
	],
	// "Signals that came in this week"
	[/\b(?:that )?(?:came|have come|has come) (?:in|up)\b/i, "recorded"],
	// "Not due until next year": due then or later
	[/\b(?:not|never) (?:be )?due (?:until|till|before)\b/i, "due from"],
	// "Which project is furthest behind?"
	[
		/\b(which [\p{L}-]{2,30}) is (?:the )?(?:furthest|farthest|most|worst) behind\b/iu,
		"$1 has the most overdue tasks",
	],
	// "Is Sallow on track?": how it goes, and not what is in a state of that name
	[
		/^(\W{0,20})is (.{2,80}?) (?:still )?(?:on (?:track|schedule|time|course)|in (?:trouble|good shape)|going well)(\W{0,20})$/is,
		"$1how is $2 doing$3",
	],
	// "Who all works on it"
	[/\b(who|what) all\b/i, "$1"],
];

/** Ways to say the same in words that the readers know. Each is tried where a question cannot be read as it is. */
const SAYINGS: readonly Saying[] = [
	// "From whom do we get the pump?": the order of its words would turn the relation round.
	[
		/^(\W{0,20}(?:(?:and|so|but)\W{1,20})?)(to|on|upon|from|for|in|at|under|with|against|towards?) ((?:which|what|whom)\b.{1,200}?)([?.!\s]{0,20})$/is,
		"$1$3 $2$4",
	],
	// "For which goal are we training officers?": what we do is what it is about.
	[
		/^(\W{0,20})(?:to|on|for|in|at|under|with|against|towards?) (which|what) ([\p{L}-]+) (?:are|is|do|does|did|were|was) (?:we|they|i|you) (.{1,200}?)([?.!\s]{0,20})$/isu,
		"$1$2 $3 is $4 for$5",
	],
	// "Plans that are led by nobody"
	[/\b(?:(?:is|are|was|were)\s)?([\p{L}-]{3,20}) by (nobody|no one|no-one|nothing)\b/iu, "$2 $1"],
	// "Unowned risks"
	[/\bun([\p{L}]{2,20}(?:ed|led))\s([\p{L}-]{2,30})\b/iu, "$2 that nobody $1"],
	// "Whose work holds up the drill?"
	[/\bwhose (?:work|task|tasks|job|jobs)\b/i, "who"],
	// "Anybody with overdue work?"
	[/^\W{0,20}(?:is there )?(?:any|some)(?:one|body) with\b/i, "who has"],
	// "What do I still have to do?", "now the same for Heron please": words that add nothing.
	[/\b(?:still|actually|really|exactly|currently|right now|at the moment|all in all)\s/gi, ""],
	[/^\W{0,20}(?:now|then)\b/i, ""],
	[/\b(?:please|thanks|thank you)\W{0,20}$/i, ""],
	// "What is new in Heron?", "what did I miss this week?"
	[/^\W{0,20}(?:what|anything)(?: is| has been)? new\b/i, "what has changed recently"],
	[/^\W{0,20}(?:what|anything)(?: did| have| i){0,3} (?:i |we )?miss(?:ed)?\b/i, "what has changed"],
	// "What are my next steps?"
	[/^\W{0,20}what (?:is|are) (?:my|our) next (?:steps?|actions?|moves?|tasks?)\b/i, "what should i do next"],
	// "Any blocked work?": of any kind
	[
		/^\W{0,20}(?:is there |do we have )?(?:any|some|our|the)? ?(blocked|stuck|overdue|late|delayed) (?:work|stuff)\b/i,
		"what is $1",
	],
	// "The last thing we decided"
	[
		/\b(last|latest|newest|first) thing (?:that )?(?:was )?(?:(?:we|they|you|i) )?(?:decided|agreed)\b/i,
		"$1 decision",
	],
	[
		/\b(last|latest|newest) thing (?:that )?(?:was )?(?:(?:we|they|you|i) )?(?:finished|completed|closed)\b/i,
		"$1 finished task",
	],
	// "What is on Sylvie's list?"
	[
		/^\W{0,20}(?:what|anything)(?: is| are)? on ([\p{L}][\p{L} .-]{1,40}['’]s) (?:to-?do )?(?:list|plate|desk|board|queue)\b/iu,
		"$1 open tasks",
	],
	// "Threats to the first paid delivery", "what could go wrong with the drill"
	[
		/^\W{0,20}(?:(?:what|which|list|show|any|the|are|is|there)\s){0,4}(?:threats?|dangers?) (?:to|for|of) /i,
		"which risks threaten ",
	],
	[
		/^\W{0,20}what (?:could|can|might|may) (?:go wrong|hurt us|bite us)(?: with| in| on| for| at)? /i,
		"which risks threaten ",
	],
	// "What would slip if the voice route slips?"
	[
		/^\W{0,20}what(?: else)? (?:would|will|could|might) (?:slip|be (?:late|delayed|affected|held up|blocked)|suffer|stop|wait) (?:if|when|because of|should) (.{2,120}?)(?: (?:slips?|fails?|stops?|slipped|(?:is|are|was|were|gets?|runs?) (?:late|delayed|blocked|stuck)))?(\W{0,20})$/is,
		"what does $1 block$2",
	],
	// "Jobs Dov is foreman of": the noun is what the job calls him.
	[
		/^(\W{0,20}(?:(?:which|what|the|all) )?[\p{L}-]{2,30}) (?:that )?([\p{L}][\p{L} '’.-]{1,40}?) (?:is|are|was|were) (?:the |an? )?([\p{L}-]{3,30}) (?:of|for|on)(\W{0,20})$/iu,
		"$1 whose $3 is $2$4",
	],
];

const replaceAllOf = (sayings: readonly Saying[], query: string): string =>
	sayings.reduce((text, [said, meant]) => text.replace(said, meant), query);

/** A question in which nothing is said in words that would be read as something else. */
export const sayPlainly = (query: string): string => replaceAllOf(MISLEADING, query);

/** Other ways to say a question, as far as there are any: with one saying replaced, and with all of them. */
export function rephraseQuestion(query: string): readonly string[] {
	const each = SAYINGS.map(([said, meant]) => query.replace(said, meant));
	const all = replaceAllOf(SAYINGS, query);
	return [...new Set([...each, all])].filter((other) => other !== query);
}

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

const WORD = /[\p{L}]+/gu;
/** In a shorter word one letter makes another word. */
const SHORTEST = 4;
const LONGEST = 20;
/** Without one letter, a shorter word is too ambiguous to correct. */
const SHORTEST_WITHOUT_ONE = 5;
/** The workspace's own kinds may have thousands of names. */
const MOST_WORDS = 5_000;
const ASKING = "which what whose where when list show overdue blocked assigned responsible".split(" ");
const WORDS_ONLY = ["meaning", "graph", "fuzzy"] as const;

/** Two letters in the wrong order, one left out or one typed twice: slips of which nobody makes another word on purpose. */
function isSlipOf(typed: string, word: string): boolean {
	if (typed[0] !== word[0] || typed === word) return false;
	let at = 0;
	while (at < typed.length && typed[at] === word[at]) at += 1;
	const [rest, meant] = [typed.slice(at), word.slice(at)];
	if (typed.length === word.length)
		return rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2);
	if (typed.length === word.length - 1) return word.length >= SHORTEST_WITHOUT_ONE && rest === meant.slice(1);
	return typed.length === word.length + 1 && rest.slice(1) === meant && rest[0] === typed[at - 1];
}

/** Words by which a question asks: names of kinds, of their states and of the built-in relations. */
const listAskingWords = remember((kinds: readonly Kind[]): readonly string[] => {
	const names = [
		...ASKING,
		...RELATIONS.flatMap(({ label, inverseLabel }) => [label, inverseLabel]),
		...kinds.flatMap((kind) => [...wordsOf(kind), ...kind.states.map(({ key }) => key)]),
	];
	const words = names
		.flatMap((name) => name.toLowerCase().match(WORD) ?? [])
		.filter(({ length }) => length >= SHORTEST && length <= LONGEST);
	return [...new Set(words)].slice(0, MOST_WORDS);
});

/** Whether some text or name holds a word: then it is no slip. */
const isWritten = (graph: GraphView, word: string): boolean =>
	graph.search({ query: word, without: WORDS_ONLY, limit: 1 }).hits.length > 0;

/** A question in which words that ask are written as they are meant: "which taks are blokced". */
export function mendSlips(query: string, graph: GraphView): string {
	const words = listAskingWords(graph.kinds.all);
	const all = new Set(words);
	return query.replace(WORD, (typed) => {
		const folded = typed.toLowerCase();
		if (folded.length < SHORTEST || folded.length > LONGEST || all.has(folded)) return typed;
		// Takes the longest: questions ask for many of a kind more often than for one.
		const [meant] = words
			.filter((word) => isSlipOf(folded, word))
			.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
		return meant === undefined || isWritten(graph, folded) ? typed : meant;
	});
}
