import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { qualitySchema, ratedPageSchema, ratedQuestionSchema } from "../../src/contract/rating.ts";
import { ChatBench, MAREN, PRIYA, TASK } from "../support/chat-bench.ts";
import { say } from "../support/model-script.ts";

type RatedQuestion = z.infer<typeof ratedQuestionSchema>;

const ELSEWHERE = "The modem design belongs to us";
const QUESTION = "Why did the hinge supplier change?";

let bench: ChatBench;
let priya: string;
beforeAll(async () => {
	bench = await ChatBench.open();
	priya = await bench.served.credential(PRIYA);
	bench.script(say("The old one could not deliver."));
});
afterAll(() => bench?.close());

async function ask(text = QUESTION): Promise<{ readonly contextId: string; readonly chatId: string }> {
	const { chatId } = await bench.converse(text, { message: { focus: { id: TASK } } });
	const answer = await bench.readAnswer(chatId);
	return { chatId, contextId: answer?.context_id ?? "" };
}

async function rate(contextId: string, item: string, verdict: string | null): Promise<RatedQuestion> {
	const { status, body } = await bench.call(`/api/contexts/${contextId}/ratings/${item}`, {
		...(verdict === null ? { method: "DELETE" } : { method: "PUT", body: { verdict } }),
	});
	expect(status, JSON.stringify(body)).toBe(200);
	return ratedQuestionSchema.parse(body);
}

const readItems = async (contextId: string): Promise<ContextPayload["sections"][number]["items"]> => {
	const { body } = await bench.call(`/api/contexts/${contextId}`);
	return (body as unknown as ContextPayload).sections.flatMap(({ items }) => items);
};

const readLines = async (file: string, as?: string): Promise<readonly Record<string, unknown>[]> => {
	const response = await bench.open(`/api/ratings/export?file=${file}`, { ...(as !== undefined && { as }) });
	expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${file}.jsonl"`);
	const text = await response.text();
	return text
		.split("\n")
		.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Record<string, unknown>]));
};

test("[A18] an answer, its items and what was missing are rated, changed and taken back, with the question as asked", async () => {
	const { chatId, contextId } = await ask();
	const [first, second] = await readItems(contextId);
	const missing = await bench.readEntity(ELSEWHERE);
	await rate(contextId, "answer", "not_helped");
	await rate(contextId, first?.blockId ?? "", "helped");
	await rate(contextId, second?.blockId ?? "", "noise");
	const rated = await rate(contextId, missing.id, "missing");
	const task = await bench.readEntity(TASK);
	expect(rated).toMatchObject({
		...{ context_id: contextId, chat_id: chatId, question: QUESTION, answer: "not_helped" },
		request: { query: QUESTION, type: "chat", focus: { id: task.id }, mentions: [], pins: [] },
	});
	expect(rated.tokens).toBeGreaterThan(0);
	expect(rated.items.map(({ item_id, verdict, form }) => [item_id, verdict, form])).toEqual([
		[first?.blockId, "helped", first?.form],
		[second?.blockId, "noise", second?.form],
		[missing.id, "missing", null],
	]);
	expect((await rate(contextId, "answer", "helped")).answer).toBe("helped");
	expect((await rate(contextId, "answer", null)).answer).toBeNull();
	expect((await rate(contextId, missing.id, null)).items).toHaveLength(2);

	const listed = ratedPageSchema.parse((await bench.call(`/api/ratings?chat_id=${chatId}`)).body);
	expect(listed.questions.map(({ context_id }) => context_id)).toEqual([contextId]);
	// The kept request is enough to ask the question again.
	const again = await bench.call("/api/context", { body: listed.questions[0]?.request });
	expect(again.status).toBe(200);
});

test("[A18] a context that was kept outside of chats is rated like an answer's", async () => {
	const query = "What is known about salt spray?";
	const { body } = await bench.call("/api/context", { body: { query, keep: true } });
	const payload = body as unknown as ContextPayload;
	const item = payload.sections.flatMap(({ items }) => items)[0];
	const rated = await rate(payload.id, item?.blockId ?? "", "helped");
	expect(rated).toMatchObject({ chat_id: null, question: query, items: [{ verdict: "helped" }] });
	const unkept = (await bench.call("/api/context", { body: { query } })).body as unknown as ContextPayload;
	const refused = await bench.call(`/api/contexts/${unkept.id}/ratings/answer`, {
		...{ method: "PUT", body: { verdict: "helped" } },
	});
	expect([refused.status, refused.body.code]).toEqual([404, "not_found"]);
});

