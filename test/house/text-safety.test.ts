import { describe, expect, test } from "vitest";
import { type Exceptions, listUnused, nameAll } from "../support/find-unnamed.ts";
import { findPieceMaking, findRecursion, findSpreadCalls, listImports } from "../support/scan-sources.ts";

/** Calls that pass a list as arguments, by the file they are in and how they begin. */
const SPREADS: Exceptions = {
	"the items of a context, which its budget bounds": [
		"src/chat/answer-without-model.ts Math.max(",
		"src/context/rank/complement-matches.ts Math.max(",
		"src/context/collect/collect-project.ts entries.push(",
	],
	"the hits of a search, of which there are at most some hundreds": [
		"src/graph/search/view/score-legs.ts Math.max(",
	],
	"what the installation names: models and settings": [
		"src/chat/models/model-catalog.ts Math.min(",
		"src/context/build-context.ts mergeConfig(",
		"src/chat/recall-cited.ts mergeConfig(",
		"src/graph/search/embed/protobuf-writer.ts this.#add(",
	],
	"one passage, one word of at most 100 characters, one path of a few keys": [
		"src/graph/search/embed/passage-indexer.ts alone.push(",
		"src/graph/search/embed/wordpiece-tokenizer.ts ids.push(",
		"src/graph/transfer/files/read-json-values.ts valueAt(",
	],
	"one loss for each of a handful of reasons, or for each of at most 500 columns": [
		"src/graph/transfer/write/import-items.ts losses.push(",
		"src/graph/transfer/sources/github/read-github-source.ts losses.push(",
		"src/graph/transfer/sources/linear/read-linear-source.ts losses.push(",
		"src/serve/cli/client/find-troubles.ts findings.push(",
	],
	"the first ten hits, and the first ten passages of each": [
		"src/graph/search/view/question-words.ts Math.max(",
	],
	"one batch of at most some hundreds": ["src/graph/transfer/write/import-links.ts losses.push("],
	"one page of an answer, or what the browser lists at a time": [
		"web/src/projects/use-project.ts nodes.push(",
		"web/src/projects/use-project.ts edges.push(",
		"web/src/entities/use-entities.ts rows.push(",
		"web/src/transfer/read-chosen.ts found.push(",
	],
};

