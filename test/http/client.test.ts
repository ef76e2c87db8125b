import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	createSkeinClient,
	ProblemError,
	type SkeinClient,
	UnreachableError,
} from "../../src/client/create-skein-client.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

let served: ServedWorkbench;
/** Methods and addresses that the calls of this suite used, ids replaced. */
const used = new Set<string>();

const noteRoute: typeof fetch = (input, init) => {
	const path = new URL(String(input)).pathname.replace(/\/api\/tools\/[^/]+/, "/api/tools/{}");
	used.add(
		`${init?.method ?? "GET"} ${path.replace(/\/[0-9a-f]{8}-[^/]+|(?<=\/kinds)\/[^/]+|(?<=attachments)\/[^/]+/g, "/{}")}`,
	);
	return fetch(input, init);
};

async function connect(purpose: "session" | "token"): Promise<SkeinClient> {
	const { graph, workspaceId, people } = served.bench;
	const secret = { workspaceId, accountId: people.ada, purpose, mode: "write" } as const;
	const { token } = await graph.store.credentials.create(secret);
	return createSkeinClient(`${served.url}/`, token, { fetch: noteRoute });
}

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase());
});

afterAll(() => served.close());

describe("the client", () => {
	test("writes, reads, finds and undoes", async () => {
		const skein = await connect("token");
		const { answer: project } = await skein.entities.create({ kind: "project", title: "Garden shed" });
		const place = { project_id: project.id };
		const { answer: plan } = await skein.entities.create({ kind: "plan", title: "Build in May", ...place });
		const { answer: task } = await skein.entities.create({
			kind: "task",
			title: "Order the roof felt",
			...place,
		});
		const { answer: edge } = await skein.links.create({ src_id: plan.id, rel: "has_task", dst_id: task.id });

		expect((await skein.links.of(task.id)).entities.map(({ name }) => name)).toEqual(["Build in May"]);
		expect((await skein.entities.list({ kind: "task" })).entities.map(({ id }) => id)).toEqual([task.id]);
		expect((await skein.search({ query: "felt" })).results[0]?.id).toBe(task.id);
		expect((await skein.query({ wql: "SELECT t FROM task" })).total).toBe(1);
		expect((await skein.suggest("@", "roof")).map(({ id }) => id)).toEqual([task.id]);
		expect((await skein.buildContext({ query: "Is the felt ordered?" })).serialized).toContain("roof felt");
		expect((await skein.projectGraph(project.id, { form: "full" })).nodes.map(({ kind }) => kind)).toContain(
			"task",
		);

		const { answer: changed, changeId } = await skein.entities.change(task.ref, task.version, {
			state_key: "done",
		});
		expect(changed).toMatchObject({ state_key: "done", is_done: true });
		expect((await skein.changes.list({ entityId: task.id, limit: 1 })).changes[0]?.id).toBe(changeId);
		await skein.changes.undo(changeId ?? "");
		expect((await skein.entities.get(task.id)).state_key).toBe("todo");

		await skein.links.remove(edge.id);
		await skein.entities.remove(task.id);
		expect(await skein.trash.list({ entityId: task.ref })).toMatchObject({
			total: 1,
			entities: [{ id: task.id, project_title: "Garden shed" }],
		});
		const touched = await skein.changes.list({ kind: "task", projectId: project.ref, limit: 1 });
		expect(touched.changes[0]?.counts).toMatchObject([{ kind: "task", verb: "deleted", count: 1 }]);
		await skein.entities.restore(task.id);
		const file = new Blob(["felt"]);
		const { answer: holding } = await skein.entities.attach(task.id, "felt.txt", file);
		expect(Object.keys(holding.held_files)).toEqual(["felt.txt"]);
		await skein.entities.detach(task.id, "felt.txt");
		await skein.entities.blocks(plan.id);
		await skein.entities.mentions(plan.id);
	});

	test("chats and follows the answer, calls tools, imports and exports", async () => {
		const skein = await connect("token");
		let heard = "";
		const answer = await skein.chats.ask(
			{ text: "What is ordered?" },
			{
				onText: (text) => {
					heard += text;
				},
			},
		);
		expect(answer).toMatchObject({ state: "answered", content: heard });
		expect((await skein.chats.read(answer.chatId)).messages.length).toBe(2);
		expect((await skein.readContext(answer.contextId ?? "")).serialized).toContain("What is ordered?");
		await skein.chats.preview(answer.chatId, { text: "And then?" });
		await skein.chats.rename(answer.chatId, "Orders");
		expect((await skein.chats.list()).map(({ title }) => title)).toEqual(["Orders"]);

		const tools = await skein.tools.list();
		expect(tools.map(({ name }) => name)).toContain("get_context");
		expect((await skein.tools.call("describe_workspace", {})).text).toContain("task");

		const job = await skein.imports.run({
			source: "csv",
			name: "Seeds.csv",
			content: new Blob(["Name\nRadish\n"]),
		});
		expect(job).toMatchObject({ state: "done", report: { entities: { created: 1 } } });
		expect((await skein.imports.list()).length).toBe(1);
		expect((await skein.imports.sources()).map(({ name }) => name)).toContain("logseq");
		const exported = await new Response(await skein.imports.exportAs("jsonl")).text();
		expect(exported).toContain("Radish");
	});

	test("a refusal is an error with a code and the present row; so is a server that is not there", async () => {
		const skein = await connect("token");
		const { answer: note } = await skein.entities.create({ kind: "note", title: "Felt" });
		await skein.entities.change(note.id, note.version, { title: "Roof felt" });
		const stale = await skein.entities
			.change(note.id, note.version, { title: "Tar" })
			.catch((error) => error);
		expect(stale).toBeInstanceOf(ProblemError);
		expect(stale).toMatchObject({
			code: "stale_version",
			status: 409,
			details: { current: { title: "Roof felt" } },
		});
		await expect(createSkeinClient(served.url, "nonsense").me()).rejects.toMatchObject({ status: 401 });
		await expect(createSkeinClient("http://127.0.0.1:1").me()).rejects.toBeInstanceOf(UnreachableError);
	});

	test("what a person does in the app goes the same way", async () => {
		const skein = await connect("session");
		const me = await skein.me();
		await skein.changeMe({ display_name: "Ada" });
		const { answer: member } = await skein.members.add({ email: "new@example.org" });
		await skein.members.setRole(member.id, "guest");
		expect((await skein.members.list()).map(({ id }) => id)).toContain(me.id);
		const { answer: group } = await skein.groups.create("Builders");
		await skein.groups.setMember(group.id, member.id, true);
		await skein.groups.setMember(group.id, member.id, false);
		expect((await skein.groups.list()).length).toBe(1);
		const { answer: project } = await skein.entities.create({ kind: "project", title: "Fence" });
		await skein.projects.setVisibility(project.id, "private");
		await skein.projects.setMember(project.id, member.id, "viewer");
		await skein.projects.setMember(project.id, member.id, null);
		expect((await skein.projects.rights(project.id)).visibility).toBe("private");
		await skein.entities.setShares(project.id, [{ grantee_id: group.id, level: "read" }]);
		await skein.entities.shares(project.id);
		await skein.groups.remove(group.id);
		await skein.members.remove(member.id);
		const kind = { label: "Plant", fields: [{ name: "sown", type: "date" as const }] };
		await skein.kinds.create("Plant", kind);
		await skein.kinds.change("Plant", { ...kind, label: "Plants" });
		expect((await skein.kinds.list()).map(({ label }) => label)).toContain("Plants");
		await skein.kinds.remove("Plant");
		const { answer: token } = await skein.tokens.create({ name: "nightly" });
		await skein.tokens.revoke(token.id);
		await skein.tokens.list();
		const saved = await skein.queries.save({ name: "Open", wql: "SELECT t FROM task" });
		await skein.queries.list();
		await skein.queries.remove(saved.id);
		await skein.changeSettings({ language: "en" });
		await Promise.all([skein.settings(), skein.status(), skein.approvals.list(), skein.suggestions.list()]);
		await Promise.all([skein.ratings.list(null), skein.ratings.quality(), skein.models.read()]);
		await skein.signOut();
	});

	test("a call about what is not there is refused", async () => {
		const skein = await connect("session");
		const absent = crypto.randomUUID();
		const calls = [
			skein.approvals.decide(absent, { decision: "once" }),
			skein.chats.follow(absent).next(),
			skein.chats.stop(absent),
			skein.imports.stop(absent),
			skein.models.set({ models: [{ id: "unknown" } as never], chain: [] }),
			skein.ratings.rate(absent, absent, "helped"),
			skein.suggestions.accept(`mention ${absent} ${absent}`),
			skein.ratings.rate(absent, absent, null),
			skein.signIn("nobody@example.org", "no password"),
		];
		const outcomes = await Promise.allSettled(calls);
		for (const outcome of outcomes) {
			expect(outcome).toMatchObject({ status: "rejected", reason: { name: "ProblemError" } });
		}
		expect((await skein.suggestions.dismiss("no key")).answer).toEqual({ dismissed: true });
		expect((await skein.suggestions.restore("no key")).answer).toEqual({ dismissed: false });
	});

	test("routes without a call of their own are few, and each has its reason", async () => {
		const { paths } = (await (await fetch(`${served.url}/api/openapi.json`)).json()) as {
			paths: Record<string, object>;
		};
		const all = Object.entries(paths).flatMap(([path, methods]) =>
			Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, "{}")}`),
		);
		const unused = all.filter((route) => !used.has(route) && !WITHOUT_CALL.has(route));
		expect(unused).toEqual([]);
		expect([...WITHOUT_CALL.keys()].filter((route) => !all.includes(route))).toEqual([]);
	});
});

const OPERATOR = "for the operator of the server, who has the command line";
const LINK = "an address, not a call: a page or a client of MCP opens it";
const RARE = "not asked for yet: `connection` reaches it";
const WITHOUT_CALL: ReadonlyMap<string, string> = new Map([
	["GET /api/health", OPERATOR],
	["GET /api/ready", OPERATOR],
	["POST /api/repair", OPERATOR],
	["GET /api/diagnosis", OPERATOR],
	["GET /api/backup", OPERATOR],
	["GET /signin", LINK],
	["GET /api/entities/{}/attachments/{}", LINK],
	["GET /.well-known/oauth-protected-resource", LINK],
	["GET /.well-known/oauth-protected-resource/mcp", LINK],
	["GET /api/openapi.json", LINK],
	["POST /api/onto/search", "the second name of a search"],
	["PUT /api/entities/{}/blocks", RARE],
	["GET /api/activity", RARE],
	["POST /api/entities/{}/summary", RARE],
	["GET /api/onto/{}/{}/details", RARE],
	["PATCH /api/queries/{}", RARE],
	["GET /api/contexts/{}/ratings", RARE],
	["GET /api/ratings/export", RARE],
	["DELETE /api/uploads/{}", RARE],
]);
