import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSourceFiles } from "../../src/graph/transfer/files/open-source-files.ts";
import type { Survey } from "../../src/graph/transfer/source/import-item.ts";
import { readCsvSource } from "../../src/graph/transfer/sources/csv/read-csv-source.ts";
import { readGithubSource } from "../../src/graph/transfer/sources/github/read-github-source.ts";
import { readJsonlSource } from "../../src/graph/transfer/sources/jsonl/read-jsonl-source.ts";
import { readLinearSource } from "../../src/graph/transfer/sources/linear/read-linear-source.ts";
import { readNotionSource } from "../../src/graph/transfer/sources/notion/read-notion-source.ts";
import type { SurveyOptions } from "../../src/graph/transfer/sources/survey-options.ts";
import { parseCsv } from "../../src/graph/transfer/tables/parse-csv.ts";
import { measureCpu } from "../support/measure-cpu.ts";
import { watchTurns } from "../support/watch-turns.ts";

type ReadSurvey = (options: SurveyOptions) => Promise<Survey>;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-turns-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Milliseconds of the processor that nobody notices, however much of a short survey they are. */
const SHORT_TURN = 200;

/** How much of the time that a survey takes is its longest turn: all of it when nobody else gets one. */
async function watchSurvey(survey: ReadSurvey, name: string, text: string) {
	await writeFile(join(folder, name), text);
	const files = await openSourceFiles(join(folder, name));
	const turns = watchTurns();
	const before = process.cpuUsage();
	try {
		const found = await survey({ files, kindNames: { ownKinds: [], words: new Set() } });
		// The last turn ends when the timer gets its own.
		await new Promise((resolve) => setTimeout(resolve, 10));
		const { user, system } = process.cpuUsage(before);
		const longest = turns.longest();
		return { found, share: longest < SHORT_TURN ? 0 : longest / ((user + system) / 1_000) };
	} finally {
		turns.stop();
		await files.close();
	}
}

/** A tenth to a sixth as measured. */
const LARGEST_SHARE = 0.5;
const ROWS = 60_000;

describe("[P23] a long table is read while others have their turn", () => {
	test.each<readonly [string, ReadSurvey, string, string]>([
		["rows shorter than the header", readCsvSource, "a,b,c\n", "x\n"],
		["rows longer than the header", readCsvSource, "a\n", "x,y\n"],
		["rows as long as the header", readCsvSource, "a,b\n", "x,2026-01-01\n"],
		["a database of Notion", readNotionSource, "Name,Due,Tags\n", "x\n"],
		["issues of Linear", readLinearSource, "ID,Title,Status\n", "A-1\n"],
	])("%s", { timeout: 60_000 }, async (_, survey, header, row) => {
		const { found, share } = await watchSurvey(survey, "table.csv", header + row.repeat(ROWS));
		expect(found.items.length).toBeGreaterThan(0);
		expect(share).toBeLessThan(LARGEST_SHARE);
	});
});

