import type { DayRange } from "../../graph/model/due.ts";
import type { Json } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { addDays } from "../../graph/model/reader-days.ts";
import { english } from "../../graph/search/languages/english.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Mark } from "./read-choices.ts";
import { FIRST_DAY, LAST_DAY, readDayRange } from "./read-day-range.ts";
import { isManyNamed, listNamed, nounsOf } from "./read-kinds.ts";
import { type Missing, readMarks } from "./read-marks.ts";
import { findDated, readSuperlative, SUPERLATIVE_WORDS } from "./read-superlative.ts";

/** One thing a question asks for: everything of which a rule is true. */
export type Ask =
	| { readonly rule: "open" | "closed" | "all" }
	/** Or what is open and not so. */
	| { readonly rule: "overdue" | "blocked"; readonly isNot?: true | undefined }
	/** Open, or also closed where the question looks back. */
	| { readonly rule: "due"; readonly range: DayRange; readonly isPast?: true | undefined }
	| { readonly rule: "decided" | "changed" | "created" | "finished"; readonly range: DayRange }
	/** The newest or oldest, by the date its kind goes by; so many of them. */
	| {
			readonly rule: "latest";
			readonly most: number;
			readonly isOldest: boolean;
			/** The day of its own by which it goes. */
			readonly field?: string | undefined;
			/** Only of what is open. */
			readonly isOpen?: true | undefined;
	  }
	/** The items due soonest, from today on, or the first or last of all open ones; this many of them. */
	| { readonly rule: "upcoming"; readonly most: number; readonly end?: "first" | "last" | undefined }
	/** Of which a field of its own holds one of these days. */
	| { readonly rule: "dated"; readonly field: string; readonly range: DayRange }
	/** Work that could be done now, the most pressing first. */
	| { readonly rule: "next"; readonly most: number }
	/** Open items rated highest, or lowest, by a scale or a field: all at the extreme, or the first so many. */
	| {
			readonly rule: "extreme";
			readonly isLowest: boolean;
			readonly field?: string | undefined;
			readonly most?: number | undefined;
	  }
	/** Only what the marks say. */
	| { readonly rule: "marked" };

/** The reading of a question that asks for a set by a rule, rather than for matches of its words. */
export interface Intent {
	readonly asks: readonly Ask[];
	/** The kinds it names; empty when it names none. */
	readonly kinds: readonly Kind[];
	readonly isMine: boolean;
	/** Conditions on states and fields; all of them must be true. */
	readonly marks: readonly Mark[];
	/** Things that must be missing: "without an owner". */
	readonly missing: readonly Missing[];
	/** Every rule must be true, not one of them: "overdue and blocked". */
	readonly isBoth: boolean;
}

/** The moments by which some rules go, by the column that holds each. */
export const MOMENTS = { changed: "updated_at", created: "created_at", finished: "completed_at" } as const;

const ASKS_FOR_A_SET =
	/\b(?:what|which|list|show|name|give|find|get|display|enumerate|any|anything|everything|all|how many|number of|count|are there|is there|who)\b/i;
