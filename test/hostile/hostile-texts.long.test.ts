import { afterEach, expect, test } from "vitest";
import { HOSTILE_TEXTS } from "../../bench/hostile-texts.ts";
import { type HostileStage, openHostileStage } from "../support/hostile-stage.ts";
import type { HttpCaller } from "../support/http-caller.ts";
import { runSkein } from "../support/run-skein.ts";
import { watchTurns } from "../support/watch-turns.ts";

const LONGEST_TURN = 1_000;

let stage: HostileStage;
afterEach(() => stage?.close());

async function write(caller: HttpCaller, body: string, title = "Hostile"): Promise<string> {
	const response = await caller.call("/api/entities", { body: { kind: "document", title, body } });
	expect(response.status).toBe(201);
	return ((await response.json()) as { data?: { id: string }; id?: string }).id ?? "";
}

const statusOf = async (caller: HttpCaller, path: string, body?: unknown): Promise<number> => {
	const response = await caller.call(path, body === undefined ? {} : { body });
	await response.arrayBuffer();
	return response.status;
};

/** Makes the requests that a signed-in person makes all day. */
async function askAround(caller: HttpCaller, id: string): Promise<Readonly<Record<string, number>>> {
	return {
		status: await statusOf(caller, "/api/status"),
		entity: await statusOf(caller, `/api/entities/${id}`),
		list: await statusOf(caller, "/api/entities"),
		search: await statusOf(caller, "/api/onto/search", { query: "bridge" }),
		mentions: await statusOf(caller, `/api/entities/${id}/mentions`),
		suggestions: await statusOf(caller, "/api/suggestions"),
		blocks: await statusOf(caller, `/api/entities/${id}/blocks`),
		context: await statusOf(caller, "/api/context", { query: "what is it", focus: { id } }),
		ready: await statusOf(caller, "/api/ready"),
	};
}

const ALL_WELL = {
	status: 200,
	entity: 200,
	list: 200,
	search: 200,
	mentions: 200,
	suggestions: 200,
	blocks: 200,
	context: 200,
	ready: 200,
};

const TEXTS: readonly (readonly [name: string, text: string])[] = [
	["300,000 ideographs", "漢".repeat(300_000)],
	["100,000 brackets", "[".repeat(100_000)],
	["950,000 pairs of brackets", "[[".repeat(950_000)],
	["20,000 mentions", "@Name ".repeat(20_000)],
	["60,000 newlines", `a${"\n".repeat(60_000)}b`],
	["200,000 runs of backticks", "` ".repeat(200_000)],
	["a million signs that stand for phrases", "ﷺ".repeat(1_000_000)],
	["100,000 list items", "- a\n".repeat(100_000)],
];

test("[P23] no text makes a workspace unusable or keeps others waiting, also after a restart", {
	timeout: 240_000,
}, async () => {
	stage = await openHostileStage();
	const ids: string[] = [];
	for (const [name, text] of TEXTS) {
		const turns = watchTurns();
		const id = await write(stage.ada, text);
		ids.push(id);
		const edited = await stage.ada.call(`/api/entities/${id}`, {
			method: "PATCH",
			body: { version: 1, body: `begins\n\n${text}` },
		});
		expect({ name, status: edited.status }).toEqual({ name, status: 200 });
		const answers = await askAround(stage.ada, id);
		turns.stop();
		expect({ name, ...answers }).toEqual({ name, ...ALL_WELL });
		expect({ name, longest: turns.longest() }).toEqual({ name, longest: expect.toSatisfy(isShort) });
	}
	const again = await stage.restart();
	for (const id of ids) expect(await askAround(again, id)).toEqual(ALL_WELL);
});

