import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../bench/random.ts";
import { SkeinError } from "../../src/graph/model/errors.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { mutate } from "./mutate.ts";
import { Folders, zip } from "./write-folder.ts";

const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);
const SEED = Number(process.env.SKEIN_TEST_SEED ?? 1);
const ESCAPED = "/tmp/skein-escape";
const folders = new Folders();
let db: Db;
let bench: Workbench;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
	bench = await Workbench.create(db);
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

const ID = (digit: string): string => digit.repeat(32);
const NOTE = Buffer.from(
	"---\ntitle: Plan\naliases: [One, 'Two']\ntags:\n  - a\n  - b\nnested: {x: {y: [1, 2.50, 007]}}\nwhen: 2024-02-03\nup: '[[Other]]'\n---\n# Plan\n\nSee [[Other#Part|shown]] and [x](sub/Other.md) #tag `code`\n\nkey:: value\n",
);
const TABLE = Buffer.from(
	'id,Name,When,Cost,Text\n1,Dig,2026-02-01,12.5,"a ""quoted"", text"\n2,Fill,,7,"two\nlines"\n3,Lift,2026-03-01,x,plain\n',
);
const ISSUES = Buffer.from(
	JSON.stringify([
		{
			number: 1,
			title: "One",
			body: "Closes #2",
			state: "open",
			html_url: "https://github.com/a/b/issues/1",
			labels: [{ name: "x" }],
			user: { login: "ada" },
		},
		{
			number: 2,
			title: "Two",
			body: "see #1",
			state: "closed",
			milestone: { number: 1, title: "M", due_on: null, open_issues: 1 },
		},
	]),
);
const LINEAR = Buffer.from(
	'ID,Team,Title,Description,Status,Priority,Project,Labels,Due Date,Parent issue,Blocked by\nA-1,T,One,Text,Done,High,P,"x, y",2026-01-01,,\nA-2,T,Two,,Todo,,P,,,A-1,A-1\n',
);

/** A refusal must be one of ours, with a code; any other error is a fault. */
async function judge(source: string, path: string, dryRun: boolean): Promise<string> {
	const { imports } = await bench.as("ada");
	try {
		const report = await runImport({ imports, source, path, dryRun });
		expect(
			report.losses.every(({ what, where, why }) =>
				[what, where, why].every((text) => typeof text === "string"),
			),
		).toBe(true);
		return report.losses.length > 0 ? "loss" : "whole";
	} catch (error) {
		if (!(error instanceof SkeinError) || error.code === "store_unavailable") throw error;
		return error.code;
	}
}

async function judgeMany(input: {
	readonly count: number;
	readonly source: string;
	readonly name: string;
	readonly original: Uint8Array;
	readonly dryRun: boolean;
}): Promise<Record<string, number>> {
	const random = new Random(SEED);
	const folder = await folders.make();
	const path = join(folder, input.name);
	const outcomes: Record<string, number> = {};
	for (let round = 0; round < input.count * FACTOR; round += 1) {
		await writeFile(path, mutate(random, input.original));
		const outcome = await judge(input.source, path, input.dryRun);
		outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
	}
	expect(await readdir(folder)).toEqual([input.name]);
	expect(existsSync(ESCAPED)).toBe(false);
	return outcomes;
}

test("[T7] 300 damaged archives", async () => {
	const inner = await zip({
		[`Home ${ID("a")}.md`]: `# Home\n\n[x](Home%20${ID("a")}/Crew%20${ID("c")}.csv)\n`,
		[`Home ${ID("a")}/Crew ${ID("c")}_all.csv`]: "Name,Age\nAda,36\nBen,41\n",
		[`Home ${ID("a")}/Crew ${ID("c")}/Ada ${ID("d")}.md`]: "# Ada\n\nAge: 36\n\nLikes stone.\n",
	});
	const original = await zip({ "Part-1.zip": inner, [`Loose ${ID("e")}.md`]: "# Loose\n\ntext\n" });
	const outcomes = await judgeMany({
		count: 300,
		source: "notion",
		name: "Export.zip",
		original,
		dryRun: true,
	});
	expect(outcomes.archive_invalid).toBeGreaterThan(20);
	expect(outcomes.loss).toBeGreaterThan(10);
}, 200_000);

test("[T7] an archive made to do harm: paths that lead out, bombs, twins, links", async () => {
	const folder = await folders.make({
		"slip.zip": await zip({
			"../../../../tmp/skein-escape": "out",
			"/tmp/skein-escape": "out",
			"C:\\skein-escape": "out",
			"a/../../skein-escape": "out",
			"bomb.md": Buffer.alloc(300_000_000),
			"good.md": "good",
		}),
	});
	const { imports } = await bench.as("ada");
	const report = await runImport({ imports, source: "markdown", path: join(folder, "slip.zip") });
	expect(report.entities.created).toBe(1);
	expect(report.losses.map(({ where }) => where)).toEqual([
		"../../../../tmp/skein-escape",
		"/tmp/skein-escape",
		"C:/skein-escape",
		"a/../../skein-escape",
		"bomb.md",
	]);
	expect(existsSync(ESCAPED)).toBe(false);

	// Every entry of the list points at the bytes of the first.
	const twins = Buffer.from(await zip({ "a.md": "aaaa", "b.md": "bbbb" }));
	const second = twins.lastIndexOf("PK\u0001\u0002");
	twins.writeUInt32LE(0, second + 42);
	await writeFile(join(folder, "twins.zip"), twins);
	await expect(
		runImport({ imports, source: "markdown", path: join(folder, "twins.zip") }),
	).rejects.toMatchObject({
		code: "archive_invalid",
	});
});

