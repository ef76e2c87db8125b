import { isMap, parseDocument, visit } from "yaml";
import type { JsonObject } from "../../model/json.ts";

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
const LARGEST_BLOCK = 20_000;
/** Enough for honest use; a few nested aliases already stand for millions of values. */
const MOST_ALIASES = 100;

/** The YAML block a note may start with. Times, dates and numbers that would print differently stay as written. */
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
		const document = parseDocument(source, { schema: "core", prettyErrors: false, logLevel: "silent" });
		const [error] = document.errors;
		if (error !== undefined) return { ...none, problem: error.message };
		// A text between two rules looks like frontmatter until it is read.
		if (document.contents !== null && !isMap(document.contents)) return none;
		visit(document, {
			Scalar: (_, node) => {
				if (typeof node.value !== "number" || node.source === undefined) return;
				if (String(node.value) !== node.source) node.value = node.source;
			},
		});
		const values: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
		return { values: JSON.parse(JSON.stringify(values ?? {})), source, body };
	} catch (error) {
		return { ...none, problem: (error as Error).message };
	}
}
