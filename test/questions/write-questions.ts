import type { DevelopmentQuestion } from "./development-questions.ts";

type Turn = readonly [query: string, answer: string];
type Asked = Pick<DevelopmentQuestion, "query" | "turns">;

const split = (keys: string, between: RegExp): readonly string[] =>
	keys
		.split(between)
		.map((key) => key.trim())
		.filter((key) => key !== "");

/**
 * Keys have no spaces in them. Entities of own kinds are named by their titles, which have spaces, so bars separate
 * those.
 */
const listOf = (names: string): readonly string[] =>
	split(names, names.includes("|") || /[A-Z]/.test(names) ? /\|/ : /\s+/);

const turned = (query: string, turns: readonly Turn[]): Asked => ({
	query,
	...(turns.length > 0 && { turns: turns.map(([asked, answer]) => ({ query: asked, answer })) }),
});

/** Exactly these are listed. */
export const ask = (query: string, set = "", ...turns: readonly Turn[]): DevelopmentQuestion => ({
	...turned(query, turns),
	set: listOf(set),
});

/** These are shown with their text, in addition to any list. */
export const show = (query: string, shows: string, ...turns: readonly Turn[]): DevelopmentQuestion => ({
	...turned(query, turns),
	set: [],
	shows: listOf(shows),
});

export const inside = (
	project: "heron" | "sallow" | "kingfisher",
	query: string,
	set: string,
): DevelopmentQuestion => ({ ...ask(query, set), project });
