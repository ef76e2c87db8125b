import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_TOOLS } from "../../src/chat/tools/all-tools.ts";
import { hashState } from "../support/hash-state.ts";
import { createCaller, type HttpCaller } from "../support/http-caller.ts";
import { ABSENT, CASES, type Ground } from "../support/http-cases.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { prepareGround } from "../support/prepare-ground.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

/**
 * One server, one database, two workspaces. Zoe owns the second, which has things of its own. Whatever of the first she names, in
 * whichever way, she gets to the byte what she gets for a name that nobody ever gave.
 */
let served: ServedWorkbench;
let closed: string;
let callers: Readonly<Record<"session" | "token", HttpCaller>>;

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase(), {
		limits: { perAddress: 1e6, perUser: 1e6, signIns: 1e6 },
	});
	const { bench, url } = served;
	const { workspaces, credentials } = bench.graph.store;
	closed = await bench.project("Closed", { visibility: "workspace" });
	const { id: workspaceId } = await workspaces.create("Elsewhere");
	await workspaces.setMember(workspaceId, bench.people.zoe, "owner");
	const zoe = { workspaceId, accountId: bench.people.zoe };
	const { writer } = await bench.graph.openSession(zoe);
	const own = await writer.create({ kind: "note", title: "Task of Zoe's own", body: "Hers alone." }, "test");
	await writer.create({ kind: "task", title: "Task 0", body: `[[${own.title}]]` }, "test");
	const enter = async (purpose: "session" | "token"): Promise<HttpCaller> =>
		createCaller(url, (await credentials.create({ ...zoe, purpose, mode: "write" })).token);
	callers = { session: await enter("session"), token: await enter("token") };
}, 120_000);
afterAll(() => served?.close());

/** The same ground with names that nobody has. */
const makeAbsent = (ground: Ground): Ground => {
	let number = 0;
	const nextId = (): string => {
		number += 1;
		return ABSENT.replace(/0{2}$/, String(number).padStart(2, "0"));
	};
	const entries = Object.entries(ground).map(([name, value]) => [
		name,
		typeof value === "string"
			? nextId()
			: { ...value, id: nextId(), ref: `zzzzzz${String(number).padStart(2, "z")}` },
	]);
	return Object.fromEntries(entries) as Ground;
};

const namesOf = (ground: Ground): readonly string[] =>
	Object.values(ground).flatMap((value: Ground[keyof Ground]) =>
		typeof value === "string" ? [value] : [value.id, value.ref],
	);

/** An answer without the names that were sent, and without what differs between any two calls. */
async function describeAnswer(response: Response, ground: Ground): Promise<string> {
	const text = namesOf(ground).reduce((left, name) => left.replaceAll(name, "…"), await response.text());
	return `${response.status} ${text.replaceAll(/"(?:id|timings|duration_ms|created_at|updated_at|revision|token)":("[^"]*"|\{[^}]*\}|[\d.]+)/g, "")}`;
}

const names = (ground: Ground, sent: unknown): boolean =>
	namesOf(ground).some((name) => JSON.stringify(sent).includes(name));

type Call = (ground: Ground) => ReturnType<(typeof CASES)[number]["call"]>;

/** Both answers to one call, and whether the first workspace is as it was. */
async function compare(caller: HttpCaller, call: Call) {
	const ground = await prepareGround(served.bench, closed);
	const absent = makeAbsent(ground);
	const { db, workspaceId } = served.bench;
	const before = await hashState(db, workspaceId);
	const send = async (with_: Ground): Promise<string> =>
		describeAnswer(await caller.call(...call(with_)), with_);
	const answers = { absent: await send(absent), foreign: await send(ground) };
	const isUnchanged = (await hashState(db, workspaceId)) === before;
	return { ...answers, isUnchanged, isNamed: names(ground, call(ground)) };
}

const TOOLS: readonly (readonly [tool: string, input: (ground: Ground) => object])[] = [
	["get_context", ({ task, note }) => ({ query: `What of [[${note.title}]]?`, focus: task.ref })],
	["search_ontology", ({ task }) => ({ query: task.ref })],
	["get_entity_details", ({ task }) => ({ entity_id: task.ref })],
	["run_query", ({ task }) => ({ query: `SELECT t FROM task WHERE t.id = '${task.id}'` })],
	["get_linked_entities", ({ task }) => ({ entity_id: task.id })],
	["get_project_graph", ({ project }) => ({ project_id: project.id })],
	["list_entities", ({ project }) => ({ kind: "task", project_id: project.id })],
	["get_entity_relationships", ({ task }) => ({ entity_id: task.id })],
	["upsert_entity", ({ task }) => ({ entity_id: task.id, description: "Wet." })],
	["link_entities", ({ task, note }) => ({ src_id: task.id, rel: "relates_to", dst_id: note.id })],
	["unlink_entities", ({ task, note }) => ({ src_id: task.id, rel: "references", dst_id: note.id })],
	["delete_entity", ({ task }) => ({ entity_id: task.id })],
	["create_note", ({ task }) => ({ title: "Found", body: `[[${task.ref}]]`, about: [task.id] })],
	["describe_workspace", () => ({})],
	[
		"write_entities",
		({ note }) => ({
			entities: [{ as: "new", kind: "note", title: "Found" }],
			links: [{ src_id: "$new", rel: "references", dst_id: note.id }],
		}),
	],
	["append_text", ({ task }) => ({ entity_id: task.ref, text: "Wet." })],
	["edit_text", ({ note }) => ({ entity_id: note.id, quote: "a", replacement: "b" })],
];

