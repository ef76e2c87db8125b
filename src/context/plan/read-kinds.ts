import { type Kind, wordsOf } from "../../graph/model/kind.ts";
import { remember } from "../model/remember.ts";
import type { Span } from "./mask-words.ts";

const escapeWord = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** "Tasks of the plan" asks for tasks: one thing behind a preposition says where to look. */
const IS_PLACE = /\b(?:in|of|for|from|on|with|about|to|by)(?: [\w'-]+){0,3} $/;
/** No preposition with three words behind it is further away. */
const FURTHEST_PLACE = 400;
/** A name without a letter or digit would be found in every question. */
const HAS_SIGNS = /[\p{L}\p{N}]/u;
/** A question names a few kinds. Patterns are made of the names of all of them: a hundred that share one name would take seconds. */
const MOST_NAMED = 12;

const namesOf = remember((kind: Kind) => {
	const { plural, alsoCalled = [] } = kind;
	const fold = (names: readonly string[]): ReadonlySet<string> =>
		new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => HAS_SIGNS.test(name)));
	return {
		// The names of one and of many, in lower case.
		all: [...fold(wordsOf(kind))],
		// Those among them that request the kind anywhere in a question.
		many: fold([plural, ...alsoCalled]),
		plurals: [...fold([plural, ...alsoCalled.filter((name) => name.endsWith("s"))])],
	};
});

/** Returns the question in lower case, with every character at its place. */
function foldQuestion(question: string): string {
	const folded = question.toLowerCase();
	if (folded.length === question.length) return folded;
	return question.replace(/[A-Z]/g, (sign) => sign.toLowerCase());
}

const isWordSign = (text: string, at: number): boolean =>
	at >= 0 && at < text.length && /\w/.test(text.charAt(at));
const isEdge = (text: string, at: number): boolean => isWordSign(text, at - 1) !== isWordSign(text, at);

/**
 * Where a name is in a folded question, as words of its own. It is looked for as it is: a pattern of the names that people may
 * give to kinds takes seconds to compile.
 */
function* findName(folded: string, name: string): Generator<Span> {
	for (let start = folded.indexOf(name); start >= 0; start = folded.indexOf(name, start + 1)) {
		if (isEdge(folded, start)) yield { start, end: start + name.length };
	}
}

const hasName = (folded: string, name: string): boolean => {
	for (const { end } of findName(folded, name)) if (isEdge(folded, end)) return true;
	return false;
};

/** Returns the singular and plural names of a kind, as part of a pattern. */
export const nounsOf = (kind: Kind): string => namesOf(kind).all.map(escapeWord).join("|");

/** "risks and decisions" */
export const sayKinds = (kinds: readonly Kind[]): string =>
	kinds.map(({ plural }) => plural.toLowerCase()).join(" and ");

function isNamedIn(folded: string, kind: Kind): boolean {
	const { all, many } = namesOf(kind);
	return all.some((name) => {
		if (many.has(name)) return hasName(folded, name);
		for (const { start, end } of findName(folded, name)) {
			const before = folded.slice(Math.max(0, start - FURTHEST_PLACE), start);
			if (isEdge(folded, end) && !IS_PLACE.test(before)) return true;
		}
		return false;
	});
}

/** The kinds that a question asks for, rather than for something in one of them. */
export function listNamed(question: string, kinds: readonly Kind[]): readonly Kind[] {
	const folded = foldQuestion(question);
	return kinds.filter((kind) => isNamedIn(folded, kind)).slice(0, MOST_NAMED);
}

export function isManyNamed(question: string, kind: Kind): boolean {
	const folded = foldQuestion(question);
	return namesOf(kind).plurals.some((name) => hasName(folded, name));
}

/** Whether a question requests things of some kinds rather than mentions them: "which risks …" */
export function asksForKinds(question: string, kinds: readonly Kind[]): boolean {
	if (kinds.length === 0) return false;
	const nouns = kinds.map(nounsOf).join("|");
	return new RegExp(
		`^\\W*(?:(?:and|so|but)\\W+)*(?:which|what|any|list|show|give|find|name|are there|is there|do we have|how many)(?:\\W+(?:me|us|all|the|our|any|other))*\\W+(?:[\\p{L}-]+\\s+)?(?:${nouns})\\b|^\\W*(?:${nouns})\\s+(?:about|on|that|which|concerning|regarding)\\b`,
		"iu",
	).test(question);
}

export function findNouns(question: string, kind: Kind): readonly Span[] {
	const folded = foldQuestion(question);
	const spans = namesOf(kind).all.flatMap((name, place) =>
		[...findName(folded, name)].flatMap(({ start, end }) => {
			if (folded[end] === "s" && isEdge(folded, end + 1)) return [{ start, end: end + 1, place }];
			return isEdge(folded, end) ? [{ start, end, place }] : [];
		}),
	);
	spans.sort((a, b) => a.start - b.start || a.place - b.place);
	const found: Span[] = [];
	for (const { start, end } of spans) if (start >= (found.at(-1)?.end ?? 0)) found.push({ start, end });
	return found;
}

/** Words that may be between a kind and a name of that kind: "the risk that …", "the goal “…”". */
const BEFORE_NAME = `\\s*(?:called|named|titled|about|that|where|to|against|,|:)?\\s*(?:the|a|an|our)?\\s*["'“‘]?\\s*$`;

/** Whether a kind is directly before or after a name: then it describes the named thing and is not requested. */
export function isBesideName(kind: Kind, question: string, { start, end }: Span): boolean {
	const nouns = nounsOf(kind);
	const before = question.slice(Math.max(0, start - 32), start);
	return (
		new RegExp(`\\b(?:${nouns})${BEFORE_NAME}`, "i").test(before) ||
		isBehindName(kind, question, { start, end })
	);
}

export const isBehindName = (kind: Kind, question: string, { end }: Span): boolean =>
	new RegExp(`^\\s*["'”’]?\\s*(?:${nounsOf(kind)})\\b`, "i").test(question.slice(end, end + 24));
