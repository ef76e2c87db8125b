import { afterAll, beforeAll, expect, test } from "vitest";
import { collectTurn, dataOf, textOf } from "../../../test/support/read-turn.ts";
import { type ServedDemo, serveDemo } from "../../../test/support/serve-demo.ts";

let served: ServedDemo;
let credential: string;
beforeAll(async () => {
	served = await serveDemo();
	credential = await served.credential();
});
afterAll(() => served.close());

const send = (path: string, body?: object, method = body === undefined ? "GET" : "POST"): Promise<Response> =>
	fetch(served.url + path, {
		method,
		headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});

const read = async (path: string, body?: object, method?: string) => {
	const response = await send(path, body, method);
	return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
};

test("a search can be asked to do without meaning, and takes no other key", async () => {
	const found = await read("/api/search", { query: "hinge", semantic: false });
	expect([found.status, found.answer.total]).toEqual([200, expect.any(Number)]);
	const results = found.answer.results as { legs: { leg: string }[] }[];
	expect(results.length).toBeGreaterThan(0);
	expect(results.flatMap(({ legs }) => legs).some(({ leg }) => leg === "meaning")).toBe(false);
	expect((await read("/api/search", { query: "hinge", semantics: false })).status).toBe(400);
	// The second name of the route gives the same answer.
	expect(await read("/api/onto/search", { query: "hinge", semantic: false })).toEqual(found);
});

test("the end of an answer holds all of its text, and the id of its context", async () => {
	const { answer: chat } = await read("/api/chats", {});
	const parts = await collectTurn(
		await send(`/api/chats/${chat.id}/messages`, { text: "Why did the hinge supplier change?" }),
	);
	const end = dataOf(parts, "data-answer");
	expect(end.content).toBe(textOf(parts));
	expect(end.content).not.toBe("");
	expect(end).toMatchObject({
		state: "answered",
		actions: [],
		contextId: dataOf(parts, "data-context").contextId,
	});
	expect((await read(`/api/contexts/${end.contextId}`)).answer.id).toBe(end.contextId);
});

test("[Q14] a query begins its days where its reader's profile says", async () => {
	/** No two places are further apart: it is never the same day in both. */
	const [east, west] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
	const today = new Intl.DateTimeFormat("en-CA", { timeZone: east }).format(new Date());
	await read("/api/entities", { kind: "task", title: "Turn the calendar", props: { due_at: today } });
	const wql = "SELECT t FROM task WHERE t.name = 'Turn the calendar' AND t.due_at = today";
	const countAt = async (timeZone: string): Promise<unknown> => {
		await read("/api/me", { profile: { time_zone: timeZone } }, "PATCH");
		return (await read("/api/query", { wql })).answer.total;
	};
	expect([await countAt(east), await countAt(west)]).toEqual([1, 0]);
	expect((await read("/api/query", { wql, time_zone: east })).answer.total).toBe(1);
});

test("an export takes along rights and history, and nobody's chats", async () => {
	expect((await send("/api/export?include=rights,history")).status).toBe(200);
	expect((await send("/api/export?include=personal")).status).toBe(400);
});

test("the details of a task list what it depends on and what depends on it, as each reads from there", async () => {
	const { answer: found } = await read("/api/suggest?q=Re-cut%20the%20lid%20tool");
	const [task] = found.suggestions as { id: string }[];
	const { answer } = await read(`/api/onto/task/${task?.id}/details`);
	const told = answer.relationships as { relation: string; direction: string; name: string }[];
	expect(told).toHaveLength(answer.relationship_count as number);
	expect(told).toContainEqual(
		expect.objectContaining({
			relation: "blocked_by",
			direction: "outgoing",
			name: "Sign off the Lindqvist first-article samples",
		}),
	);
	expect(told).toContainEqual(
		expect.objectContaining({
			relation: "depends_on",
			direction: "incoming",
			name: "Send the technical file to Norrfield",
		}),
	);
});
