import type { Field } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import { type QuestionToken, readTokens, stemOf } from "./question-tokens.ts";

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
