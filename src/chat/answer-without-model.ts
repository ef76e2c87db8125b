import type { ContextItem, ContextPayload } from "../context/model/payload.ts";
import { analyseText } from "../graph/search/analyse-text.ts";

const MOST_QUOTES = 4;
const LONGEST_QUOTE = 400;
const SENTENCE_END = /(?<=[.!?])\s+|\n+/;
const NO_MODEL =
	"No language model is configured, so these are the passages that fit your question best. To get written answers, set `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`, or point `SKEIN_MODEL_URL` at a local model, and start again.";
const NOTHING =
	"Nothing in the workspace matches these words. Try other words, or pick something to focus on.";

/** The lines of an item that say something: neither our own header nor its fences. */
const sentencesOf = (item: ContextItem): string[] =>
	item.content
		.split("\n")
		.slice(1)
		.filter((line) => !line.startsWith("```"))
		.join("\n")
		.split(SENTENCE_END)
		.map((sentence) => sentence.replace(/^[#>*\-\s]+/, "").trim())
		.filter((sentence) => sentence.length > 0);

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
