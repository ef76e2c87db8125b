import { LONGEST_WQL } from "../../contract/limits.ts";
import { QueryError } from "./query-error.ts";

export interface Token {
	readonly type: "word" | "number" | "text" | "name" | "this" | "symbol" | "unclosed" | "unknown" | "end";
	/** The token's content: the text between quotes, the number as written. */
	readonly text: string;
	readonly raw: string;
	readonly at: number;
}

const MOST_TOKENS = 4_000;

const BLANK = /(?:\s|--[^\r\n]*)+/y;

/** The first that fits is taken, so a moment comes before a number and a number before a word. */
const FORMS: readonly (readonly [type: Token["type"], form: RegExp])[] = [
	["this", /\{\s*this\s*\}/iy],
	["text", /'(?:[^']|'')*'(?!')/y],
	["name", /"(?:[^"]|"")*"(?!")/y],
	["unclosed", /['"].*/sy],
	["word", /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?(?![\p{L}\p{N}_])/iuy],
	["number", /-?\d+(?:\.\d+)?(?![\p{L}\p{N}_]|[-+][\p{L}\p{N}_])/uy],
	["word", /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:[-+][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)*/uy],
	// Two of these are operators elsewhere only: in one piece, the error can name them.
	["symbol", /!=|<=|>=|<>|==|[=<>(),.]/y],
	["unknown", /./suy],
];

function matchAt(form: RegExp, source: string, at: number): string | undefined {
	form.lastIndex = at;
	return form.exec(source)?.[0];
}

function unquote(type: Token["type"], raw: string): string {
	if (type === "text") return raw.slice(1, -1).replaceAll("''", "'");
	if (type === "name") return raw.slice(1, -1).replaceAll('""', '"');
	return raw;
}

function readToken(source: string, at: number): Token {
	for (const [type, form] of FORMS) {
		const raw = matchAt(form, source, at);
		if (raw !== undefined) return { type, text: unquote(type, raw), raw, at };
	}
	return { type: "end", text: "", raw: "", at };
}

function refuseLength(source: string, at: number, expected: string): never {
	const says = `the query is too long: it may have ${expected}. Shorten it, or ask in several steps.`;
	throw new QueryError({ source, at, found: "more", expected: [expected], says });
}

/** Cuts a query into its words. What fits no form becomes a token too: only the parser knows what was expected there. */
export function tokenizeQuery(source: string): readonly Token[] {
	if (source.length > LONGEST_WQL) {
		refuseLength(source, LONGEST_WQL, `at most ${LONGEST_WQL} characters`);
	}
	const tokens: Token[] = [];
	for (let at = 0; ; ) {
		at += matchAt(BLANK, source, at)?.length ?? 0;
		const token = readToken(source, at);
		tokens.push(token);
		if (token.type === "end") return tokens;
		if (tokens.length > MOST_TOKENS) refuseLength(source, at, `at most ${MOST_TOKENS} words and signs`);
		at += token.raw.length;
	}
}
