import { splitSentences } from "../context/budget/split-sentences.ts";
import type { ContextItem } from "../context/model/payload.ts";
import { LINE_ENDS } from "../graph/model/line-ends.ts";
import { isUnspaced } from "../graph/search/analyse-text.ts";

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
const DATED = /^\d{4}-\d{2}-\d{2}/;
const FILED: ReadonlySet<string> = new Set(["created_at", "updated_at"]);

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

const linesOf = ({ content }: ContextItem): readonly string[] =>
	content
		.split(LINE_ENDS)
		// Our own heading; a piece of a page has none, and a text of one line stands right behind it.
		.map((line, index) => (index === 0 && !line.startsWith(">") ? line.replace(/^.*?\[id:\w+\]/, "") : line))
		.map((line) => line.trim())
		.filter((line) => line !== "" && !FENCE.test(line));

/** What an item says, line by line: the sentences of each, or a row of a table as one. Without our heading and the names of fields. */
export function readPassages(item: ContextItem): readonly (readonly string[])[] {
	return linesOf(item)
		.filter((line, index, all) => ![line, all[index + 1] ?? ""].some((near) => BELOW_HEAD.test(near)))
		.filter((line) => !NOT_SAID.test(line))
		.map((line) => line.replaceAll(LINK, "$1"))
		.map((line) => {
			if (TABLE_ROW.test(line)) return [readRow(line)];
			const said = line.replace(FIELD_ROW, "$2").replace(LIST_MARK, "").replace(LIST_MARK, "");
			return splitSentences(said, Infinity)
				.map(({ text }) => text)
				.filter(isSentence);
		})
		.filter((sentences) => sentences.length > 0);
}

/** How an item stands and what days it names, besides those on which it was filed. */
export function readStanding(item: ContextItem): string {
	const told = linesOf(item).flatMap((line) => {
		const [, name = "", value = ""] = FIELD_ROW.exec(line) ?? [];
		if (name === "state_key") return [value];
		return DATED.test(value) && value.length <= 10 && !FILED.has(name) ? [`${name} ${value}`] : [];
	});
	return told.length === 0 ? "" : ` (${told.join(", ").replaceAll("_", " ")})`;
}
