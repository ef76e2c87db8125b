import { CitationReader, restoreReferences } from "../src/chat/cite-references.ts";
import { findPrintedReferences } from "../src/chat/list-shown.ts";
import { attachFiles } from "../src/chat/prompt/print-attached-files.ts";
import { titleChat } from "../src/chat/title-chat.ts";
import { o200k } from "../src/context/budget/tokenizer.ts";
import { extractSentences, makeTruncator } from "../src/context/budget/truncate-text.ts";
import { readDayRange } from "../src/context/plan/read-day-range.ts";
import { readIntent } from "../src/context/plan/read-intent.ts";
import {
	putBlockerFirst,
	rephraseQuestion,
	sayPlainly,
	spellOut,
	turnCorrection,
} from "../src/context/plan/rephrase-question.ts";
import { clipText, fenceText, inOneLine, quoteText } from "../src/context/render/fence-text.ts";
import { narrowPassage } from "../src/context/render/narrow-passage.ts";
import { splitSentences } from "../src/context/render/split-sentences.ts";
import { readAddress } from "../src/graph/model/attachment.ts";
import { blankCode } from "../src/graph/model/blank-code.ts";
import { cutPassages } from "../src/graph/model/cut-passages.ts";
import { foldTitle } from "../src/graph/model/entity.ts";
import { listReferences } from "../src/graph/model/field.ts";
import { BUILT_IN_KINDS } from "../src/graph/model/kinds/kind-registry.ts";
import { matchBlocks } from "../src/graph/model/match-blocks.ts";
import { readPlainText } from "../src/graph/model/plain-text.ts";
import { runSteps } from "../src/graph/model/run-steps.ts";
import { scanMentions } from "../src/graph/model/scan-mentions.ts";
import { scanWikilinks } from "../src/graph/model/scan-wikilinks.ts";
import { splitBlocks } from "../src/graph/model/split-blocks.ts";
import { parseQuery } from "../src/graph/query/parse-query.ts";
import { quote } from "../src/graph/query/query-error.ts";
import { findProperNouns } from "../src/graph/search/connect/proper-nouns.ts";
import { TitleIndex } from "../src/graph/search/connect/title-index.ts";
import { WordpieceTokenizer } from "../src/graph/search/embed/wordpiece-tokenizer.ts";
import { ALL_LANGUAGES } from "../src/graph/search/languages/all-languages.ts";
import { WordTable } from "../src/graph/search/tables/word-table.ts";
import { analyseText, foldText, locateTerms } from "../src/graph/search/words/analyse-text.ts";
import { encodeWords } from "../src/graph/search/words/encode-words.ts";
import { holdsPhrase } from "../src/graph/search/words/hold-phrase.ts";
import { listPlainWords } from "../src/graph/search/words/list-plain-words.ts";
import { makeSnippet } from "../src/graph/search/words/make-snippet.ts";
import { parseSearchQuery } from "../src/graph/search/words/parse-search-query.ts";
import { sketchText } from "../src/graph/suggestions/find-suggestions.ts";
import { nameFile } from "../src/graph/transfer/export/name-files.ts";
import { readJsonValues } from "../src/graph/transfer/files/read-json-values.ts";
import { cleanLine, cleanText } from "../src/graph/transfer/source/clean-text.ts";
import { readMoment } from "../src/graph/transfer/source/read-moment.ts";
import { joinParagraphs } from "../src/graph/transfer/sources/documents/join-paragraphs.ts";
import { readLines } from "../src/graph/transfer/sources/documents/pdf-lines.ts";
import { decodeHtml, readHtml } from "../src/graph/transfer/sources/documents/read-html.ts";
import { scanReferences } from "../src/graph/transfer/sources/github/read-github-source.ts";
import { makeDayReader } from "../src/graph/transfer/sources/logseq/day-format.ts";
import { readPageFields } from "../src/graph/transfer/sources/logseq/page-properties.ts";
import { applyMapping } from "../src/graph/transfer/sources/markdown/apply-mapping.ts";
import { makeFindNote } from "../src/graph/transfer/sources/markdown/find-note.ts";
import { groupByKeys } from "../src/graph/transfer/sources/markdown/group-notes.ts";
import { nameOfFile } from "../src/graph/transfer/sources/markdown/name-paths.ts";
import { NotePlaces } from "../src/graph/transfer/sources/markdown/note-places.ts";
import { parseNote, scanTags } from "../src/graph/transfer/sources/markdown/parse-note.ts";
import { findNumberKey, proposeMapping } from "../src/graph/transfer/sources/markdown/propose-mapping.ts";
import { collectKeys } from "../src/graph/transfer/sources/markdown/read-keys.ts";
import { readPerson } from "../src/graph/transfer/sources/markdown/read-people.ts";
import { scanFileLinks } from "../src/graph/transfer/sources/markdown/scan-file-links.ts";
import { rewriteLinks } from "../src/graph/transfer/sources/notion/rewrite-links.ts";
import { scanAddresses } from "../src/graph/transfer/sources/scan-addresses.ts";
import { inferMapping } from "../src/graph/transfer/tables/column-use.ts";
import { nameField } from "../src/graph/transfer/tables/name-field.ts";
import { parseCsv } from "../src/graph/transfer/tables/parse-csv.ts";

