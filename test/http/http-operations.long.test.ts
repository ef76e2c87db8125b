import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../src/graph/store/engine/migrate.ts";
import { openPostgres } from "../../src/graph/store/engine/open-postgres.ts";
import type { RequestRecord } from "../../src/serve/http/exchange/observe-requests.ts";
import { expectProblem, type HttpCaller } from "../support/http-caller.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { createScratchUrl, skipReason, testDatabaseUrl } from "../support/scratch-postgres.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

let served: ServedWorkbench;
let ada: HttpCaller;
let stopping = false;
const records: RequestRecord[] = [];

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase(), {
		// Times fifty on loopback.
		limits: { perAddress: 40, perUser: 4, signIns: 3 },
		log: (record) => records.push(record),
		isStopping: () => stopping,
	});
	ada = await served.caller("ada");
});
afterAll(() => served?.close());

describe("the log", () => {
	test("holds one line a request: what was called and how it went, not what was asked or answered", async () => {
		const { length } = records;
		const note = await ada.call("/api/entities", { body: { kind: "note", title: "Quince jam" } });
		const { id } = (await note.json()) as { id: string };
		await ada.call(`/api/entities/${id}?form=light`);
		await ada.call("/api/onto/search", { body: { query: "quince" } });
		const robot = await served.caller("ada", { mode: "read" });
		await robot.call("/api/entities?q=quince");
		await ada.call("/api/me", { token: null });
		await ada.call("/api/nowhere/quince");
		const told = records.slice(length);
		expect(
			told.map(({ method, route, status, principal, code }) => [method, route, status, principal, code]),
		).toEqual([
			["POST", "/api/entities", 201, "person", undefined],
			["GET", "/api/entities/:id", 200, "person", undefined],
			["POST", "/api/onto/search", 200, "person", undefined],
			["GET", "/api/entities", 200, "agent", undefined],
			["GET", "/api/me", 401, "none", "unauthenticated"],
			["GET", "*", 404, "none", "not_found"],
		]);
		expect(JSON.stringify(told)).not.toMatch(/quince/i);
		expect(JSON.stringify(told)).not.toContain(id);
		expect(note.headers.get("x-request-id")).toBe(told[0]?.request_id);
		expect(told.every(({ ms }) => ms >= 0 && ms < 10_000)).toBe(true);
	});
});

describe("limits", () => {
	test("a caller over the limit learns how long to wait, and others are not held up", async () => {
		const ben = await served.caller("ben");
		const answers: Response[] = [];
		for (let index = 0; index < 230; index += 1) answers.push(await ben.call("/api/me"));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThan(5);
		expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(200);
		expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
		await expectProblem(refused[0] as Response, 429, "too_many_requests");
		expect((await ada.call("/api/me")).status).toBe(200);
		// Another token of the same person is the same person.
		const robot = await served.caller("ben", { mode: "read" });
		const again = await Promise.all(Array.from({ length: 20 }, () => robot.call("/api/me")));
		expect(again.map(({ status }) => status)).toContain(429);
	});

	test("passwords are tried slowly", async () => {
		const body = { email: "nobody@x.example", password: "felt and slates" };
		const tries: number[] = [];
		for (let index = 0; index < 5; index += 1) {
			tries.push((await ada.call("/api/session", { body, token: null })).status);
		}
		expect(tries).toEqual([401, 401, 401, 429, 429]);
	});
});

describe("stopping", () => {
	test("is reported by the ready route, and connections are given back", async () => {
		expect((await ada.call("/api/ready", { token: null })).status).toBe(200);
		stopping = true;
		try {
			await expectProblem(await ada.call("/api/ready", { token: null }), 503, "stopping");
			const { hostname, port } = new URL(served.url);
			const connection = await new Promise<string | undefined>((resolve, reject) => {
				const path = { hostname, port, path: "/api/health", headers: { connection: "keep-alive" } };
				const sent = request(path, (answer) => {
					answer.resume();
					answer.on("end", () => resolve(answer.headers.connection));
				});
				sent.on("error", reject);
				sent.end();
			});
			expect(connection).toBe("close");
		} finally {
			stopping = false;
		}
	});
});

test.skipIf(testDatabaseUrl === undefined)(
	`[P6] strangers learn nothing of where the store is when it is gone${skipReason}`,
	async () => {
		const scratch = await createScratchUrl();
		const db = await openPostgres({ databaseUrl: scratch.url });
		await migrate(db);
		const other = await serveWorkbench(db);
		const session = await other.caller("ada");
		await scratch.drop();
		const { hostname, port, pathname } = new URL(scratch.url);
		for (const path of ["/api/ready", "/api/me", "/signin?token=x", "/api/session"]) {
			const body = path === "/api/session" ? { body: { email: "a@x", password: "felt and slates" } } : {};
			const answer = await session.call(path, body);
			const text = await answer.text();
			expect(text).not.toContain(pathname.slice(1));
			for (const place of [`${hostname}:`, `:${port}`, "DATABASE_URL"]) expect(text).not.toContain(place);
			if (path === "/api/ready") expect(answer.status).toBe(503);
		}
		await other.close();
	},
);

test("[P16] an export that is asked for by HEAD counts no longer than its answer", async () => {
	// One that fits into the first chunks would end by itself.
	const body = `${"word ".repeat(20)}\n\n`.repeat(10_000);
	expect((await ada.call("/api/entities", { body: { kind: "note", title: "Long", body } })).status).toBe(201);
	for (let index = 0; index < 6; index += 1) {
		const head = () => ada.call("/api/export", { method: "HEAD" });
		const isAnswered = async (): Promise<string | null> => (await head()).headers.get("content-type");
		await expect.poll(isAnswered).toBe("application/jsonl");
	}
	const isWhole = async (): Promise<string> => (await ada.call("/api/export")).text();
	await expect.poll(isWhole).toContain('{"type":"end"');
});

test("[P16] exports that a person does not take away are few, keep nobody waiting, and end with their connection", {
	timeout: 60_000,
}, async () => {
	for (let index = 0; index < 4; index += 1) {
		const body = `${"word ".repeat(20)}\n\n`.repeat(38_000);
		await ada.call("/api/entities", { body: { kind: "note", title: `Long ${index}`, body } });
	}
	const stalled = await Promise.all(Array.from({ length: 4 }, () => ada.call("/api/export")));
	expect(stalled.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
	await expectProblem(await ada.call("/api/export"), 429, "too_many_requests");
	const cy = await served.caller("cy");
	expect((await cy.call("/api/export?format=csv")).status).toBe(200);
	expect((await ada.call("/api/entities", { body: { kind: "note", title: "Meanwhile" } })).status).toBe(201);
	for (const { body } of stalled) await body?.cancel();
	const isFree = async (): Promise<boolean> => {
		const answer = await ada.call("/api/export");
		await answer.body?.cancel();
		return answer.status === 200;
	};
	await expect.poll(isFree, { timeout: 10_000 }).toBe(true);
});