test("[A18] verdicts that do not fit, and items that were not shown, are refused with a code", async () => {
	const { contextId } = await ask();
	const [item] = await readItems(contextId);
	const elsewhere = await bench.readEntity(ELSEWHERE);
	const send = async (name: string, body: object): Promise<unknown> => {
		const path = `/api/contexts/${contextId}/ratings/${name}`;
		const answer = await bench.call(path, { method: "PUT", body });
		return [answer.status, answer.body.code];
	};
	expect(await send("answer", { verdict: "noise" })).toEqual([400, "invalid_input"]);
	expect(await send(item?.blockId ?? "", { verdict: "not_helped" })).toEqual([400, "invalid_input"]);
	expect(await send("answer", { verdict: "helped", why: "x" })).toEqual([400, "invalid_input"]);
	expect(await send(elsewhere.id, { verdict: "noise" })).toEqual([404, "not_found"]);
	expect(await send("%00", { verdict: "noise" })).toEqual([404, "not_found"]);
	expect((await bench.call("/api/ratings?limit=0")).status).toBe(400);
});

test("[A18] [R14] nobody sees, exports or counts the ratings of others", async () => {
	const { contextId } = await ask();
	const before = qualitySchema.parse((await bench.call("/api/quality")).body);
	await rate(contextId, "answer", "helped");
	const after = qualitySchema.parse((await bench.call("/api/quality")).body);
	expect(after.ratings.answers.helped).toBe(before.ratings.answers.helped + 1);
	expect(after.contexts.counted).toBeGreaterThan(0);
	expect(after.contexts.mean_tokens).toBeGreaterThan(0);
	expect(after.contexts.stages.map(({ stage }) => stage)).toEqual([
		...["prepare", "collect", "fetch", "rank", "render", "fit", "assemble"],
	]);

	expect((await bench.call("/api/ratings", { as: priya })).body).toEqual({
		questions: [],
		next_cursor: null,
	});
	expect(await readLines("queries", priya)).toEqual([]);
	expect((await bench.call("/api/quality", { as: priya })).body).toMatchObject({
		ratings: { answers: { helped: 0, not_helped: 0 }, precision: null },
		contexts: { counted: 0, mean_tokens: null, days: [], stages: [] },
	});
	expect((await bench.call(`/api/contexts/${contextId}/ratings`, { as: priya })).status).toBe(404);
	const bound = await bench.served.credential(MAREN, { mode: "read", projectIds: [] });
	expect((await bench.call("/api/ratings", { as: bound })).body.questions).toEqual([]);
	expect((await bench.call(`/api/contexts/${contextId}/ratings`, { as: bound })).status).toBe(404);
});

test("[A18] the export is an evaluation set: gold is what helped or was missing, over what its maker may read", async () => {
	const { contextId } = await ask("Who makes the new hinge?");
	const shown = await readItems(contextId);
	const missing = await bench.readEntity(ELSEWHERE);
	await rate(contextId, shown[0]?.blockId ?? "", "helped");
	await rate(contextId, shown[1]?.blockId ?? "", "noise");
	await rate(contextId, missing.id, "missing");
	const onlyNoise = await ask("Which felt?");
	const [other] = await readItems(onlyNoise.contextId);
	await rate(onlyNoise.contextId, other?.blockId ?? "", "noise");

	const queries = await readLines("queries");
	const task = await bench.readEntity(TASK);
	expect(queries.find(({ id }) => id === contextId)).toMatchObject({
		...{ text: "Who makes the new hinge?", focus: task.id },
		...{ gold: [shown[0]?.id, missing.id], noise: [shown[1]?.id] },
	});
	expect(queries.some(({ id }) => id === onlyNoise.contextId)).toBe(false);
	const [nodes, edges] = [await readLines("nodes"), await readLines("edges")];
	const { reader } = await bench.served.demo.as(MAREN);
	const ids = new Set(nodes.map(({ id }) => id));
	expect(ids).toEqual(new Set([...reader.graph.nodes()].map(({ id }) => id)));
	expect(edges.length).toBeGreaterThan(100);
	expect(edges.every(({ src, dst }) => ids.has(src) && ids.has(dst))).toBe(true);
	const hers = await readLines("nodes", priya);
	const priyaReads = (await bench.served.demo.as(PRIYA)).reader.graph;
	expect(new Set(hers.map(({ id }) => id))).toEqual(new Set([...priyaReads.nodes()].map(({ id }) => id)));
});