describe.each(["session", "token"] as const)("[P5] [R1] the %s of another workspace", (who) => {
	test.each(CASES)("$route: what is foreign is as what is absent", async ({ call }) => {
		const { absent, foreign, isUnchanged, isNamed } = await compare(callers[who], call);
		expect(isUnchanged).toBe(true);
		expect(foreign).not.toMatch(/(?:Task|Note|Secret|Holder) [1-9]/);
		if (isNamed) expect(foreign).toBe(absent);
	});

	test("no tool is left out", () => {
		expect(TOOLS.map(([tool]) => tool).sort()).toEqual(ALL_TOOLS.map(({ name }) => name).sort());
	});

	test.each(TOOLS)("%s: what is foreign is as what is absent", async (tool, input) => {
		const { absent, foreign, isUnchanged } = await compare(callers[who], (ground) => [
			`/api/tools/${tool}`,
			{ body: input(ground) },
		]);
		expect(isUnchanged).toBe(true);
		expect(foreign).not.toMatch(/(?:Task|Note|Secret|Holder) [1-9]/);
		// Quoted words of a question come back in the answer; all else is equal.
		const quoted = (text: string): string => text.replaceAll(/(?:Task|Note) \d+/g, "…");
		expect(quoted(foreign)).toBe(quoted(absent));
	});

	test("naming the first workspace opens nothing, on any route", { timeout: 120_000 }, async () => {
		for (const { route, call } of CASES) {
			if (/session|signin|health|ready|openapi|well-known|mcp|diagnosis|backup/.test(route)) continue;
			const ground = await prepareGround(served.bench, closed);
			const send = async (workspace: string): Promise<string> => {
				const [path, options] = call(ground);
				const headers = { ...options?.headers, "skein-workspace": workspace };
				return describeAnswer(await callers[who].call(path, { ...options, headers }), ground);
			};
			const before = await hashState(served.bench.db, served.bench.workspaceId);
			const answer = await send(served.bench.workspaceId);
			expect(await hashState(served.bench.db, served.bench.workspaceId)).toBe(before);
			// A token stays in its own workspace, no matter which one is named; a second write of the same there is answered
			// differently.
			if (who === "session") expect({ route, answer }).toEqual({ route, answer: await send(ABSENT) });
			expect(answer).not.toMatch(/(?:Task|Note|Secret|Holder) [1-9]/);
		}
	});
});

test("[R1] a person who is added by their address is called as the one who adds them says, until they sign in there", async () => {
	const { bench, url } = served;
	const email = "una@example.org";
	const { id: una } = await bench.graph.store.workspaces.ensureAccount({ email, display_name: "Una Secret" });
	const zoe = callers.session;
	const readNames = async (): Promise<string> => {
		const { members } = (await (await zoe.call("/api/members")).json()) as { members: readonly object[] };
		const project = await zoe.call("/api/entities", { body: { kind: "project", title: "Hers" } });
		const { id } = (await project.json()) as { id: string };
		const body = { account_id: una, role: "viewer" };
		const rights = await (await zoe.call(`/api/projects/${id}/members`, { body })).text();
		const exported = await (await zoe.call("/api/export?include=rights,history")).text();
		expect(exported).toContain(email);
		return JSON.stringify(members) + rights + exported;
	};
	const added = await zoe.call("/api/members", { body: { email, role: "guest" } });
	expect(await added.json()).toMatchObject({ id: una, display_name: "una" });
	expect(await readNames()).not.toContain("Secret");

	const { credentials, workspaces } = bench.graph.store;
	const elsewhere = (await workspaces.list()).find(({ name }) => name === "Elsewhere")?.id ?? "";
	const link = { workspaceId: elsewhere, accountId: una, purpose: "sign_in", mode: "write" } as const;
	const { token } = await credentials.create(link);
	expect(await readNames()).not.toContain("Secret");
	await fetch(`${url}/signin?token=${token}`, { redirect: "manual" });
	expect(await readNames()).toContain("Una Secret");
});

test("[R1] a person who is new to the server keeps the name they were added by, no matter how another workspace names them later", async () => {
	const { bench, url } = served;
	const { credentials, workspaces } = bench.graph.store;
	const zoe = callers.session;
	const body = { email: "nia@example.org", display_name: "Nia", role: "member" };
	const { id: nia } = (await (await zoe.call("/api/members", { body })).json()) as { id: string };
	await workspaces.setMember(bench.workspaceId, nia, "guest");
	const session = {
		workspaceId: bench.workspaceId,
		accountId: nia,
		purpose: "session",
		mode: "write",
	} as const;
	const there = createCaller(url, (await credentials.create(session)).token);
	const renamed = await there.call("/api/me", { method: "PATCH", body: { display_name: "Nia Hidden" } });
	expect(renamed.status).toBe(200);

	const elsewhere = (await workspaces.list()).find(({ name }) => name === "Elsewhere")?.id ?? "";
	const { writer } = await bench.graph.openSession({ workspaceId: elsewhere, accountId: nia });
	const { id } = await writer.create({ kind: "note", title: "Nia's" }, "test");
	const log = (await (await zoe.call(`/api/changes?entity_id=${id}`)).json()) as {
		changes: readonly { actor_name: string }[];
	};
	expect(log.changes.map(({ actor_name }) => actor_name)).toEqual(["Nia"]);
	expect(await (await zoe.call("/api/members")).text()).not.toContain("Hidden");
	const names = (await workspaces.members(elsewhere)).map(({ display_name }) => display_name);
	expect(names).toContain("Nia");
});
