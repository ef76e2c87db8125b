import type { Field } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import { stemsOf } from "./read-choices.ts";
import { COUNT, readCount } from "./read-day-range.ts";
import type { Ask } from "./read-intent.ts";
import { isManyNamed, nounsOf, type QuestionToken, readTokens, type Span, stemOf } from "./read-kinds.ts";

/** The end of a list that a question asks for, and where it says so. */
interface Superlative {
	readonly asks: readonly Ask[];
	readonly spans: readonly Span[];
}

const FEW = 5;
const OLDEST = /\b(?:oldest|earliest)\b/i;
const COUNTED = new RegExp(
	`\\b(${COUNT}) (?:latest|newest|most recent|last|oldest|earliest)\\b|\\b(?:latest|newest|most recent|last|oldest|earliest) (${COUNT})\\b`,
	"i",
);
const EXTREME_WORDS =
	"biggest|highest|greatest|worst|largest|gravest|most (?:severe|serious|dangerous|critical|important)|top|smallest|lowest|least (?:severe|serious|critical|important)";
/** "Top 3", "the three biggest": a count next to the word says how many, and names nothing. */
const EXTREME = new RegExp(
	`\\b(?:(?<before>${COUNT}) )?(?:${EXTREME_WORDS})(?:[ -](?<behind>${COUNT}))?\\b`,
	"i",
);
/** No word for a count is longer, with the blank behind it. */
const LONGEST_COUNT = 8;
const COUNTED_WORD = new RegExp(`\\b(?:${COUNT})\\b`, "i");
const COUNT_BEFORE = new RegExp(`\\b(${COUNT}) $`, "i");
const LOWEST = /\b(?:smallest|lowest|least)\b/i;
/** Says which comes first, and not which is largest. */
const SAYS_FIRST = /\b(?:top|important)\b/i;
/** Words that put a field at one of its ends. */
const HIGHEST_OF = new Set("highest biggest greatest largest most top worst".split(" "));
const LOWEST_OF = new Set("lowest smallest least".split(" "));
const FARTHEST_FIELD = 2;
/** A period behind "next" says when, and not which. */
const NO_PERIOD = `(?! (?:(?:few|${COUNT}) )?(?:days?|weeks?|fortnight|months?|years?|quarters?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b)`;
const LATEST = new RegExp(`\\b(?:latest|newest|most recent(?:ly)?|last|oldest|earliest)\\b${NO_PERIOD}`, "i");
/** Whether a question asks for the newest or oldest of a list. */
export const SAYS_LATEST = /\b(?:latest|newest|most recent(?:ly)?|last|oldest|earliest|first)\b/i;
const COMES_NEXT = new RegExp(`\\b(?:due|comes?|coming|up|is|are) next\\b${NO_PERIOD}`, "i");
const LONGEST_OVERDUE =
	/\b(?:longest|most|furthest) (?:overdue|late|behind)\b|\b(?:overdue|late) (?:for )?(?:the )?longest\b/i;
const DEADLINE = "deadlines?|thing due";
const DUE_NOUNS = "deadlines?|due(?: dates?)?|target dates?|dates?";

const END_OF_DUE = (nouns: string): RegExp =>
	new RegExp(
		`\\b(earliest|first|soonest|nearest|closest|next|latest|last|furthest|farthest)\\b${NO_PERIOD}[^?]{0,20}?\\b(?:${nouns})\\b|\\b(?:due|ends?|finish(?:es)?|delivered) (first|soonest|earliest|last|latest)\\b${NO_PERIOD}`,
		"i",
	);
const FROM_NOW_ON = /^(?:soonest|nearest|closest|next)$/i;
const AT_THE_END = /^(?:latest|last|furthest|farthest)$/i;

/** The end of a list that these words of a question ask for. */
const askBy = (found: RegExpExecArray, ...asks: readonly Ask[]): Superlative => ({
	asks,
	spans: [{ start: found.index, end: found.index + found[0].length }],
});

const countOf = ({ groups }: RegExpExecArray): number | undefined => {
	const count = groups?.before ?? groups?.behind;
	return count === undefined ? undefined : readCount(count);
};

