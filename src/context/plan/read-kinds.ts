import type { Kind } from "../../graph/model/kind.ts";

const escapeWord = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const joinNames = (names: readonly string[]): string =>
	[...new Set(names.map((name) => escapeWord(name.toLowerCase())))].join("|");

/** "Tasks of the plan" asks for tasks: one thing behind a preposition says where to look. */
const NOT_A_PLACE = "(?<!\\b(?:in|of|for|from|on|with|about|to|by)(?: [\\w'-]+){0,3} )";

interface KindPatterns {
	readonly nouns: string;
	readonly many: RegExp;
	readonly named: RegExp;
	readonly any: RegExp;
}

/** A kind never changes; its patterns would otherwise be made for each question. */
const known = new WeakMap<Kind, KindPatterns>();

function patternsOf(kind: Kind): KindPatterns {
	const found = known.get(kind);
	if (found) return found;
	const { plural, label, alsoCalled = [] } = kind;
	const nouns = joinNames([plural, kind.kind, label, ...alsoCalled]);
	const many = joinNames([plural, ...alsoCalled]);
	const made: KindPatterns = {
		nouns,
		many: new RegExp(
			`\\b(?:${joinNames([plural, ...alsoCalled.filter((name) => name.endsWith("s"))])})\\b`,
			"i",
		),
		named: new RegExp(`\\b(?:${many})\\b|${NOT_A_PLACE}\\b(?:${joinNames([kind.kind, label])})\\b`, "i"),
		any: new RegExp(`\\b(?:${nouns})s?\\b`, "gi"),
	};
	known.set(kind, made);
	return made;
}

/** What people call a kind, one or many of it, as part of a pattern. */
export const nounsOf = (kind: Kind): string => patternsOf(kind).nouns;

/** Whether a question asks for things of a kind, rather than in one of them. */
export const isKindNamed = (question: string, kind: Kind): boolean => patternsOf(kind).named.test(question);

export const isManyNamed = (question: string, kind: Kind): boolean => patternsOf(kind).many.test(question);

/** Every place at which a kind is called by a noun. */
export const findNouns = (question: string, kind: Kind): readonly { start: number; end: number }[] =>
	[...question.matchAll(patternsOf(kind).any)].map(({ 0: noun, index }) => ({
		start: index,
		end: index + noun.length,
	}));

/** What may be between a kind and a name of that kind: "the risk that …", "the goal “…”". */
const BEFORE_NAME = `\\s*(?:called|named|titled|about|that|where|to|against|,|:)?\\s*(?:the|a|an|our)?\\s*["'“‘]?\\s*$`;

/** Whether a kind is said right before or behind a name: then it says what is named, and is not asked for. */
export function isBesideName(
	kind: Kind,
	question: string,
	{ start, end }: { readonly start: number; readonly end: number },
): boolean {
	const nouns = nounsOf(kind);
	const before = question.slice(Math.max(0, start - 32), start);
	return (
		new RegExp(`\\b(?:${nouns})${BEFORE_NAME}`, "i").test(before) ||
		isBehindName(kind, question, { start, end })
	);
}

/** Whether a kind is said right behind a name. */
export const isBehindName = (
	kind: Kind,
	question: string,
	{ end }: { readonly start: number; readonly end: number },
): boolean => new RegExp(`^\\s*["'”’]?\\s*(?:${nounsOf(kind)})\\b`, "i").test(question.slice(end, end + 24));
