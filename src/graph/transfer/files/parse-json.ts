import { findClosingQuote, type Json } from "../../model/json.ts";
import type { Steps } from "../../model/run-steps.ts";

/** A shorter text is parsed within milliseconds, in the worst case too. */
const SHORT_TEXT = 100_000;
const VALUES_AT_ONCE = 1_000;
/** No export nests so deeply. A file of nothing but brackets took five seconds to be refused. */
const DEEPEST = 1_000;

const BLANK = /[ \t\n\r]*/y;
const LITERAL = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Container = Json[] | Record<string, Json>;
type Expected = "value" | "first value" | "key" | "first key" | "comma" | "nothing";

const refuse = (): SyntaxError => new SyntaxError("It is no JSON, or it is cut off.");

function findStringEnd(text: string, start: number): number {
	const end = findClosingQuote(text, start);
	if (end < 0) throw refuse();
	return end + 1;
}

/** Where the token ends that begins here: a string, or a number or word. */
function findTokenEnd(text: string, start: number): number {
	if (text[start] === '"') return findStringEnd(text, start);
	LITERAL.lastIndex = start;
	const [literal] = LITERAL.exec(text) ?? [];
	if (literal === undefined) throw refuse();
	return start + literal.length;
}

function put(container: Container, key: string, value: Json): void {
	if (Array.isArray(container)) container.push(value);
	// Set as a property of its own, as JSON.parse does: an assignment would change the object's prototype.
	else if (key === "__proto__")
		Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
	else container[key] = value;
}

/** The value of a long text, as JSON.parse reads it, in small steps: JSON.parse keeps all others waiting until it is done. */
export function* parseJsonInSteps(text: string): Steps<Json> {
	if (text.length < SHORT_TEXT) return JSON.parse(text) as Json;
	const open: Container[] = [];
	let expected: Expected = "value";
	let result: Json = null;
	let key = "";
	let at = 0;
	const skipBlank = (): string | undefined => {
		BLANK.lastIndex = at;
		at += BLANK.exec(text)?.[0].length ?? 0;
		return text[at];
	};
	const add = (value: Json): void => {
		const within = open.at(-1);
		if (within === undefined) result = value;
		else put(within, key, value);
	};
	const close = (): void => {
		open.pop();
		at += 1;
		expected = open.length === 0 ? "nothing" : "comma";
	};
	for (let count = 1; ; count += 1) {
		if (count % VALUES_AT_ONCE === 0) yield;
		const character = skipBlank();
		const within = open.at(-1);
		const isEnd = character === (Array.isArray(within) ? "]" : "}") && within !== undefined;
		if (expected === "nothing") {
			if (character !== undefined) throw refuse();
			return result;
		}
		if (character === undefined) throw refuse();
		if (isEnd && expected !== "key" && expected !== "value") close();
		else if (expected === "comma") {
			if (character !== ",") throw refuse();
			at += 1;
			expected = Array.isArray(within) ? "value" : "key";
		} else if (expected === "key" || expected === "first key") {
			if (character !== '"') throw refuse();
			const end = findStringEnd(text, at);
			key = JSON.parse(text.slice(at, end)) as string;
			at = end;
			if (skipBlank() !== ":") throw refuse();
			at += 1;
			expected = "value";
		} else if (character === "[" || character === "{") {
			if (open.length === DEEPEST) throw refuse();
			const container: Container = character === "[" ? [] : {};
			add(container);
			open.push(container);
			at += 1;
			expected = character === "[" ? "first value" : "first key";
		} else {
			const end = findTokenEnd(text, at);
			add(JSON.parse(text.slice(at, end)) as Json);
			at = end;
			expected = open.length === 0 ? "nothing" : "comma";
		}
	}
}
