import type { JsonObject } from "../../../model/json.ts";
import { readYaml } from "./read-yaml.ts";

export interface Frontmatter {
	/** Null when there is none, or when it cannot be read; then the body holds the whole text. */
	readonly values: JsonObject | null;
	/** The block as written, without its fences. */
	readonly source: string;
	readonly body: string;
	readonly problem?: string;
}

const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
/** Reading takes time with the square of the number of keys: seconds at 100,000 characters. */
export const LARGEST_BLOCK = 20_000;

export function parseFrontmatter(text: string): Frontmatter {
	const block = BLOCK.exec(text);
	const source = block?.[1] ?? "";
	const none = { values: null, source: "", body: text };
	if (block === null) return none;
	const body = text.slice(block[0].length);
	if (source.trim() === "") return { values: {}, source, body };
	if (source.length > LARGEST_BLOCK)
		return { ...none, problem: `it is longer than ${LARGEST_BLOCK} characters` };
	try {
		const values = readLenient(source);
		// A text between two rules looks like frontmatter until it is read.
		return values === null ? none : { values, source, body };
	} catch (error) {
		return { ...none, problem: (error as Error).message };
	}
}

/** `author: @ada`, as people write handles: YAML keeps the sign for itself, and would lose every other key with it. */
const BARE_SIGN = /^([\w-]{1,100}:[ \t]{1,9}|[ \t]{0,20}-[ \t]{1,9})([@`].{0,1000})$/;

function quoteSign(line: string): string {
	const [, key, value] = BARE_SIGN.exec(line.trimEnd()) ?? [];
	return key === undefined ? line : `${key}${JSON.stringify(value)}`;
}

function readLenient(source: string): JsonObject | null {
	try {
		return readYaml(source);
	} catch (error) {
		const quoted = source.split("\n").map(quoteSign).join("\n");
		if (quoted === source) throw error;
		return readYaml(quoted);
	}
}
