import type { ContextItem } from "../context/model/payload.ts";
import { splitSentences } from "../context/render/split-sentences.ts";
import { LINE_ENDS } from "../graph/model/line-ends.ts";
import { scanMarkdown } from "../graph/model/scan-markdown.ts";
import { isUnspaced } from "../graph/search/words/analyse-text.ts";

const FENCE = /^`{3,}$/;
/** The name of a field begins small; one that does not is how somebody began a sentence. */
const FIELD_ROW = /^([a-z]\w*): (.+)$/;
const NOT_SAID = /^(?:#|… \d+ more|\.\.\. |-{3,}$)/;
/** The line between the head and the body of a table. */
const BELOW_HEAD = /^\|[\s:|-]+$/;
const TABLE_ROW = /^\|.*\|$/;
const LIST_MARK = /^(?:>|[-*+]|\d+[.)]|\[[ x]\])\s+/;
const LINK = /\[\[(?:[^[\]|]*\|)?([^[\]|]+)\]\]/g;
const FEWEST_WORDS = 4;
export const DATED = /^\d{4}-\d{2}-\d{2}/;
export const FILED: ReadonlySet<string> = new Set(["created_at", "updated_at"]);

/** States, dates and names are no passage: it takes a few words and a full stop. */
const isSentence = (text: string): boolean =>
	(isUnspaced(text) || text.split(/\s+/).length >= FEWEST_WORDS) &&
	/[.!?…:。！？]["”'’」』）)\]*]*$/.test(text);

const readRow = (line: string): string =>
	line
		.split("|")
		.map((cell) => cell.trim())
		.filter((cell) => cell !== "")
		.join(" · ");

/** Lines of one paragraph are one text, wherever they were wrapped. */
const unwrap = (text: string): readonly string[] =>
	scanMarkdown(text).flatMap(({ kind, start, end }) =>
		kind === "aside" ? [] : [text.slice(start, end).replace(/\s+/g, " ")],
	);

const stripQuote = (line: string): string => line.replace(/^> ?/, "");

/** Splits the printed item into lines: one for each field, then its text paragraph by paragraph. */
function linesOf({ content }: ContextItem): readonly string[] {
	const lines = content.split(LINE_ENDS);
	if (lines[0]?.startsWith(">")) return unwrap(lines.map(stripQuote).join("\n"));
	const opened = lines.findIndex((line) => FENCE.test(line.trim()));
	const closed = lines.findLastIndex((line) => FENCE.test(line.trim()));
	const own = opened < 0 ? lines : [...lines.slice(0, opened), ...lines.slice(closed + 1)];
	const text = opened < 0 ? [] : unwrap(lines.slice(opened + 1, closed).join("\n"));
	return (
		[...own, ...text]
			// Removes our own heading; a piece of a page has none, and a text of one line follows it directly.
			.map((line, index) => (index === 0 ? line.replace(/^.*?\[id:\w+\]/, "") : line).trim())
			.filter((line) => line !== "")
	);
}

/** Sentences that belong together, and the field they are in; "" where they are in the text. */
export interface Passage {
	readonly field: string;
	readonly sentences: readonly string[];
}

/** Returns the content of an item line by line: the sentences of each, or a row of a table as one. Without our heading. */
export function readPassages(item: ContextItem): readonly Passage[] {
	return linesOf(item)
		.filter((line, index, all) => ![line, all[index + 1] ?? ""].some((near) => BELOW_HEAD.test(near)))
		.filter((line) => !NOT_SAID.test(line))
		.map((line) => line.replaceAll(LINK, "$1"))
		.map((line) => {
			if (TABLE_ROW.test(line)) return { field: "", sentences: [readRow(line)] };
			const [, field = ""] = FIELD_ROW.exec(line) ?? [];
			const said = line.replace(FIELD_ROW, "$2").replace(LIST_MARK, "").replace(LIST_MARK, "");
			const sentences = splitSentences(said)
				.map(({ text }) => text)
				.filter(isSentence);
			return { field, sentences };
		})
		.filter(({ sentences }) => sentences.length > 0);
}

/** The fields that are printed of an item, as they are printed. */
export const readFields = (item: ContextItem): { readonly name: string; readonly value: string }[] =>
	linesOf(item).flatMap((line) => {
		const [, name = "", value = ""] = FIELD_ROW.exec(line) ?? [];
		return name === "" ? [] : [{ name, value }];
	});

/** Returns the state of an item and its dates, except the date of creation. */
export function readStanding(item: ContextItem): string {
	const parts = readFields(item).flatMap(({ name, value }) => {
		if (name === "state_key") return [value];
		return DATED.test(value) && value.length <= 10 && !FILED.has(name) ? [`${name} ${value}`] : [];
	});
	return parts.length === 0 ? "" : ` (${parts.join(", ").replaceAll("_", " ")})`;
}