test("[P23] a context with room for several long texts is counted in turns", {
	timeout: 60_000,
}, async () => {
	stage = await openHostileStage();
	const text = HOSTILE_TEXTS.find(({ name }) => name === "ideographs")?.write(1_000_000) ?? "";
	const mentions: string[] = [];
	for (const title of ["First", "Second", "Third", "Fourth"])
		mentions.push(await write(stage.ada, `${title} ${text}`, title));
	const turns = watchTurns();
	const before = process.cpuUsage();
	const request = { query: "what is it", mentions, budget: { total: 200_000 } };
	expect(await statusOf(stage.ada, "/api/context", request)).toBe(200);
	turns.stop();
	const { user, system } = process.cpuUsage(before);
	// A fifth as measured; nearly all of it when the texts are counted in one go.
	expect(turns.longest() / ((user + system) / 1_000)).toBeLessThan(0.5);
});

const isShort = (milliseconds: number): boolean => milliseconds < LONGEST_TURN;

test("[P27] an entity that cannot be read is set aside and named; all else works, and it can be thrown away", {
	timeout: 60_000,
}, async () => {
	stage = await openHostileStage();
	const { bench } = stage.served;
	const damaged = await write(stage.ada, "Nothing wrong with it yet.", "Damaged");
	const sound = await write(stage.ada, "The bridge is open.", "Sound");
	await bench.db.query("UPDATE entity SET props = '[1]'::jsonb WHERE id = $1::uuid", [damaged]);
	const again = await stage.restart();

	expect(await askAround(again, sound)).toEqual(ALL_WELL);
	const status = (await (await again.call("/api/status")).json()) as Status;
	expect(status.set_aside).toEqual([
		expect.objectContaining({ id: damaged, kind: "document", title: "Damaged" }),
	]);
	expect(status.index.words.failed).toBe(1);

	const repaired = await again.call("/api/repair", { body: { trash: true } });
	expect({ status: repaired.status, answer: await repaired.json() }).toMatchObject({
		status: 200,
		answer: { trashed: 1 },
	});
	expect(((await (await again.call("/api/status")).json()) as Status).set_aside).toEqual([]);
});

interface Status {
	readonly set_aside: readonly object[];
	readonly index: { readonly words: { readonly failed: number } };
}

test("[P27] readiness fails while the graph of a workspace cannot be built", async () => {
	stage = await openHostileStage();
	const id = await write(stage.ada, "Some text.");
	await stage.served.bench.db.query(`UPDATE workspace SET revision = revision + 1`);
	await stage.served.bench.db.query(`ALTER TABLE edge RENAME COLUMN rel TO relation`);
	expect(await statusOf(stage.ada, `/api/entities/${id}`)).toBe(503);
	expect(await statusOf(stage.ada, "/api/ready")).toBe(503);
	await stage.served.bench.db.query(`ALTER TABLE edge RENAME COLUMN relation TO rel`);
	expect(await statusOf(stage.ada, `/api/entities/${id}`)).toBe(200);
	expect(await statusOf(stage.ada, "/api/ready")).toBe(200);
});

test("[P27] the doctor names what cannot be read, and the repair command moves it to the trash", {
	timeout: 120_000,
}, async () => {
	stage = await openHostileStage();
	const damaged = await write(stage.ada, "Nothing wrong with it yet.", "Damaged");
	await stage.served.bench.db.query("UPDATE entity SET props = '[1]'::jsonb WHERE id = $1::uuid", [damaged]);
	await stage.stop();
	const run = (...args: readonly string[]) => runSkein([...args, "--data", stage.folder, "--json"]);
	const findings = JSON.parse((await run("doctor")).stdout) as {
		findings: readonly { name: string; told: string }[];
	};
	expect(findings.findings.filter(({ name }) => name === "set aside")).toEqual([
		expect.objectContaining({ told: expect.stringContaining("Damaged") }),
	]);
	expect(await run("repair")).toMatchObject({ code: 1 });
	expect(JSON.parse((await run("repair", "--trash")).stdout)).toMatchObject({ trashed: 1 });
	expect(await run("repair")).toMatchObject({ code: 0 });
});
