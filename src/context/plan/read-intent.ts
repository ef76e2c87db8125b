import type { DayRange } from "../../graph/model/due.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { addDays } from "../../graph/model/reader-days.ts";
import { readDayRange } from "./read-day-range.ts";

/** One thing a question asks for: everything of which a rule is true. */
export type Ask =
	| { readonly rule: "overdue" | "blocked" | "open" | "all" }
	| { readonly rule: "due" | "decided" | "changed" | "created" | "finished"; readonly range: DayRange }
	/** The newest, by the date its kind goes by; so many of them. */
	| { readonly rule: "latest"; readonly most: number }
	/** What is due soonest, from today on; so many of them. */
	| { readonly rule: "upcoming"; readonly most: number }
	/** What could be done now, the most pressing first. */
	| { readonly rule: "next"; readonly most: number }
	/** In one of these states, or with one of these values in a field. */
	| { readonly rule: "marked"; readonly words: readonly string[] };

/** A question that asks for a set by a rule, rather than for whatever its words match. */
export interface Intent {
	readonly asks: readonly Ask[];
	/** The kinds it names; empty when it names none. */
	readonly kinds: readonly Kind[];
	/** Only what is the asker's own. */
	readonly isMine: boolean;
}

const ASKS_FOR_A_SET =
	/\b(?:what|which|list|show|name|any|anything|everything|all|how many|number of|count|are there|is there|who)\b/i;
const ASKS_OTHERWISE =
	/^\s*(?:why|when|where|how (?!many)|explain|summari[sz]e|describe|draft|write|break|compare)\b/i;
const MOST_WORDS_OF_A_LABEL = 4;

const SOON_DAYS = 7;
const RECENT_DAYS = 7;

/** A word before which an adjective says how things are, and nouns of which it can say so whatever their kind. */
const COPULA =
	"is|are|was|were|be|been|being|'s|still|already|now|currently|any|anything|everything|all|my|our|the|me|many|and|or|in|of|has|have";
const ANY_NOUN = "work|items?|things?|ones?|entities|records?";

const HOW_MANY = /\b(?:how many|number of|count of)\b/i;
const WHAT_THERE_IS = /\b(?:are there|do we have|have we got|exist|there are)\b/i;
const COMMAND = /^\s*(?:list|show|name|give)(?: me| us)?(?: all| every| the| our| my)*\b/i;
const MINE =
	/\b(?:mine|assigned to me|on my (?:plate|list|desk)|(?:do|must|should|can) i (?:have to |need to )?(?:do|work|finish|start)|am i (?:working|responsible|supposed|late)|do i have|i have to do|waits? for me|waiting for me)\b/i;
const DUE =
	/(?<!past )\bdue(?= (?:today|tomorrow|this|next|in|within|by|soon|before|on|until|over|and|or|from)\b|\s*[?.!]?\s*$)|\b(?:upcoming|coming up|deadlines?)\b/i;
const OVERDUE_WORDS =
	"overdue|late|past due|behind schedule|past (?:its|their|the) (?:due date|deadline)|running late";