export type TextReaders = Readonly<Record<string, (text: string) => unknown>>;

const TODAY = "2026-03-31";
const PIECES = new WordpieceTokenizer(
	new Map(["[UNK]", "[CLS]", "[SEP]", "a", "##a", "w", "##w"].map((piece, id) => [piece, id])),
);
const ROOM = 2_000;
const WORDS = [{ term: "word", weight: 1, worth: 1 }];
const linkPage = rewriteLinks([]);

const truncate = (strategy: "keep_start" | "keep_end" | "extractive") => (text: string) =>
	runSteps(
		makeTruncator({
			defaultStrategy: strategy,
			minContentLength: 1,
			query: "what was decided",
			analyse: analyseText,
			tokenizer: o200k,
		})(text, ROOM),
	);

/** Matches the blocks of a text with those after an edit in the middle. */
function editBlocks(text: string): unknown {
	const blocks = (body: string) =>
		splitBlocks(body).map((block, place) => ({
			...block,
			id: String(place),
			text: body.slice(block.start, block.end),
		}));
	const known = blocks(text);
	const middle = Math.floor(text.length / 2);
	const edited = blocks(`begins anew\n\n${text.slice(0, middle)}\n\nedited\n\n${text.slice(middle)}`);
	return [
		matchBlocks(known, edited),
		matchBlocks([], edited, known),
		matchBlocks(known, edited.toReversed()),
	];
}

function indexNames(text: string): unknown {
	const table = new WordTable();
	const titles = new TitleIndex(table);
	const words = encodeWords(text, table.interning);
	for (const [document, name] of text.slice(0, 500).split(" ").slice(0, 50).entries())
		titles.add(document, [{ name, words: encodeWords(name, table.interning) }]);
	return [titles.matchesIn(words), findProperNouns(words, () => true)];
}

/** Of the graph: texts as they are stored, indexed, searched and queried. */
const GRAPH_READERS: TextReaders = {
	blankCode,
	scanMentions,
	scanWikilinks,
	readPlainText,
	splitBlocks,
	matchBlocks: editBlocks,
	foldTitle,
	listReferences,
	readAddress,
	foldText,
	...Object.fromEntries(
		ALL_LANGUAGES.map((language) => [
			`analyseText ${language.code}`,
			(text: string) => analyseText(text, language),
		]),
	),
	locateTerms: (text) => locateTerms(text),
	encodeWords: (text) => encodeWords(text, new WordTable().interning),
	TitleIndex: indexNames,
	makeSnippet: (text) => makeSnippet(text, ["a", "word"], { prefix: "w" }),
	parseSearchQuery: (text) => parseSearchQuery(text),
	holdsPhrase: (text) => [holdsPhrase([text], "a word"), holdsPhrase(["a word"], text)],
	cutPassages,
	WordpieceTokenizer: (text) => PIECES.encode(text, 256),
	listPlainWords,
	sketchText,
	parseQuery: (text) => [parseQuery(`SELECT p FROM task WHERE title = 'a' AND ${text}`)],
	quote,
};

