import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { chooseModel } from "../support/choose-model.ts";
import { createCaller, type HttpCaller } from "../support/http-caller.ts";
import { say } from "../support/model-script.ts";
import { NOW } from "../support/open-demo.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

interface Summary {
	readonly id: string;
	readonly summary: string;
	readonly made: { readonly model: string; readonly changeId: string } | null;
}

const SUMMARY = "The quillwort count rose in all nine ponds; only the Tarn Head pond is still to be counted.";
const SENTENCE = "The quillwort grows in nine ponds above the weir and was counted by hand in spring. ";

let provider: ScriptedModelServer;
let served: ServedDemo;
let maren: HttpCaller;
let count = 0;

beforeAll(async () => {
	provider = await startScriptedModelServer();
	const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url };
	served = await serveDemo({ model: chooseModel({ environment, patience: { retries: 0 } }) });
	maren = createCaller(served.url, await served.credential("maren@rillmark.example"));
});
afterAll(async () => {
	await served?.close();
	await provider?.close();
});

interface Note {
	readonly id: string;
	readonly version: number;
}
let note: Note;
beforeEach(async () => {
	count += 1;
	const body = { kind: "note", title: `Pond count ${count}`, body: SENTENCE.repeat(60) };
	note = (await (await maren.call("/api/entities", { body })).json()) as Note;
});

const summarize = (id = note.id, caller = maren): Promise<Response> =>
	caller.call(`/api/entities/${id}/summary`, { body: {} });
const read = async (response: Promise<Response>): Promise<Summary> =>
	(await (await response).json()) as Summary;
const weave = async (): Promise<ContextPayload> => {
	const body = { query: `Pond count ${count}`, budget: { total: 900 }, now: NOW, pins: [note.id] };
	return (await (await maren.call("/api/context", { body })).json()) as ContextPayload;
};

describe("[L12] a summary", () => {
	test("is written by a model when somebody asks, from that text alone, and kept as a write that can be undone", async () => {
		const asked = provider.requests.length;
		provider.answer(say(SUMMARY));
		const first = await read(summarize());
		expect(first).toMatchObject({ id: note.id, summary: SUMMARY, made: { model: expect.any(String) } });
		const [request] = provider.requests.slice(asked);
		expect(JSON.stringify(request?.body)).toContain(SENTENCE.trim());
		expect(JSON.stringify(request?.body)).not.toContain("Lindqvist");
		expect(request?.body.tools ?? []).toEqual([]);
		const changes = (await (await maren.call("/api/changes?limit=1")).json()) as {
			changes: { via: string }[];
		};
		expect(changes.changes[0]?.via).toMatch(/^summary:/);
		await maren.call(`/api/changes/${first.made?.changeId}/undo`, { body: {} });
		provider.answer(say(`${SUMMARY} Again.`));
		expect((await read(summarize())).summary).toBe(`${SUMMARY} Again.`);
	});

	test("is made once for a text, and anew when the text has changed", async () => {
		provider.answer(say(SUMMARY));
		await read(summarize());
		const asked = provider.requests.length;
		expect(await read(summarize())).toMatchObject({ summary: SUMMARY, made: null });
		expect(provider.requests).toHaveLength(asked);
		const body = { version: note.version + 1, body: `${SENTENCE.repeat(60)}And once more in autumn.` };
		expect((await maren.call(`/api/entities/${note.id}`, { method: "PATCH", body })).status).toBe(200);
		provider.answer(say("Another."));
		expect((await read(summarize())).summary).toBe("Another.");
	});

	test("stands for a text that is cut, where the workspace cuts so, and calls no model to do it", async () => {
		provider.answer(say(SUMMARY));
		await read(summarize());
		expect((await weave()).serialized).not.toContain(SUMMARY);
		const context = { truncation: { defaultStrategy: "summarize" } };
		await maren.call("/api/settings", { method: "PATCH", body: { context } });
		try {
			const asked = provider.requests.length;
			const { serialized } = await weave();
			expect(serialized).toContain(`(summary) ${SUMMARY}`);
			expect(serialized).not.toContain("body_hash");
			expect(provider.requests).toHaveLength(asked);
		} finally {
			await maren.call("/api/settings", { method: "PATCH", body: { context: null } });
		}
	});

	test("that breaks off is not kept", async () => {
		provider.answer(...say("Half a"), { do: "end", reason: "length" });
		expect(await (await summarize()).json()).toMatchObject({ code: "summary_unfinished", status: 503 });
		provider.answer(say(SUMMARY));
		expect((await read(summarize())).made).not.toBeNull();
	});

	test("is refused for what is hidden, not one's own to write, or short; and without a model", async () => {
		const sylvie = createCaller(served.url, await served.credential("sylvie@marchetti-advisers.example"));
		const reader = createCaller(
			served.url,
			await served.credential("maren@rillmark.example", { mode: "read" }),
		);
		const asked = provider.requests.length;
		expect((await summarize(note.id, sylvie)).status).toBe(404);
		expect((await summarize("00000000-0000-7000-8000-000000000000")).status).toBe(404);
		expect((await summarize(note.id, reader)).status).toBe(403);
		const short = { kind: "note", title: "Short", body: "Nothing much." };
		const { id } = (await (await maren.call("/api/entities", { body: short })).json()) as Note;
		expect(await (await summarize(id)).json()).toMatchObject({ code: "text_too_short" });
		expect(provider.requests).toHaveLength(asked);
		const without = await served.serveAlso(null);
		try {
			const caller = createCaller(without.url, await served.credential("maren@rillmark.example"));
			expect(await (await summarize(note.id, caller)).json()).toMatchObject({ code: "no_model" });
		} finally {
			await without.close();
		}
	});

	test("does not make the text one's own: a turn that reads it stays tainted", async () => {
		provider.answer(say(SUMMARY));
		await read(summarize());
		const session = await served.demo.as("maren@rillmark.example");
		const rows = await session.reader.rows.getMany([note.id]);
		expect(rows.get(note.id)?.props.generated_summary).toMatchObject({ text: SUMMARY });
		expect(await session.authorship.listForeign([note.id])).toEqual([note.id]);
	});
});