/** Functions that come back to themselves. */
const RECURSIONS: Exceptions = {
	"values are at most 64 levels deep, which is checked where they come in": [
		"src/chat/tools/print-value.ts printValue",
		"src/context/model/config.ts layOver",
		"src/context/model/config.ts patchTree",
		"src/context/build-context.ts nameById",
		"src/context/render/fence-text.ts formatValue",
		"src/graph/model/check-input.ts checkJson",
		"src/graph/model/convert-field.ts asText",
		"src/graph/model/entity-text.ts printField",
		"src/graph/model/entity-text.ts printEntry",
		"src/graph/model/json.ts textsIn",
		"src/graph/store/engine/encode-parameter.ts encodeParameter",
		"src/graph/store/engine/encode-parameter.ts encodeArray",
		"src/graph/store/engine/encode-parameter.ts encodeElement",
		"src/graph/store/engine/find-value-parser.ts parseElement",
		"src/graph/store/write/own-writes.ts orderKeys",
		"src/graph/store/archive/archives.ts rename",
		"src/graph/transfer/files/read-json-values.ts unwrap",
		"src/serve/cli/commands/settings-command.ts join",
		"src/serve/cli/commands/settings-command.ts listFigures",
		"web/src/entities/field-input.tsx printValue",
	],
	"a text whose lines are nested deeper than 24 is one block": [
		"src/context/collect/block-tree.ts this.ancestorsOf",
		"src/graph/model/split-blocks.ts addItem",
		"src/graph/model/split-blocks.ts addList",
	],
	"the question before a question is read without a conversation of its own": [
		"src/context/collect/collector.ts namePlan",
	],
	"a page is at most 512 elements deep, as its parser checks": [
		"src/graph/transfer/sources/documents/read-html.ts walk",
		"src/graph/transfer/sources/documents/read-html.ts gather",
		"src/graph/transfer/sources/documents/read-html.ts prune",
	],
	"a query is at most 32 levels deep and its work is counted": [
		"src/graph/query/check-query.ts this.#checkExpression",
		"src/graph/query/select-rows.ts findLink",
		"src/graph/query/parse-query.ts this.#parseAny",
		"src/graph/query/parse-query.ts this.#parseAll",
		"src/graph/query/parse-query.ts this.#parseOne",
		"src/graph/query/select-rows.ts readStep",
		"src/graph/query/select-rows.ts readPath",
		"src/graph/query/select-rows.ts makeRowTest",
		"src/graph/query/select-rows.ts read",
		"src/graph/query/select-rows.ts readSortKey",
		"src/graph/query/select-rows.ts sortRows",
		"src/graph/query/select-rows.ts selectRows",
	],
	"a path of a folder has at most 4,096 characters, and eight folders of it are looked at": [
		"src/graph/store/engine/open-database.ts tightenAll",
		"src/graph/transfer/sources/markdown/group-notes.ts findGroups",
	],
	"the folders of a mapping have none of their own": ["src/graph/transfer/tables/column-use.ts checkMapping"],
	"our own data and commands": [
		"src/graph/search/resident/pack-graph.ts listNumbers",
		"src/serve/cli/commands/completion-command.ts listPlaces",
		"src/chat/tools/shorten-schema.ts shorten",
	],
	"halves a batch, or comes back at most once or as often as it is tried again": [
		"src/graph/search/resident/resident-graphs.ts this.build",
		"src/graph/transfer/write/import-links.ts writeSteps",
		"src/graph/transfer/write/write-batch.ts this.write",
		"src/graph/transfer/write/write-batch.ts this.#isolateRefused",
		"src/graph/search/embed/passage-indexer.ts this.index",
		"src/graph/search/embed/passage-indexer.ts this.#work",
		"src/graph/search/embed/passage-indexer.ts this.#embedBatch",
		"src/graph/search/embed/passage-indexer.ts this.#tryLater",
		"src/graph/transfer/files/open-source-files.ts flatten",
	],
	"runs in a later turn of the event loop, with a stack of its own": [
		"src/graph/search/embed/local-embedder.ts this.#deal",
		"src/graph/search/embed/local-embedder.ts this.#work",
		"src/graph/search/embed/local-embedder.ts this.#compute",
		"src/graph/search/embed/local-embedder.ts this.#bringProcess",
		"src/graph/store/engine/pglite-session.ts this.#tellNext",
		"web/src/conversation/use-conversation.ts readPast",
		"web/src/entities/edits.tsx undo",
		"web/src/entities/edits.tsx announce",
		"web/src/entities/edits.tsx send",
		"web/src/entities/edits.tsx change",
		"web/src/transfer/read-chosen.ts walk",
	],
	"the causes of an error, of which there are a few": [
		"src/chat/models/classify-failure.ts readNetworkCode",
		"src/graph/store/engine/sql-search.ts isRefused",
		"src/serve/http/exchange/describe-http-failure.ts describeHttpFailure",
	],
	"the tree of a text that is-renderable.ts let through": ["web/src/text/rewrite-text.ts rewriteChildren"],
};

/** Calls that make a text of as many pieces as there are matches, in files that read whole texts. */
const PIECES: Exceptions = {
	"a name, cut to at most some thousand characters before": [
		"src/chat/list-shown.ts name",
		"src/chat/title-chat.ts question.slice(0, LONGEST_LOOK)",
		"src/graph/model/entity.ts title",
		"src/graph/query/query-error.ts source.slice(0, LONGEST_LOOK)",
		"src/graph/search/connect/title-index.ts name",
		"src/graph/transfer/source/clean-text.ts text .slice(0, 4 * LONGEST_TITLE)",
		"src/graph/transfer/export/name-files.ts title .slice(0, LONGEST_TITLE)",
		"src/graph/transfer/tables/name-field.ts label .slice(0, LONGEST_LABEL)",
		"src/graph/transfer/tables/name-field.ts clean(label)",
		"src/graph/transfer/tables/parse-csv.ts text .slice(0, 10_000)",
	],
	"a file name, which no system lets grow beyond some hundred characters": [
		"src/graph/transfer/sources/markdown/name-paths.ts fileName",
	],
	"the words of a day in a question, or one link": [
		"src/context/plan/read-day-range.ts text",
		"src/graph/model/scan-wikilinks.ts inner",
	],
};

describe("[P23] nothing in the sources grows with the stack or the square of a text", () => {
	test("no list of unknown length is passed as arguments: 120,000 of them overflow the stack", () => {
		const found = findSpreadCalls();
		expect(nameAll(found, SPREADS)).toEqual([]);
		expect(listUnused(found, SPREADS)).toEqual([]);
	});

	test("no function comes back to itself as often as the input wants", () => {
		const found = findRecursion();
		const named = (exceptions: Exceptions) => nameAll(found, exceptions);
		expect(named(RECURSIONS)).toEqual([]);
		expect(listUnused(found, RECURSIONS)).toEqual([]);
	});

	test("no file that reads whole texts replaces every match by a text: use replaceEach", () => {
		const found = findPieceMaking(listImports("bench/text-readers.ts"));
		expect(nameAll(found, PIECES)).toEqual([]);
		expect(listUnused(found, PIECES)).toEqual([]);
	});
});