const ASKS_OTHERWISE =
	/^\s*(?:why|when(?! (?:is|are) (?:the|our|my|[\p{L}-]+['’]s?) next)|where|how (?!many)|explain|summari[sz]e|describe|draft|write|break|compare)\b/iu;
const MOST_WORDS_OF_A_LABEL = 4;

const SOON_DAYS = 7;
const RECENT_DAYS = 7;

/** A copula before an adjective of state, and nouns that take such an adjective whatever their kind. */
const COPULA =
	"is|are|was|were|be|been|being|both|'s|he|she|they|we|i|it|there|that|still|already|now|currently|any|anything|everything|all|my|our|the|me|many|and|or|in|of|has|have";
const ANY_NOUN = "work|items?|things?|stuff|ones?|entities|records?";

const HOW_MANY = /\b(?:how many|number of|count of)\b/i;
const WHAT_THERE_IS = /\b(?:are there|do we have|have we got|exist|there are)\b/i;
const COMMAND =
	/^\s*(?:list|show|name|give|find|get|display|enumerate)(?: me| us)?(?: all| every| the| our| my)*\b/i;
const MINE =
	/\b(?:mine|assigned to me|on my (?:plate|list|desk)|(?:do|must|should|can) i (?:have to |need to )?(?:get |be )?(?:do|done|work|finish|start)|am i (?:working|responsible|supposed|late)|do i have|i have to do|waits? for me|waiting for me)\b/i;
/** Looks at days on which something was to be done, done or not. */
const WAS_DUE = /\b(?:was|were|had been) (?:[\p{L}]+ )?due\b/iu;
const DUE_DATES =
	/\b(?:due|target|end|finish)[ -]dates?\b|\bends?\b(?= (?:in|on|by|before|this|next)\b)|\b(?:happening|going on|scheduled|planned for|com(?:e|es|ing) up|fall(?:s)?(?= (?:in|on|due)\b)|take(?:s)? place)\b/i;
const DUE =
	/(?<!past )\bdue(?= (?:today|tomorrow|yesterday|this|next|last|since|in|within|by|soon|before|on|until|over|and|or|from)\b|\s*[?.!]?\s*$)|\b(?:upcoming|coming up|deadlines?)\b/i;
const OVERDUE_WORDS =
	"overdue|late|late with|late on|behind with|behind on|past due|behind schedule|past (?:its|their|the) (?:due )?(?:date|deadline)|running late|slipping|slipped|delayed";
const BLOCKED_WORDS = "blocked(?! by| on)|stuck|held up|on hold";
const DECIDED =
	/\bdecid(?:e|ed)\b|\bdecisions?\b.*\b(?:made?|makes?|taken?|takes|took|reach(?:ed)?|pass(?:ed)?)\b/i;
const CHANGED =
	/\b(?:changed|changes|updated|edited|touched|happened|recent activity|recent|recently|lately)\b/i;
const CREATED = /\b(?:created|added|opened|raised|recorded|reported|new)\b/i;
const FINISHED = /\b(?:finish(?:ed)?|completed?|closed?|done|achieved?|deliver(?:ed)?|reach(?:ed)?)\b/i;
/** What may have happened to things on some days, the first of these that a question says. */
const HAPPENED = [
	["decided", DECIDED],
	["finished", FINISHED],
	["created", CREATED],
	["changed", CHANGED],
] as const;
const RECENTLY = /\b(?:recent|recently|lately)\b/i;
const NEXT =
	/\b(?:what(?:'s| is| comes)? next|next up|(?:do|work on|tackle|start|pick up|be doing|focus on) (?:first|next|now)|most urgent|most pressing|prioriti[sz]e)\b/i;
const STATUS =
	/\b(?:status|state of play|how (?:is|are|'s) .{2,80} (?:doing|going|coming along|looking|progressing)|how far (?:is|are|along)|where (?:do|does|are|is) .{2,80} (?:stand|at)|progress (?:of|on)|(?:any )?update on|catch me up on|bring me up to speed on)\b/i;
const FEW = 5;
const TO_DECIDE =
	/^\W*(?:(?:and|so|ok|okay)\W+)*(?:what|which|is|are|anything|something)\b.{0,40}\b(?:(?:needs?|have|has|left|remains?|still|yet|must)\b.{0,20}\bdecide|to (?:be )?decided?|undecided)\b/i;
const OPEN_WORDS =
	"open|unfinished|incomplete|outstanding|left|remaining|unresolved|undone|going(?! on| to| well)|still running";
/** "Which tasks does she still have to do?" */
const TO_DO =
	/\b(?:(?:have|has|had|need|needs|left|still|yet|remains?) to (?:be |get )?(?:do|done|finish|finished|complete|completed)|still to do|to-?dos?|ahead of (?:us|me|them))\b/i;
const YET = /\byet\b/i;
/** "Which tasks should have been done by now?" */
const SHOULD_BE_DONE =
	/\b(?:should|ought to) (?:already )?(?:have been|be) (?:done|finished|completed?|ready|closed|reached|met|achieved|delivered)\b|\bsupposed to (?:be|have been) (?:done|finished|ready)\b/i;
/** For kinds with other names for their last states. */
const CLOSED = /\b(?:finished|done|completed|closed|over|concluded|resolved)\b/i;
const NOT_CLOSED =
	/\b(?:not|never|nobody|nothing|none)\b(?:\s+[\p{L}]+){0,3}\s+(?:finished|done|completed|closed|over|concluded|resolved)\b/iu;
/** "What have we decided?" */
const DECIDED_AT_ALL =
	/\b(?:what|which)\b.{0,30}\b(?:have|has|did|was|were|been) (?:[\p{L}]+ ){0,2}(?:decided|decide|agreed)\b\s*(?:so far|yet|already|here)?\W*$/iu;

/** All that says by which rule, of whose and how many. */
export const RULE_WORDS: readonly RegExp[] = [
	ASKS_FOR_A_SET,
	HOW_MANY,
	WHAT_THERE_IS,
	COMMAND,
	MINE,
	DUE,
	DUE_DATES,
	new RegExp(`\\b(?:${OVERDUE_WORDS}|${BLOCKED_WORDS})\\b`, "i"),
	// Between the noun and its verb there may be a name.
	/\bdecid(?:e|ed)\b|(?<=\bdecisions?\b.{0,60})\b(?:made?|makes?|taken?|takes|took|reach(?:ed)?|pass(?:ed)?)\b/i,
	CHANGED,
	CREATED,
	FINISHED,
	RECENTLY,
	NEXT,
	STATUS,
	...SUPERLATIVE_WORDS,
	TO_DECIDE,
	TO_DO,
	CLOSED,
	/\b(?:open|unfinished|outstanding|left|remaining|late|soon|taken|due|marked|state|status|decisions? (?:made|taken|reached|passed))\b/i,
];

/** True where the words say how things are: after a form of "be", before a noun, or alone. */
function isSaidOf(question: string, words: string, nouns: string): boolean {
	const pattern = `(?:\\b(?:${COPULA})\\s+(?:${words})\\b|\\b(?:${words})\\s+(?:${nouns}|${ANY_NOUN})\\b|^\\s*(?:${words})\\b|\\b(?:${words})\\s*[?.!]?\\s*$)`;
	return new RegExp(pattern, "i").test(question);
}

/** "Not late": what is said is denied. */
const isDenied = (question: string, words: string): boolean =>
	new RegExp(`\\b(?:not|never|no longer)\\s+(?:[a-z]+\\s+){0,2}(?:${words})\\b`, "i").test(question);

/** "The most urgent task" is one. */
const isOneNamed = (question: string, kinds: readonly Kind[]): boolean =>
	kinds.length > 0 &&
	/\bmost (?:urgent|pressing)\b/i.test(question) &&
	!kinds.some((kind) => isManyNamed(question, kind));

function readAsks(asked: {
	readonly question: string;
	readonly kinds: readonly Kind[];
	readonly marks: readonly Mark[];
	readonly today: string;
	readonly since: DayRange | undefined;
	readonly isMissing: boolean;
	readonly language: Language;
}): readonly Ask[] {
	const { question, kinds, marks, today, since: named, isMissing, language } = asked;
	const nouns = kinds.length === 0 ? ANY_NOUN : kinds.map(nounsOf).join("|");
	const isDue =
		DUE.test(question) || DUE_DATES.test(question) || SHOULD_BE_DONE.test(question) || TO_DO.test(question);
	const isPast = WAS_DUE.test(question);
	const range = named ?? readDayRange(question, today, isDue && !isPast ? "ahead" : "back");
	const isAhead = range !== undefined && range.to >= today;
	const recently = RECENTLY.test(question) ? { from: addDays(today, -RECENT_DAYS), to: today } : undefined;
	const soon = { from: today, to: addDays(today, SOON_DAYS) };
	const end = readSuperlative(question, kinds, { language, isDated: range !== undefined })?.asks;
	if (end?.some(({ rule }) => rule === "upcoming")) return end;
	const asks: Ask[] = [];
	const isNot = (words: string): true | undefined => isDenied(question, words) || undefined;
	if (isSaidOf(question, OVERDUE_WORDS, nouns) || (SHOULD_BE_DONE.test(question) && !isAhead))
		asks.push({ rule: "overdue", isNot: isNot(OVERDUE_WORDS) });
	if (isSaidOf(question, BLOCKED_WORDS, nouns)) asks.push({ rule: "blocked", isNot: isNot(BLOCKED_WORDS) });
	const isUndated = marks.some(({ values }) => values.length === 0);
	if ((DUE.test(question) || (range && isDue && asks.length === 0)) && !isUndated)
		asks.push({ rule: "due", range: range ?? soon, ...(isPast && { isPast: true as const }) });
	if (asks.length > 0) return asks;
	if (NEXT.test(question)) return [{ rule: "next", most: isOneNamed(question, kinds) ? 1 : FEW }];
	if (end) {
		const isOpenOnly = isSaidOf(question, OPEN_WORDS, nouns);
		return end.map((ask) => (ask.rule === "latest" && isOpenOnly ? { ...ask, isOpen: true as const } : ask));
	}
	const since = range ?? recently;
	const isWritten = CREATED.test(question) || CHANGED.test(question);
	const [only, another] = kinds;
	const dated =
		range && only && another === undefined ? findDated(question, only, { language, isWritten }) : undefined;
	if (dated !== undefined && range) return [{ rule: "dated", field: dated, range }];
	if (since) {
		const happened = HAPPENED.find(([, words]) => words.test(question));
		if (happened) return [{ rule: happened[0], range: since }];
		// "The decisions that Maren took in October": the verb may be that of a relation.
		if (range && kinds.length > 0 && kinds.every(({ dates }) => dates?.decided !== undefined))
			return [{ rule: "decided", range }];
		// "My tasks this week": of what has a day on which it is due, a day says which.
		const isDated = kinds.length > 0 && kinds.every(({ dates }) => dates?.due !== undefined);
		if (range && marks.length === 0 && isDated) return [{ rule: "due", range }];
	}
	if (kinds.length > 0 && (isSaidOf(question, OPEN_WORDS, nouns) || TO_DO.test(question)))
		return [{ rule: "open" }];
	// An item that has not reached its end is still open.
	if (YET.test(question) && marks.some(({ isNot }) => isNot)) return [{ rule: "open" }];
	// "High priority tasks" are to be done.
	if (marks.length > 0 && marks.every(({ isPressing }) => isPressing) && !isMissing)
		return [{ rule: "open" }];
	if (marks.length > 0 || isMissing) return [{ rule: "marked" }];
	if (kinds.length > 0 && CLOSED.test(question))
		return [{ rule: NOT_CLOSED.test(question) ? "open" : "closed" }];
	return DECIDED_AT_ALL.test(question) ? [{ rule: "decided", range: { from: FIRST_DAY, to: LAST_DAY } }] : [];
}

/** Whether a question that names a kind and no rule wants all there is of it. */
function wantsAll(question: string, kinds: readonly Kind[]): boolean {
	const nouns = kinds.map(nounsOf).join("|");
	const counted = new RegExp(
		`(?:${HOW_MANY.source})\\s+(?:${nouns})\\s*(?:\\?|$|are there|do we|have we|exist|in|of)`,
		"i",
	);
	const listed = new RegExp(`(?:${COMMAND.source})\\s*(?:${nouns})\\b`, "i");
	return counted.test(question) || listed.test(question) || WHAT_THERE_IS.test(question);
}

/** "Still to be decided" limits the question to kinds that have a decision. */
const listDecided = (kinds: readonly Kind[]): readonly Kind[] =>
	kinds.filter(({ dates }) => dates?.decided !== undefined);

const FIRST_WORDS = /^\W{0,20}([\p{L}_-]{1,40})\s{1,9}(.{1,40})/su;

/** "Draft documents" are in a state, which is called like an order. */
function saysStateFirst(question: string, kinds: readonly Kind[]): boolean {
	const [, first = "", rest = ""] = FIRST_WORDS.exec(question) ?? [];
	return kinds.some(
		(kind) =>
			kind.states.some(({ key }) => key === first.toLowerCase()) &&
			new RegExp(`^(?:${nounsOf(kind)})\\b`, "i").test(rest) &&
			isManyNamed(rest, kind),
	);
}

/** Whether a question wants a reason, a date or a text, and no list of the kinds that it names. */
export const wantsReason = (question: string, kinds: readonly Kind[] = []): boolean =>
	ASKS_OTHERWISE.test(question) && !saysStateFirst(question, kinds);

/**
 * Reads the set that a question requests, by its words alone: overdue, blocked, due, decided, changed, in a state,
 * mine, how many. Undefined when it requests something else; "why is it blocked" asks for a reason and no list.
 */
export function readIntent(
	question: string,
	input: {
		/** All kinds there are. */
		readonly kinds: readonly Kind[];
		/** The requested kinds; by default those that the question names. */
		readonly wanted?: readonly Kind[] | undefined;
		readonly today: string;
		readonly language?: Language | undefined;
		/** Days that the question names by something that happened. */
		readonly since?: DayRange | undefined;
		readonly missing?: readonly Missing[] | undefined;
	},
): Intent | undefined {
	const { kinds: all, today, language = english, since, missing = [] } = input;
	const isLabel = question.trim().split(/\s+/).length <= MOST_WORDS_OF_A_LABEL;
	const isNext = NEXT.test(question) || /\bnext\b/i.test(question);
	const named = input.wanted ?? listNamed(question, all);
	const startsWithKind =
		named.length > 0 &&
		new RegExp(`^\\W*(?:\\w+\\W+){0,4}?(?:${named.map(nounsOf).join("|")})\\b`, "i").test(question);
	if (wantsReason(question, named) || !(isLabel || isNext || startsWithKind || ASKS_FOR_A_SET.test(question)))
		return undefined;
	if (named.length === 0 && TO_DECIDE.test(question))
		return { ...everythingOf(listDecided(all)), asks: [{ rule: "open" }] };
	const owned = named.length === 0 ? ANY_NOUN : `${named.map(nounsOf).join("|")}|${ANY_NOUN}`;
	const isMine =
		MINE.test(question) ||
		(isNext && /\bi\b|\bmy\b/i.test(question)) ||
		new RegExp(`\\bmy (?:\\w+ ){0,2}(?:${owned})\\b`, "i").test(question);
	const { marks: said } = readMarks(question, named, language);
	const isMissing = missing.length > 0;
	const asks = readAsks({ question, kinds: named, marks: said, today, since, isMissing, language });
	// "Blocked" and "late" are rules and no marks; so is a day on which something ended.
	const isLate = SHOULD_BE_DONE.test(question);
	const marks = said.filter(
		({ values, isNot, field }) =>
			!asks.some(
				(ask) => isNot && "isNot" in ask && ask.isNot && values.every((value) => value === ask.rule),
			) &&
			(isNot || !(asks.some((ask) => isSaidBy(ask, values)) || (isLate && field === "state_key"))),
	);
	const isBoth = asks.length > 1 && !SAYS_OR.test(question);
	if (asks.length > 0) return { asks, kinds: named, isMine, marks, missing, isBoth };
	if (isMine) return { ...everythingOf(named), asks: [{ rule: "open" }], isMine, marks };
	return named.length > 0 && wantsAll(question, named) ? { ...everythingOf(named), marks } : undefined;
}

/** Reads a question for all things of a kind, without conditions: "which goals belong to Heron?" */
export function wantEverything(
	{ language }: GraphView,
	asked: {
		readonly frame: string;
		readonly kinds: readonly Kind[];
		readonly isAmong: boolean;
		readonly hasProject: boolean;
	},
): Intent | undefined {
	const { frame, kinds, isAmong, hasProject } = asked;
	const isMany = kinds.length > 0 && kinds.every((kind) => isManyNamed(frame, kind));
	if (wantsReason(frame, kinds) || !(isAmong ? hasProject : isMany)) return undefined;
	const { marks } = readMarks(frame, kinds, language);
	return { ...everythingOf(kinds), ...(marks.length > 0 && { marks, asks: [{ rule: "marked" }] }) };
}

export const everythingOf = (kinds: readonly Kind[]): Intent => ({
	...{ asks: [{ rule: "all" }], kinds, isMine: false, marks: [], missing: [], isBoth: false },
});

/** Whether a set is all there is of its kinds. */
export const isAll = ({ asks, marks, missing, isMine }: Intent): boolean =>
	!isMine && marks.length === 0 && missing.length === 0 && asks.every(({ rule }) => rule === "all");

const SAYS_OR = /\bor\b/i;

const isSaidBy = (ask: Ask, values: readonly Json[]): boolean =>
	(values.length > 0 && values.every((value) => value === ask.rule)) ||
	HAPPENED.some(([rule]) => rule === ask.rule);
