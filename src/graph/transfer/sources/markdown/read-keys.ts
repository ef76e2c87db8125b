import { addTo } from "../../../model/group-by.ts";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { replaceEach } from "../../../model/replace-each.ts";

/** What a key of frontmatter holds in one text: its words one by one, where it can be taken so. */
export interface KeyValue {
	readonly path: string;
	/** Null where it is a structure and not a word, a number or a list of these. */
	readonly words: readonly string[] | null;
	readonly isList: boolean;
}

/** Words that people write where they know nothing yet. */
const NOTHING = /^(?:|-|\?|n\/?a|none|null|tbd|tba|todo|unknown)$/i;
const MOST_WORDS = 200;

/** The keys with those of a map one step further down: `milestone: {alpha}` as `milestone.alpha`. */
export function listKeys(frontmatter: JsonObject): readonly (readonly [key: string, value: Json])[] {
	return Object.entries(frontmatter).flatMap(([key, value]): [string, Json][] =>
		isObject(value)
			? Object.entries(value).map(([name, inner]) => [`${key}.${name}`, inner ?? null])
			: [[key, value ?? null]],
	);
}

const readWord = (value: Json): string | null =>
	typeof value === "string" || typeof value === "number" || typeof value === "boolean"
		? replaceEach(String(value), /\s+/g, " ").trim()
		: null;

export function readWords(value: Json): Pick<KeyValue, "words" | "isList"> {
	const listed = (Array.isArray(value) ? value : [value]).filter((entry) => entry !== null);
	const words = listed.slice(0, MOST_WORDS).map(readWord);
	const isPlain = words.every((word) => word !== null);
	return {
		words: isPlain ? words.filter((word) => !NOTHING.test(word)) : null,
		isList: Array.isArray(value),
	};
}

/** Every key of these texts, with all that it holds. */
export function collectKeys(
	notes: readonly { readonly path: string; readonly frontmatter: JsonObject | null }[],
): ReadonlyMap<string, readonly KeyValue[]> {
	const keys = new Map<string, KeyValue[]>();
	for (const { path, frontmatter } of notes) {
		if (frontmatter === null) continue;
		for (const [key, value] of listKeys(frontmatter)) {
			const read = readWords(value);
			if (read.words === null || read.words.length > 0) addTo(keys, key, { path, ...read });
		}
	}
	return keys;
}

const QUOTES = new Set("\"'“”‘’«»");

/** A word without the quotes that people leave around it. */
export function stripQuotes(word: string): string {
	let [start, end] = [0, word.length];
	while (start < end && QUOTES.has(word[start] as string)) start += 1;
	while (end > start && QUOTES.has(word[end - 1] as string)) end -= 1;
	return word.slice(start, end);
}