test("[A18] what lies in the trash drops out of the ratings, and comes back with it", async () => {
	const { contextId } = await ask("What was decided about the lid tool?");
	await rate(contextId, "answer", "helped");
	const note = await bench.call("/api/entities", {
		body: { kind: "note", title: "A note to be missed", body: "Glue.", visibility: "private" },
	});
	const noteId = String(note.body.id);
	await rate(contextId, noteId, "missing");
	const read = async (): Promise<RatedQuestion> =>
		ratedQuestionSchema.parse((await bench.call(`/api/contexts/${contextId}/ratings`)).body);
	expect((await read()).items).toHaveLength(1);
	await bench.call(`/api/entities/${noteId}`, { method: "DELETE" });
	expect((await read()).items).toEqual([]);
	await bench.call(`/api/entities/${noteId}/restore`, { method: "POST", body: {} });
	expect((await read()).items).toHaveLength(1);
});

test("[A18] [R11] ratings are withheld from the moment on at which a right to anything their context shows is lost", async () => {
	const title = "Zibeline felt of the old mill";
	const made = await bench.call("/api/entities", {
		...{ as: priya, body: { kind: "note", title, body: "Zibeline felt comes from the old mill." } },
	});
	const setVisibility = async (visibility: string): Promise<void> => {
		const { body } = await bench.call(`/api/entities/${made.body.id}`, { as: priya });
		const patch = { version: body.version, visibility };
		const changed = await bench.call(`/api/entities/${made.body.id}`, {
			...{ as: priya, method: "PATCH", body: patch },
		});
		expect(changed.status).toBe(200);
	};
	const question = "Where does zibeline felt come from?";
	const { body } = await bench.call("/api/context", {
		body: { query: question, keep: true, fill: "budget" },
	});
	const payload = body as unknown as ContextPayload;
	const item = payload.sections.flatMap(({ items }) => items).find(({ id }) => id === made.body.id);
	await rate(payload.id, item?.blockId ?? "", "helped");
	await rate(payload.id, "answer", "not_helped");
	const readAll = async (): Promise<string> => {
		const paths = [`/api/contexts/${payload.id}/ratings`, "/api/ratings?limit=200"];
		const answers = await Promise.all(paths.map((path) => bench.call(path)));
		return JSON.stringify([answers, await readLines("queries")]);
	};
	const count = async (): Promise<unknown> => (await bench.call("/api/quality")).body.ratings;
	const [told, counted] = [await readAll(), await count()];
	expect(told).toContain(question);

	await setVisibility("private");
	expect(await readAll()).not.toMatch(/zibeline/i);
	expect(await count()).not.toEqual(counted);
	const again = await bench.call(`/api/contexts/${payload.id}/ratings/answer`, {
		...{ method: "PUT", body: { verdict: "helped" } },
	});
	expect([again.status, again.body.code]).toEqual([404, "not_found"]);

	await setVisibility("inherit");
	expect(await readAll()).toBe(told);
	expect(await count()).toEqual(counted);
});

test("[A18] [R4] [R7] a token that only reads rates nothing, and what is hidden or another's is answered as what is absent", async () => {
	const { contextId } = await ask("Who signs the purchase of the lid tool?");
	const reading = await bench.served.credential(MAREN, { mode: "read" });
	for (const method of ["PUT", "DELETE"]) {
		const refused = await bench.call(`/api/contexts/${contextId}/ratings/answer`, {
			...{ as: reading, method, ...(method === "PUT" && { body: { verdict: "helped" } }) },
		});
		expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
	}
	const hidden = await bench.call("/api/entities", {
		...{ as: priya, body: { kind: "note", title: "Hidden", visibility: "private" } },
	});
	const absent = "01890000-0000-7000-8000-000000000000";
	const put = async (path: string, verdict: string, as?: string) => {
		const { status, body } = await bench.call(path, {
			...{ method: "PUT", body: { verdict }, ...(as !== undefined && { as }) },
		});
		return { status, ...body, instance: null, request_id: null };
	};
	const missing = (id: string) => put(`/api/contexts/${contextId}/ratings/${id}`, "missing");
	expect(await missing(String(hidden.body.id))).toEqual(await missing(absent));
	const answer = (id: string) => put(`/api/contexts/${id}/ratings/answer`, "helped", priya);
	expect(await answer(contextId)).toEqual(await answer(absent));
});