test("[T7] 300 damaged notes come in, each whole or with a line that says what was lost", async () => {
	const random = new Random(SEED);
	const files = Object.fromEntries(
		Array.from({ length: 300 * FACTOR }, (_, index) => [`n${index}.md`, mutate(random, NOTE)]),
	);
	const path = await folders.make(files);
	const { imports } = await bench.as("ada");
	const { entities, losses } = await runImport({ imports, source: "obsidian", path });
	const lost = losses.filter(({ what }) => what === "a file" || what === "an item").length;
	expect(entities.created + lost).toBe(300 * FACTOR);
	expect(entities.created).toBeGreaterThan(100);
}, 200_000);

test("[T7] 200 damaged tables", async () => {
	const dry = await judgeMany({ count: 140, source: "csv", name: "t.csv", original: TABLE, dryRun: true });
	expect((dry.whole ?? 0) + (dry.loss ?? 0)).toBeGreaterThan(20);
	await judgeMany({ count: 30, source: "csv", name: "real.csv", original: TABLE, dryRun: false });
	await judgeMany({ count: 30, source: "linear", name: "linear.csv", original: LINEAR, dryRun: false });
}, 200_000);

test("[T7] 200 damaged files of JSON and of our own format", async () => {
	await judgeMany({ count: 80, source: "github", name: "issues.json", original: ISSUES, dryRun: true });
	await judgeMany({ count: 20, source: "github", name: "real.json", original: ISSUES, dryRun: false });
	const small = await Workbench.create(db);
	await small.create("ada", { kind: "note", title: "One", body: "[[Two]]" });
	await small.create("ada", {
		kind: "task",
		title: "Two",
		project_id: await small.project(),
		props: { priority: 2 },
	});
	const lines: string[] = [];
	await small.graph.store.archives.dump(small.workspaceId, async (text) => void lines.push(text));
	const original = Buffer.from(lines.join(""));
	const outcomes = await judgeMany({ count: 40, source: "jsonl", name: "x.jsonl", original, dryRun: true });
	expect(Object.keys(outcomes).length).toBeGreaterThan(1);
	const random = new Random(SEED);
	for (let round = 0; round < 60 * FACTOR; round += 1) {
		const text = mutate(random, original).toString("utf8");
		const iterate = async function* (): AsyncGenerator<string> {
			yield* text.split("\n");
		};
		const restored = small.graph.store.archives.restore({ lines: iterate(), asCopy: `copy ${round}` });
		await restored.catch((error: unknown) => {
			if (!(error instanceof SkeinError) || error.code === "store_unavailable") throw error;
		});
	}
}, 200_000);

test("[T13] an upload and the archives in it share one limit, also in a dry run", async () => {
	const bench = await Workbench.create(db);
	const { imports } = await bench.as("ada");
	// Each file is small enough to pack as well as it likes, and each part is allowed; all of them together are not.
	const page = Buffer.alloc(900_000, "a");
	const pages = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.md`, page]));
	const part = await zip(pages);
	const parts = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`Part-${index}.zip`, part]));
	const folder = await folders.make({ "Export.zip": await zip({ "All.zip": await zip(parts) }) });
	const path = join(folder, "Export.zip");
	for (const dryRun of [true, false]) {
		await expect(runImport({ imports, source: "markdown", path, dryRun })).rejects.toMatchObject({
			code: "archive_too_large",
		});
	}
});

test("[T13] archives in one upload count their files together, and are opened three deep and no deeper", async () => {
	const bench = await Workbench.create(db);
	const { imports } = await bench.as("ada");
	// Four archives of 55,000 files each: every one is allowed, all of them together are not.
	const many = await zip(
		Object.fromEntries(Array.from({ length: 55_000 }, (_, index) => [`${index}.md`, ""])),
	);
	const wide = await folders.make({
		"Export.zip": await zip({
			"1.zip": many,
			"2.zip": many,
			"3.zip": many,
			"4.zip": many,
			"good.md": "good",
		}),
	});
	for (const dryRun of [true, false]) {
		await expect(
			runImport({ imports, source: "markdown", path: join(wide, "Export.zip"), dryRun }),
		).rejects.toMatchObject({ code: "archive_too_large" });
	}

	let inner = await zip({ "too deep.md": "out of reach" });
	for (const name of ["third", "second", "first"])
		inner = await zip({ "next.zip": inner, [`${name}.md`]: name });
	const deep = await folders.make({ "Export.zip": inner });
	const path = join(deep, "Export.zip");
	const planned = await runImport({ imports, source: "markdown", path, dryRun: true });
	const report = await runImport({ imports, source: "markdown", path });
	for (const { entities, losses } of [planned, report]) {
		expect(entities.created).toBe(3);
		expect(losses.map(({ what }) => what)).toEqual(["an archive in the archive"]);
	}
}, 120_000);
