import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { surveyCsv } from "../../src/graph/transfer/csv/survey-csv.ts";
import { openSourceFiles } from "../../src/graph/transfer/files/open-source-files.ts";
import type { Survey } from "../../src/graph/transfer/import-item.ts";
import { surveyJsonl } from "../../src/graph/transfer/jsonl/survey-jsonl.ts";
import { surveyLinear } from "../../src/graph/transfer/linear/survey-linear.ts";
import { surveyNotion } from "../../src/graph/transfer/notion/survey-notion.ts";
import type { SurveyOptions } from "../../src/graph/transfer/run-import.ts";
import { parseCsv } from "../../src/graph/transfer/tables/parse-csv.ts";
import { measureCpu } from "../support/measure-cpu.ts";
import { watchTurns } from "../support/watch-turns.ts";

type ReadSurvey = (options: SurveyOptions) => Promise<Survey>;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-turns-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How much of the time that a survey takes is its longest turn: all of it when nobody else gets one. */
async function watchSurvey(survey: ReadSurvey, name: string, text: string) {
	await writeFile(join(folder, name), text);
	const files = await openSourceFiles(join(folder, name));
	const turns = watchTurns();
	const before = process.cpuUsage();
	try {
		const found = await survey({ files });
		// The last turn ends when the timer gets its own.
		await new Promise((resolve) => setTimeout(resolve, 10));
		const { user, system } = process.cpuUsage(before);
		return { found, share: turns.longest() / ((user + system) / 1_000) };
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
		["rows shorter than the header", surveyCsv, "a,b,c\n", "x\n"],
		["rows longer than the header", surveyCsv, "a\n", "x,y\n"],
		["rows as long as the header", surveyCsv, "a,b\n", "x,2026-01-01\n"],
		["a database of Notion", surveyNotion, "Name,Due,Tags\n", "x\n"],
		["issues of Linear", surveyLinear, "ID,Title,Status\n", "A-1\n"],
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
		const { found, share } = await watchSurvey(surveyJsonl, "lines.jsonl", text);
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
		const { found, share } = await watchSurvey(surveyJsonl, "graph.jsonl", text);
		expect(found.items[0]?.links?.map(({ to }) => to)).toEqual(ids);
		expect(share).toBeLessThan(LARGEST_SHARE);
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
});