function readEndOfDue(question: string, kinds: readonly Kind[]): Superlative | undefined {
	const longest = LONGEST_OVERDUE.exec(question);
	if (longest) return askBy(longest, { rule: "overdue" }, { rule: "upcoming", most: 1, end: "first" });
	if (kinds.some(({ dates }) => dates?.due === undefined)) return undefined;
	const labels = kinds.flatMap(({ fields, dates }) =>
		fields.flatMap(({ name, label }) => (name === dates?.due ? [label ?? name.replaceAll("_", " ")] : [])),
	);
	// Without a kind "the last order date" names a day, and asks for none.
	const nouns = kinds.length === 0 ? DEADLINE : DUE_NOUNS;
	const said = END_OF_DUE([nouns, ...labels.filter((label) => /^[\p{L} ]+$/u.test(label))].join("|")).exec(
		question,
	);
	const word = said?.[1] ?? said?.[2];
	if (said === null || word === undefined) return undefined;
	const isMany = kinds.some((kind) => isManyNamed(question, kind)) && !/\bof\b/i.test(question);
	const end = AT_THE_END.test(word) ? "last" : FROM_NOW_ON.test(word) ? undefined : "first";
	return askBy(said, { rule: "upcoming", most: isMany ? FEW : 1, ...(end && { end }) });
}

const isSaidAt = (tokens: readonly QuestionToken[], at: number, field: Field, language: Language): boolean =>
	[field.label ?? field.name, ...(field.says ?? [])].some((name) => {
		const stems = stemsOf(name, language);
		return (
			stems.length > 0 && stems.every((stem, index) => tokens[at + index]?.stems.includes(stem) === true)
		);
	});

/** "Highest probability", "top priority": the end of a field that has an order. */
function readEndOfField(question: string, kind: Kind, language: Language): Superlative | undefined {
	const tokens = readTokens(question, language);
	const fields = kind.fields.filter(
		({ type, name }) => type === "number" || (type === "select" && name !== kind.stateField),
	);
	for (const [at, token] of tokens.entries()) {
		const isLow = LOWEST_OF.has(token.word);
		if (!isLow && !HIGHEST_OF.has(token.word)) continue;
		for (let place = at + 1; place <= at + FARTHEST_FIELD; place += 1) {
			const field = fields.find((each) => isSaidAt(tokens, place, each, language));
			if (field === undefined) continue;
			// "To happen" behind "most likely" says nothing more.
			const behind = /^ to (?:happen|occur|come true)/i.exec(question.slice(tokens[place]?.end))?.[0] ?? "";
			const end = (tokens[place]?.end ?? token.end) + behind.length;
			const before = COUNT_BEFORE.exec(question.slice(Math.max(0, token.start - LONGEST_COUNT), token.start));
			const between = COUNTED_WORD.exec(question.slice(token.end, tokens[place]?.start))?.[0];
			const count = before?.[1] ?? between;
			const most = count === undefined ? undefined : readCount(count);
			return {
				asks: [{ rule: "extreme", isLowest: isLow, field: field.name, most }],
				spans: [{ start: token.start - (before?.[0].length ?? 0), end }],
			};
		}
	}
	return undefined;
}

