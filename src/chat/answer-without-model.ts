import type { ContextItem, ContextPayload } from "../context/model/payload.ts";
import { analyseText } from "../graph/search/analyse-text.ts";

const MOST_QUOTES = 4;
const LONGEST_QUOTE = 320;
/** A quotation that holds less than this share of what the best one holds says little beside it. */
const WORTH_QUOTING = 0.4;
/** What a title says counts for its text, but less than words that stand there. */
const TITLE_SHARE = 0.6;
/** What of a quotation's worth is its own; the rest depends on how well its whole text fits the question. */
const OWN_WORTH = 0.3;
/** What another quotation says already counts this much. */
const SAID_BEFORE = 0.7;

const NO_MODEL =
	"No language model is configured, so these are quotations. For written answers set up a model in the settings or with `skein models add`, or start again with `ANTHROPIC_API_KEY` or `OPENAI_API_KEY` set.";
const NOTHING =
	"Nothing in the workspace matches these words. Try other words, or pick something to focus on.";

const FENCE = /^`{3,}$/;
const FIELD_ROW = /^[\w.]+: /;
const NOT_PROSE = /^(?:#|\||… \d+ more|\.\.\. |-{3,}$)/;
const LIST_MARK = /^(?:>|[-*+]|\d+[.)]|\[[ x]\])\s+/;
const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}\p{N}"“'‘([])/u;
const FEWEST_WORDS = 4;

interface Quote {
	readonly item: ContextItem;
	readonly text: string;
	readonly terms: ReadonlySet<string>;
	readonly titleTerms: ReadonlySet<string>;
}

/** States, dates and names are no quotation: it takes a few words and a full stop. */
const isSentence = (text: string): boolean =>
	text.split(/\s+/).length >= FEWEST_WORDS && /[.!?…:]["”')\]]*$/.test(text);

/** What an item says in sentences, paragraph by paragraph: without our header (a piece of a page has none), field names, headings and tables. */
function readParagraphs(item: ContextItem): readonly (readonly string[])[] {
	return item.content
		.split("\n")
		.filter((line, index) => index > 0 || line.startsWith(">"))
		.map((line) => line.trim())
		.filter((line) => !FENCE.test(line) && !NOT_PROSE.test(line))
		.map((line) => line.replace(FIELD_ROW, "").replace(LIST_MARK, "").replace(LIST_MARK, ""))
		.map((line) => line.split(SENTENCE_END).filter(isSentence))
		.filter((sentences) => sentences.length > 0);
}

/** Every sentence, with the one behind it as far as both stay short. */
function listQuotes(item: ContextItem): readonly Quote[] {
	const titleTerms = new Set(analyseText(item.title));
	return readParagraphs(item).flatMap((sentences) =>
		sentences.map((sentence, index): Quote => {
			const both = [sentence, ...sentences.slice(index + 1, index + 2)].join(" ");
			const text = both.length <= LONGEST_QUOTE ? both : clip(sentence);
			return { item, text, terms: new Set(analyseText(sentence)), titleTerms };
		}),
	);
}

const clip = (text: string): string =>
	text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, "")}…`;

const fitOf = (item: ContextItem): number => item.because.scores.semantic;

/** The quotations that together hold most of the question, one of each item. */
function chooseQuotes(
	quotes: readonly Quote[],
	wanted: ReadonlySet<string>,
	isFocus: (item: ContextItem) => boolean,
): readonly Quote[] {
	const said = new Set<string>();
	const score = ({ item, terms, titleTerms }: Quote): number => {
		const held = [...wanted].reduce((sum, term) => {
			const share = terms.has(term) ? 1 : titleTerms.has(term) ? TITLE_SHARE : 0;
			return sum + share * (said.has(term) ? SAID_BEFORE : 1);
		}, 0);
		return held * (OWN_WORTH + (1 - OWN_WORTH) * fitOf(item));
	};
	const chosen: Quote[] = [];
	const take = (quote: Quote): void => {
		chosen.push(quote);
		for (const term of quote.terms) said.add(term);
	};
	const pickBest = (among: readonly Quote[]): { readonly quote: Quote; readonly score: number } | undefined =>
		among
			.filter((quote) => chosen.every(({ item }) => item.id !== quote.item.id))
			.map((quote) => ({ quote, score: score(quote) }))
			.reduce<{ quote: Quote; score: number } | undefined>(
				(best, next) => (best === undefined || next.score > best.score ? next : best),
				undefined,
			);
	// What a question is about need not share a word with it: "why is it blocked?"
	const focused = pickBest(quotes.filter(({ item }) => isFocus(item)));
	if (focused) take(focused.quote);
	const enough = (pickBest(quotes)?.score ?? 0) * WORTH_QUOTING;
	while (chosen.length < MOST_QUOTES) {
		const best = pickBest(quotes);
		if (best === undefined || best.score === 0 || best.score < enough) break;
		take(best.quote);
	}
	return chosen;
}

/** An answer made of quotations, each with its source, for when there is no model to write one. */
export function answerWithoutModel(payload: ContextPayload, query: string): string {
	const items = payload.sections.flatMap((section) => section.items).filter((item) => item.form !== "title");
	const quotes = items.flatMap(listQuotes);
	const { focusBlockId, focusPageId } = payload.metadata;
	const isFocus = ({ id, blockId }: ContextItem): boolean =>
		blockId === focusBlockId || id === (focusPageId ?? focusBlockId);
	const chosen = chooseQuotes(quotes, new Set(analyseText(query)), isFocus);
	if (chosen.length === 0) return `${NOTHING}\n\n${NO_MODEL}`;
	const lines = chosen.map(
		({ item, text }) => `**${item.title.replaceAll("*", "")}** [${item.ref}]\n\n> ${text}`,
	);
	return `${lines.join("\n\n")}\n\n${NO_MODEL}`;
}