const BLOCKED_WORDS = "blocked(?! by| on)|stuck|held up|on hold";
const DECIDED = /\bdecid(?:e|ed)\b|\bdecisions?\b.*\b(?:made|taken|reached|passed)\b/i;
const CHANGED = /\b(?:changed|changes|updated|edited|touched|recent|recently|lately)\b/i;
const CREATED = /\b(?:created|added|opened|raised|recorded|reported|new)\b/i;
const FINISHED = /\b(?:finished|completed|closed|done|achieved|delivered|reached)\b/i;
const RECENTLY = /\b(?:recent|recently|lately)\b/i;
const LATEST = /\b(?:latest|newest|most recent(?:ly)?|last)\b/i;
const NEXT =
	/\b(?:what(?:'s| is| comes)? next|next up|(?:do|work on|tackle|start|pick up|be doing|focus on) (?:first|next|now)|most urgent|most pressing|prioriti[sz]e)\b/i;
const STATUS =
	/\b(?:status|state of play|how (?:is|are|'s) .{2,80} (?:doing|going|coming along|looking|progressing)|how far (?:is|are|along)|where (?:do|does|are|is) .{2,80} (?:stand|at)|progress (?:of|on)|(?:any )?update on|catch me up on|bring me up to speed on)\b/i;
const FEW = 5;

/** All that says by which rule, of whose and how many. */
export const RULE_WORDS: readonly RegExp[] = [
	ASKS_FOR_A_SET,
	HOW_MANY,
	WHAT_THERE_IS,
	COMMAND,
	MINE,
	DUE,
	new RegExp(`\\b(?:${OVERDUE_WORDS}|${BLOCKED_WORDS})\\b`, "i"),
	DECIDED,
	CHANGED,
	CREATED,
	FINISHED,
	RECENTLY,
	LATEST,
	NEXT,
	STATUS,
	/\b(?:open|unfinished|outstanding|left|late|soon|taken|due|marked|state|status|decisions? (?:made|taken|reached|passed))\b/i,
];

const escapeWord = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const joinNames = (names: readonly string[]): string =>
	[...new Set(names.map((name) => escapeWord(name.toLowerCase())))].join("|");

/** What people call a kind, one or many of it. */
export const nounsOf = ({ kind, plural, label, alsoCalled = [] }: Kind): string =>
	joinNames([plural, kind, label, ...alsoCalled]);

/** "Tasks of the plan" asks for tasks: one thing behind a preposition says where to look. */
const NOT_A_PLACE = "(?<!\\b(?:in|of|for|from|on|with|about|to|by)(?: [\\w'-]+){0,3} )";

export function isKindNamed(question: string, { kind, plural, label, alsoCalled = [] }: Kind): boolean {
	const many = joinNames([plural, ...alsoCalled]);
	return new RegExp(`\\b(?:${many})\\b|${NOT_A_PLACE}\\b(?:${joinNames([kind, label])})\\b`, "i").test(
		question,
	);
}

/** True where the words say how things are: after a form of "be", before a noun, or alone. */
function isSaidOf(question: string, words: string, nouns: string): boolean {
	const pattern = `(?:\\b(?:${COPULA})\\s+(?:${words})\\b|\\b(?:${words})\\s+(?:${nouns}|${ANY_NOUN})\\b|^\\s*(?:${words})\\b|\\b(?:${words})\\s*[?.!]?\\s*$)`;
	return new RegExp(pattern, "i").test(question);
}

/** The states and choices of a kind that a question names, as people write them. */
function marksOf(question: string, kind: Kind): readonly string[] {
	const options = kind.fields.flatMap((field) => (field.type === "select" ? field.options : []));
	const marks = [...new Set([...kind.states.map((state) => state.key), ...options])];
	return marks.filter((mark) => isSaidOf(question, escapeWord(mark).replaceAll("_", "[ _-]"), nounsOf(kind)));
}

function readAsks(question: string, kinds: readonly Kind[], today: string): readonly Ask[] {
	const nouns = kinds.length === 0 ? ANY_NOUN : kinds.map(nounsOf).join("|");
	const range = readDayRange(question, today, DUE.test(question) ? "ahead" : "back");
	const recently = RECENTLY.test(question) ? { from: addDays(today, -RECENT_DAYS), to: today } : undefined;
	const soon = { from: today, to: addDays(today, SOON_DAYS) };
	const asks: Ask[] = [];
	if (isSaidOf(question, OVERDUE_WORDS, nouns)) asks.push({ rule: "overdue" });
	if (isSaidOf(question, BLOCKED_WORDS, nouns)) asks.push({ rule: "blocked" });
	if (DUE.test(question)) asks.push({ rule: "due", range: range ?? soon });
	if (asks.length > 0) return asks;
	if (NEXT.test(question)) return [{ rule: "next", most: FEW }];
	if (kinds.length > 0 && new RegExp(`\\b(?:next|upcoming) (?:${nouns})\\b`, "i").test(question))
		return [{ rule: "upcoming", most: 1 }];
	if (kinds.length === 1 && LATEST.test(question) && range === undefined) {
		const [kind] = kinds as [Kind];
		const isMany = new RegExp(`\\b(?:${joinNames([kind.plural])})\\b`, "i").test(question);
		return [{ rule: "latest", most: isMany ? FEW : 1 }];
	}
	const since = range ?? recently;
	if (since) {
		if (DECIDED.test(question)) return [{ rule: "decided", range: since }];
		if (FINISHED.test(question)) return [{ rule: "finished", range: since }];
		if (CREATED.test(question)) return [{ rule: "created", range: since }];
		if (CHANGED.test(question)) return [{ rule: "changed", range: since }];
	}
	const words = [...new Set(kinds.flatMap((kind) => marksOf(question, kind)))];
	if (words.length > 0) return [{ rule: "marked", words }];
	if (kinds.length > 0 && isSaidOf(question, "open|unfinished|outstanding|left", nouns))
		return [{ rule: "open" }];
	return [];
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

/**
 * What set a question asks for, by its words alone: overdue, blocked, due, decided, changed, in a state, mine, how
 * many. Undefined when it asks for something else; "why is it blocked" wants a reason and no list.
 */
export function readIntent(
	question: string,
	{ kinds: all, today }: { readonly kinds: readonly Kind[]; readonly today: string },
): Intent | undefined {
	const isLabel = question.trim().split(/\s+/).length <= MOST_WORDS_OF_A_LABEL;
	const isNext = NEXT.test(question) || /\bnext\b/i.test(question);
	if (ASKS_OTHERWISE.test(question) || !(isLabel || isNext || ASKS_FOR_A_SET.test(question)))
		return undefined;
	const kinds = all.filter((kind) => isKindNamed(question, kind));
	const owned = kinds.length === 0 ? ANY_NOUN : `${kinds.map(nounsOf).join("|")}|${ANY_NOUN}`;
	const isMine =
		MINE.test(question) ||
		(isNext && /\bi\b|\bmy\b/i.test(question)) ||
		new RegExp(`\\bmy (?:\\w+ ){0,2}(?:${owned})\\b`, "i").test(question);
	const asks = readAsks(question, kinds, today);
	if (asks.length > 0) return { asks, kinds, isMine };
	if (isMine) return { asks: [{ rule: "open" }], kinds, isMine };
	if (kinds.length > 0 && wantsAll(question, kinds)) return { asks: [{ rule: "all" }], kinds, isMine };
	return undefined;
}