const ENTITY = {
	...{ id: "e", kind: "document", title: "One", body: "", description: "", aliases: [], props: {} },
	...{ project_id: null, state_key: null, type_key: null, archived_at: null, deleted_at: null },
	...{ created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" },
	...{ visibility: "inherit" },
};
const writeLine = (type: string, row: object): string => `${JSON.stringify({ type, row })}\n`;

describe("[P23] a long export is read while others have their turn", () => {
	test("lines that are no JSON are all told, each with its number", { timeout: 60_000 }, async () => {
		const text = `${writeLine("entity", ENTITY)}\n${"{x}\n".repeat(ROWS)}`;
		const { found, share } = await watchSurvey(readJsonlSource, "lines.jsonl", text);
		expect(found.items).toHaveLength(1);
		expect(found.losses).toHaveLength(ROWS);
		expect([found.losses[0], found.losses.at(-1)]).toEqual([
			{ what: "a line", where: "lines.jsonl:3", why: "It is no line of an export." },
			{ what: "a line", where: `lines.jsonl:${ROWS + 2}`, why: "It is no line of an export." },
		]);
		expect(share).toBeLessThan(LARGEST_SHARE);
	});

	test("entities, and edges that all begin at one of them", { timeout: 60_000 }, async () => {
		const ids = Array.from({ length: 20_000 }, (_, index) => `e${index}`);
		const entities = ids.map((id) => writeLine("entity", { ...ENTITY, id }));
		const edges = ids.map((id) =>
			writeLine("edge", { src_id: "e0", rel: "relates_to", dst_id: id, origin: "stated", text: "" }),
		);
		const text = [...entities, ...edges].join("");
		const { found, share } = await watchSurvey(readJsonlSource, "graph.jsonl", text);
		expect(found.items[0]?.links?.map(({ to }) => to)).toEqual(ids);
		expect(share).toBeLessThan(LARGEST_SHARE);
	});
});

const listOf = (count: number, make: (index: number) => object): string =>
	JSON.stringify(Array.from({ length: count }, (_, index) => make(index)));

describe("[P23] answers of an API are read while others have their turn", () => {
	const MANY = 20_000;
	const GITHUB = "https://api.github.com/repos/a/b/issues/1";

	test.each<readonly [string, ReadSurvey, string]>([
		[
			"many issues of Linear",
			readLinearSource,
			listOf(4 * MANY, (index) => ({ identifier: `A-${index}`, title: "t", description: "d".repeat(100) })),
		],
		[
			"comments of Linear on one issue",
			readLinearSource,
			listOf(MANY, (index) =>
				index === 0
					? { identifier: "A-0", title: "t" }
					: { id: `c${index}`, body: "b", issue: { identifier: "A-0" } },
			),
		],
		[
			"many issues of GitHub",
			readGithubSource,
			listOf(4 * MANY, (index) => ({
				number: index + 1,
				title: "t",
				body: "see #1 and #2",
				html_url: GITHUB,
			})),
		],
		[
			"comments of GitHub on one issue",
			readGithubSource,
			listOf(MANY, (index) => (index === 0 ? { number: 1, title: "t" } : { body: "b", issue_url: GITHUB })),
		],
		[
			"one issue of GitHub in many forms",
			readGithubSource,
			listOf(MANY, (index) => ({ number: 1, title: "t", [`k${index}`]: 1 })),
		],
		[
			"one milestone of GitHub in many forms",
			readGithubSource,
			listOf(MANY, (index) => ({
				number: index + 1,
				title: "t",
				milestone: { number: 1, title: "m", [`k${index}`]: 1 },
			})),
		],
	])("%s", { timeout: 120_000 }, async (_, survey, text) => {
		const { found, share } = await watchSurvey(survey, "answer.json", text);
		expect(found.items.length).toBeGreaterThan(0);
		expect(share).toBeLessThan(LARGEST_SHARE);
	});

	test("forms of one issue are laid over each other, and an inherited name stays a name", async () => {
		const forms = `[{"number":1,"title":"Old","__proto__":{"merged":true}},{"number":1,"title":"New"},
			{"number":2,"title":"b","milestone":{"number":7,"title":"First"}},
			{"number":3,"title":"c","milestone":{"number":7,"title":"Second","description":"d","__proto__":{}}}]`;
		const { found } = await watchSurvey(readGithubSource, "forms.json", forms);
		const loaded = await Promise.all(found.items.map((item) => item.load()));
		const named = found.items.map(({ externalId, title }, index) => {
			const item = loaded[index];
			return [externalId, title, item && "entity" in item ? item.entity.body : undefined];
		});
		expect(named).toEqual(
			expect.arrayContaining([
				["#1", "New", ""],
				["milestone 7", "First", "d"],
			]),
		);
	});

	test("one giant line of an export is read in turns, and too long an entity is named", {
		timeout: 60_000,
	}, async () => {
		const props = { list: Array.from({ length: 2_000_000 }, (_, index) => ({ index })) };
		const giant = writeLine("entity", { ...ENTITY, id: "giant", props });
		const { found, share } = await watchSurvey(
			readJsonlSource,
			"giant.jsonl",
			writeLine("entity", ENTITY) + giant,
		);
		expect(found.items.map(({ externalId }) => externalId)).toEqual(["e"]);
		expect(found.losses).toEqual([
			{ what: "an entity", where: "giant.jsonl:2", why: "It is longer than any entity may be. Split it." },
		]);
		expect(share).toBeLessThan(LARGEST_SHARE);
	});

	test("a line of brackets alone is refused at once", async () => {
		const text = `${writeLine("entity", ENTITY)}${"[".repeat(5_000_000)}\n`;
		const { found } = await watchSurvey(readJsonlSource, "deep.jsonl", text);
		expect(found.losses).toEqual([
			{ what: "a line", where: "deep.jsonl:2", why: "It is no line of an export." },
		]);
	});
});

describe("[P23] uneven rows", () => {
	const EVEN = "a,b\n";

	test.each([
		["shorter than the header", "x\n"],
		["longer than the header", "x,y,z\n"],
	])("rows %s take about as long as others", { timeout: 60_000 }, (_, row) => {
		const measureRows = (one: string): number => measureCpu(() => parseCsv(EVEN + one.repeat(ROWS)));
		measureRows("x,y\n");
		const even = Math.max(measureRows("x,y\n"), measureRows("x,y\n"));
		const uneven = Math.min(measureRows(row), measureRows(row));
		// About 1 as measured; 15 with an error object for each row.
		expect(uneven / even).toBeLessThan(6);
	});

	test("are filled up, cut and told as before, wherever a piece of the file ends", () => {
		const rows = Array.from({ length: 9_000 }, (_, index) =>
			["é", "é,漢", '"a ""b"", c\nd",2,3'].at(index % 3),
		);
		const table = parseCsv(`\ufeffName,Size\r\n${rows.join("\r\n")}`);
		expect(table.header).toEqual(["Name", "Size"]);
		expect(table.rows).toEqual(
			rows.map((_, index) =>
				[
					["é", ""],
					["é", "漢"],
					['a "b", c\nd', "2"],
				].at(index % 3),
			),
		);
		expect(table.ragged).toEqual(rows.flatMap((_, index) => (index % 3 === 2 ? [index + 2] : [])));
	});

	test("a fault far behind the first piece is told with its line", () => {
		expect(() => parseCsv(`a,b\n${"x\n".repeat(20_000)}"open`)).toThrow(
			"The table cannot be read: Quote Not Closed: the parsing is finished with an opening quote at line 20002",
		);
	});

	test("a table with too many rows is refused for that, also with a fault behind them", {
		timeout: 60_000,
	}, () => {
		const most = "x\n".repeat(500_000);
		expect(parseCsv(`a\n${most}`).rows).toHaveLength(500_000);
		expect(() => parseCsv(`a\n${most}x\n"open`)).toThrow("it has more than 500000 rows. Split it.");
	});

	test("a table with too many cells is refused before its rows are filled up, and told how to split it", () => {
		const header = Array.from({ length: 500 }, (_, index) => `c${index}`).join(",");
		const says = "it has more than 10000000 cells. Split it into files of 20000 rows, or leave out columns.";
		expect(() => parseCsv(`${header}\n${"x\n".repeat(500_000)}`)).toThrow(
			expect.objectContaining({ code: "csv_invalid", message: expect.stringContaining(says) }),
		);
		expect(() => parseCsv(`a,b\n${`${",".repeat(99_999)}\n`.repeat(101)}`)).toThrow(
			"it has more than 10000000 cells. Split it into files of 5000000 rows",
		);
		expect(() => parseCsv(`${",c".repeat(600)}\nx\n`)).toThrow("it has more than 500 columns.");
	});
});
