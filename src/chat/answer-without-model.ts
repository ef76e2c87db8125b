import type { ContextItem, ContextPayload } from "../context/model/payload.ts";
import { analyseText } from "../graph/search/analyse-text.ts";

const MOST_QUOTES = 4;
const LONGEST_QUOTE = 400;
const SENTENCE_END = /(?<=[.!?])\s+/;
const NO_MODEL =
	"No language model is configured, so these are the passages that fit your question best. To get written answers, set `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`, or point `SKEIN_MODEL_URL` at a local model, and start again.";
const NOTHING =
	"Nothing in the workspace matches these words. Try other words, or pick something to focus on.";

const FIELD_ROW = /^([\w.]+): ?(.*)$/;
/** Fields that hold sentences; the others hold states, dates and names, which are no quotation. */
const PROSE_FIELDS = new Set(["description", "outcome", "rationale", "summary", "next_step_long"]);
const NOT_PROSE = /^(?:#|\||`{3}|… \d+ more|- \[[ x]\] *$|-{3,}$)/;

/** What an item says in sentences: neither our own header and fences nor headings, tables and short fields. */
function sentencesOf(item: ContextItem): string[] {
	const [rows = "", ...fenced] = item.content.split(/\n`{3,}\n/);
	const fields = rows
		.split("\n")
		.slice(1)
		.flatMap((row) => {
			const [, name = "", value = ""] = FIELD_ROW.exec(row) ?? [];
			return PROSE_FIELDS.has(name) ? [value] : [];
		});
	return [...fields, ...fenced.flatMap((text) => text.split("\n"))]
		.filter((line) => !NOT_PROSE.test(line.trim()))
		.flatMap((line) => line.split(SENTENCE_END))
		.map((sentence) => sentence.replace(/^[>*\-\s]+/, "").trim())
		.filter((sentence) => sentence.length > 0);
}

/** The sentence of an item that holds most of the words asked for, and the one after it when there is room. */
function quoteBest(item: ContextItem, wanted: ReadonlySet<string>): string {
	const sentences = sentencesOf(item);
	const scored = sentences.map((sentence, index) => {
		const found = new Set(analyseText(sentence).filter((term) => wanted.has(term)));
		return { index, score: found.size };
	});
	const best = scored.reduce((a, b) => (b.score > a.score ? b : a), scored[0] ?? { index: 0, score: 0 });
	const quote = sentences.slice(best.index, best.index + 2).join(" ");
	return quote.length > LONGEST_QUOTE ? `${quote.slice(0, LONGEST_QUOTE - 1).trimEnd()}…` : quote;
}

/** An answer made of quotations, each with its source, for when there is no model to write one. */
export function answerWithoutModel(payload: ContextPayload, query: string): string {
	const wanted = new Set(analyseText(query));
	const items = payload.sections.flatMap((section) => section.items).filter((item) => item.form !== "title");
	if (items.length === 0) return `${NOTHING}\n\n${NO_MODEL}`;
	const byFit = [...items].sort(
		(a, b) =>
			Number(b.because.collector === "focus") - Number(a.because.collector === "focus") ||
			b.relevance - a.relevance,
	);
	const quotes = byFit.slice(0, MOST_QUOTES).map((item) => {
		const quote = quoteBest(item, wanted).replaceAll("\n", " ");
		const words = quote === "" ? "" : `\n\n> ${quote}`;
		return `**${item.title.replaceAll("*", "")}** [${item.ref}]${words}`;
	});
	return `${quotes.join("\n\n")}\n\n${NO_MODEL}`;
}