/** Of imports and exports. */
const TRANSFER_READERS: TextReaders = {
	parseNote: (text) => parseNote({ text, name: "note" }),
	"parseNote of Logseq": (text) => parseNote({ text, name: "note", day: TODAY, isPage: true }),
	readPageFields: (text) => [readPageFields(`a:: ${text}`), readPageFields(text)],
	readDay: makeDayReader("yyyy_MM_dd"),
	readHtml: (text) => readHtml(`<title>${text}</title><p>${text}`),
	decodeHtml: (text) => decodeHtml(Buffer.from(text)),
	readPdfLines: readPdfPages,
	scanAddresses,
	scanTags,
	readPerson: (text) => readPerson(text, true),
	proposeMapping: proposeFor,
	scanFileLinks: (text) => scanFileLinks(parseNote({ text, name: "note" })),
	rewriteLinks: (text) => linkPage({ id: "1", path: "a.md", title: "A", text }),
	scanReferences: (text) => scanReferences(text, "a/b"),
	cleanText,
	cleanLine,
	nameFile,
	nameOfFile,
	nameField: (text) => nameField(text, new Set()),
	readMoment,
	readJsonValues,
	parseCsv: (text) => runSteps(inferMapping(parseCsv(text), "row", "Row")),
};

/** The text as lines of pages, as a PDF file draws them. */
function readPdfPages(text: string): unknown {
	const items = text.split("\n").map((str, at) => ({ str, transform: [1, 0, 0, 11, 0, -at], hasEOL: true }));
	return joinParagraphs([readLines(items), readLines(items.slice(0, 100))]);
}

/** Three texts of which the frontmatter says this, as a word, a list and a name of another text. */
function proposeFor(text: string): unknown {
	const frontmatter = { author: text, area: text.split("\n"), requires: text, status: text.slice(0, 20) };
	const notes = ["a.md", "b.md", "c.md"].map((path) => ({ path, title: path, aliases: [], frontmatter }));
	const find = makeFindNote(notes, new NotePlaces(notes.map(({ path }) => path)));
	const nameKind = (kind: string) => ({ kind, label: kind });
	const keys = collectKeys(notes);
	const numberKey = findNumberKey(notes, keys);
	const proposed = proposeMapping({ notes, keys, numberKey, find, folder: "texts", nameKind });
	return proposed && applyMapping({ mapping: proposed.mapping, groups: groupByKeys(notes), find });
}

/** Of contexts and chats. */
const CONTEXT_READERS: TextReaders = {
	fenceText,
	quoteText,
	inOneLine,
	clipText: (text) => clipText(text, 120),
	splitSentences: (text) => splitSentences(text),
	narrowPassage: (text) => narrowPassage(text, { words: WORDS, analyse: analyseText }),
	extractSentences: (text) =>
		runSteps(
			extractSentences({ text, tokens: ROOM, query: ["word"], analyse: analyseText, tokenizer: o200k }),
		),
	"keep the start": truncate("keep_start"),
	"keep the end": truncate("keep_end"),
	"keep the best": truncate("extractive"),
	"count tokens": (text) => o200k.count(text),
	keepStart: (text) => o200k.keepStart(text, ROOM),
	readIntent: (text) => readIntent(`what is overdue ${text}`, { kinds: BUILT_IN_KINDS, today: TODAY }),
	readDayRange: (text) => readDayRange(text, TODAY, "back"),
	spellOut,
	putBlockerFirst: (text) => putBlockerFirst(`what is ${text}`),
	turnCorrection: (text) => turnCorrection(`no, ${text}`),
	sayPlainly,
	rephraseQuestion: (text) => rephraseQuestion(`for which ${text}`),
	titleChat,
	attachFiles: (text) => attachFiles([{ name: "a.md", text }], o200k, ROOM),
	findPrintedReferences,
	restoreReferences: (text) => restoreReferences(text, [{ n: 1, ref: "abcdefgh" }]),
	CitationReader: (text) => {
		const reader = new CitationReader([]);
		return reader.push(text) + reader.flush();
	},
};

export const TEXT_READERS: TextReaders = { ...GRAPH_READERS, ...TRANSFER_READERS, ...CONTEXT_READERS };