/** Reads a request for the end of a list: due first, rated highest, newest. */
export function readSuperlative(
	question: string,
	kinds: readonly Kind[],
	{ language, isDated }: { readonly language: Language; readonly isDated: boolean },
): Superlative | undefined {
	const [kind] = kinds;
	const due = readEndOfDue(question, kinds);
	if (due && !isDated) return due;
	if (kind === undefined) return undefined;
	const nouns = kinds.map(nounsOf).join("|");
	const next =
		COMES_NEXT.exec(question) ??
		new RegExp(
			`\\b(?:(?<before>${COUNT}) )?(?:next|upcoming)(?: (?<behind>${COUNT}))? (?:${nouns})\\b`,
			"i",
		).exec(question);
	if (next && !isDated) return askBy(next, { rule: "upcoming", most: countOf(next) ?? 1 });
	// "The next Kingfisher milestone": the name between them says of what.
	const named = new RegExp(`\\b(?:next|upcoming)\\b${NO_PERIOD}(?= [\\p{L}-]+ (?:${nouns})\\b)`, "iu").exec(
		question,
	);
	if (named && !isDated && kind.dates?.due !== undefined) return askBy(named, { rule: "upcoming", most: 1 });
	if (kinds.length > 1) return undefined;
	const ofField = readEndOfField(question, kind, language);
	if (ofField) return ofField;
	// For a kind that is planned by its due day and has no assignees, "last" means the last to come.
	const final =
		kind.dates?.due !== undefined && kind.assignedBy === undefined && !isManyNamed(question, kind);
	const last = final && !isDated ? new RegExp(`\\b(?:last|final) (?:${nouns})\\b`, "i").exec(question) : null;
	if (last) return askBy(last, { rule: "upcoming", most: 1, end: "last" });
	const day = isDated ? undefined : findSaidDay(question, kind, language);
	const latest = isDated ? null : (LATEST.exec(question) ?? (day ? SAYS_LATEST.exec(question) : null));
	if (latest) {
		const counted = COUNTED.exec(question);
		const most = counted?.[1] ?? counted?.[2];
		const isMany = isManyNamed(question, kind);
		const many = most ? readCount(most) : isMany ? FEW : 1;
		const isOldest = OLDEST.test(question) || /\bfirst\b/i.test(latest[0]);
		return askBy(counted ?? latest, { rule: "latest", most: many, isOldest, field: day?.field });
	}
	return readEndOfScale(question, kind);
}

/** "The biggest risk", "top 3 tasks": the end of the scale of a kind, or of the field by which people say what comes first. */
function readEndOfScale(question: string, kind: Kind): Superlative | undefined {
	const said = EXTREME.exec(question);
	if (said === null) return undefined;
	const first = SAYS_FIRST.test(said[0])
		? kind.fields.find((field) => field.type === "number" && field.lowestIsTop)
		: undefined;
	if (first === undefined && !kind.fields.some(({ type }) => type === "select")) return undefined;
	const most = countOf(said) ?? (isManyNamed(question, kind) ? FEW : undefined);
	return askBy(said, { rule: "extreme", isLowest: LOWEST.test(said[0]), field: first?.name, most });
}

export const SUPERLATIVE_WORDS: readonly RegExp[] = [COUNTED, LATEST, EXTREME];

/** A part of a field's name that is shorter says nothing. */
const SHORTEST_PART = 3;

/** Lists the date fields that no rule uses; usually those of the workspace's own kinds. */
function listOwnDays({ fields, dates }: Kind): readonly Field[] {
	const known = new Set([dates?.due, dates?.decided, dates?.start]);
	return fields.filter(({ name, type }) => type === "date" && !known.has(name));
}

/** Returns the stems that refer to a date field: those of its name, and other words for the event. */
function stemsForDay(name: string, language: Language): ReadonlySet<string> {
	const parts = name.split("_").filter(({ length }) => length >= SHORTEST_PART);
	const others = (language.moments ?? []).flatMap(({ called, said }) =>
		parts.some((part) => called.includes(part)) ? said : [],
	);
	return new Set([...parts, ...others].map((word) => stemOf(word, language)));
}

/** Finds a date field of a kind that a question mentions, the start day included, with the words for it. */
export function findSaidDay(
	question: string,
	kind: Kind,
	language: Language,
): { readonly field: string; readonly words: readonly QuestionToken[] } | undefined {
	const tokens = readTokens(question, language);
	const start = kind.fields.filter(({ name }) => name === kind.dates?.start);
	for (const { name } of [...listOwnDays(kind), ...start]) {
		const stems = stemsForDay(name, language);
		const words = tokens.filter((token) => token.stems.some((stem) => stems.has(stem)));
		if (words.length > 0) return { field: name, words };
	}
	return undefined;
}

/** The field by whose days a question asks: the one it says, or the only one where its kind has no other days. */
export function findDated(
	question: string,
	kind: Kind,
	/** Written: the question asks when things were written down. */
	{ language, isWritten }: { readonly language: Language; readonly isWritten: boolean },
): string | undefined {
	const own = listOwnDays(kind);
	const isOnly = kind.dates === undefined && kind.states.length === 0 && own.length === 1;
	return findSaidDay(question, kind, language)?.field ?? (isOnly && !isWritten ? own[0]?.name : undefined);
}
