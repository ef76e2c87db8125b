import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "../../src/graph/model/entity.ts";
import { problemSchema } from "../../src/serve/http/exchange/problem.ts";
import { gatherCast, PRINCIPALS } from "../support/cast.ts";
import { createCaller, type HttpCaller, SECRETS_OF_OURS } from "../support/http-caller.ts";
import { ABSENT, CASES, type Expected, type Ground, type Who } from "../support/http-cases.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { prepareGround } from "../support/prepare-ground.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

const EVERYBODY: readonly Who[] = [...PRINCIPALS, "anonymous"];
const OPERATOR = "the operator's own key";

let served: ServedWorkbench;
let callers: Readonly<Record<Who, HttpCaller>>;
let closed: string;

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase(), {
		operatorKey: OPERATOR,
		limits: { perAddress: 100_000, perUser: 100_000, signIns: 100_000 },
	});
	const { closedProject, secrets } = await gatherCast(served, "Closed");
	closed = closedProject;
	const names = { ...secrets, anonymous: "skein_none" };
	callers = Object.fromEntries(
		Object.entries(names).map(([who, secret]) => [who, createCaller(served.url, secret)]),
	) as typeof callers;
}, 120_000);
afterAll(() => served?.close());

const prepare = (): Promise<Ground> => prepareGround(served.bench, closed);

/** Statuses of the contract that a test must not confuse. */
const expectedFor = (expected: Expected, who: Who): number | undefined =>
	typeof expected === "number" ? expected : (expected[who] ?? expected.others);

const HIDDEN_FROM: readonly Who[] = ["admin", "member", "guest", "stranger", "boundToken", "anonymous"];

describe("[P3] every route and every kind of principal", () => {
	test("no route of the code is left out", () => {
		const routes = new Set(served.app.routes.map(({ method, path }) => `${method} ${path}`));
		const api = [...routes].filter((route) =>
			/^(?!ALL)\S+ (?:\/api\/|\/signin|\/mcp|\/\.well-known)/.test(route),
		);
		const covered = new Set(CASES.map(({ route }) => route));
		expect(api.filter((route) => !covered.has(route))).toEqual([]);
	});

	test.each(CASES)("$route", async ({ call, expected }) => {
		for (const who of EVERYBODY) {
			const want = expectedFor(expected, who);
			if (want === undefined) continue;
			const ground = await prepare();
			const [path, options] = call(ground);
			const response = await callers[who].call(path, options);
			const text = await response.text();
			// The protocol of /mcp words its own refusals.
			const isProtocol = path === "/mcp" && who !== "anonymous";
			const type = response.headers.get("content-type");
			if (response.status >= 400 && !isProtocol) expect(type).toBe("application/problem+json");
			expect({ who, status: response.status, text: response.status === want ? "" : text }).toEqual({
				who,
				status: want,
				text: "",
			});
			if (HIDDEN_FROM.includes(who)) expect(text).not.toMatch(/Task \d|Note \d/);
			if (who !== "owner" && who !== "readToken") expect(text).not.toMatch(/Secret \d/);
			if (response.headers.get("content-type") === "application/problem+json") {
				problemSchema.parse(JSON.parse(text));
				expect(text).not.toMatch(SECRETS_OF_OURS);
			}
		}
	});

	test("the operator's key opens the operator's routes, and nothing else", async () => {
		const headers = { "skein-operator": OPERATOR };
		expect((await callers.anonymous.call("/api/diagnosis", { headers, token: null })).status).toBe(200);
		expect((await callers.anonymous.call("/api/me", { headers, token: null })).status).toBe(401);
		const wrong = { "skein-operator": `${OPERATOR}.` };
		expect((await callers.owner.call("/api/diagnosis", { headers: wrong })).status).toBe(401);
	});
});

describe("[P5] [R7] ids from outside are not trusted", () => {
	const withIds = CASES.filter(({ route }) => /:(?:id|account_id)/.test(route) && !route.includes("groups"));

	test.each(withIds)(
		"$route: foreign, deleted, absent and malformed are one answer",
		async ({ route, call }) => {
			const ground = await prepare();
			const { writer } = await served.bench.as("ben");
			const gone = await writer.create({ kind: "note", title: "Gone" }, "test");
			await writer.commit([{ op: "delete", id: gone.id }], "test");
			const { member } = callers;
			const [path, options] = call(ground);
			const id = [...Object.values(ground), ground.project.ref, ground.task.ref]
				.map((value) => (typeof value === "string" ? value : (value as Entity).id))
				.find((candidate) => path.includes(candidate));
			const isRestorable = route.endsWith("/restore");
			const others = [
				ABSENT,
				"zzzzzzzz",
				"not-an-id",
				"0".repeat(3_000),
				"%F0%9F%90%9F",
				...(isRestorable ? [] : [gone.id]),
			];
			const answers = await Promise.all(
				[id ?? ABSENT, ...others].map(async (name) => {
					const response = await member.call(path.replace(id ?? ABSENT, name), options);
					return `${response.status} ${await response.text()}`;
				}),
			);
			const distinct = new Set(answers.map((answer) => answer.replaceAll(/"id":"[^"]*"/g, "")));
			expect([...distinct]).toHaveLength(1);
			expect([...distinct][0]).toMatch(/^(?:403|404) /);
		},
	);
});
