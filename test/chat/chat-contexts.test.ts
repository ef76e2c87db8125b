import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { ChatBench, MAREN, PRIYA, promptOf, TASK } from "../support/chat-bench.ts";
import { say } from "../support/model-script.ts";
import { collectTurn, dataOf } from "../support/read-turn.ts";

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

describe("what a turn saw", () => {
	const readContext = (id: unknown, credential?: string) =>
		bench.open(`/api/contexts/${id}`, { ...(credential !== undefined && { as: credential }) });

	test("is shown again, word for word, to the one who asked and nobody else", async () => {
		bench.provider.answerWith(() => say("Fine."));
		const parts = await collectTurn((await bench.ask()).response);
		const { contextId, payload } = dataOf(parts, "data-context") as {
			contextId: string;
			payload: ContextPayload;
		};
		const shown = (await (await readContext(contextId)).json()) as ContextPayload;
		expect(shown).toEqual(payload);
		expect(shown.serialized).toBe(promptOf(bench.wire()));
		expect((await readContext(contextId, await bench.served.credential(PRIYA))).status).toBe(404);
	});

	test("is gone when the right to one of its items is, and back with it", async () => {
		const { skein, workspaceId } = bench.served.demo;
		const { workspaces } = skein.graph.store;
		const { reader } = await bench.served.demo.as(MAREN);
		const focus = reader.graph.find("Hold back the modem stock order until the exclusivity ends");
		const { accountId } = await skein.principal(workspaceId, MAREN);
		const rights = { workspaceId, projectId: focus?.project_id ?? "", accountId };
		const parts = await collectTurn((await bench.ask({ focus: { id: focus?.id } })).response);
		const { contextId } = dataOf(parts, "data-context");
		expect((await readContext(contextId)).status).toBe(200);
		await workspaces.setProjectMember({ ...rights, role: null });
		const absent = await (await readContext("not-an-id")).text();
		expect(await (await readContext(contextId)).text()).toBe(absent);
		await workspaces.setProjectMember({ ...rights, role: "admin" });
		expect((await readContext(contextId)).status).toBe(200);
	});

	test("is gone, too, when it only names what may no longer be read", async () => {
		const maren = await bench.served.demo.as(MAREN);
		const team = maren.reader.graph.find("Hardware");
		const priya = await bench.served.credential(PRIYA);
		const asked = await bench.ask(
			{ focus: { id: "Hana Kobayashi-Wells" }, text: "Who is this?" },
			{ as: priya },
		);
		const { contextId, payload } = dataOf(await collectTurn(asked.response), "data-context") as {
			contextId: string;
			payload: ContextPayload;
		};
		expect(payload.serialized).toContain("@Hardware");
		expect((await readContext(contextId, priya)).status).toBe(200);
		const { version } = await maren.reader.rows.get(team?.id ?? "");
		await maren.writer.update({ id: team?.id ?? "", version, patch: { visibility: "private" }, via: "test" });
		expect((await readContext(contextId, priya)).status).toBe(404);
		await maren.writer.update({
			id: team?.id ?? "",
			version: version + 1,
			patch: { visibility: "inherit" },
			via: "test",
		});
		expect((await readContext(contextId, priya)).status).toBe(200);
	});
});

describe("a context that was kept", () => {
	test("is shown again exactly, whatever is written since, to the one who asked for it", async () => {
		const weave = async (more: object): Promise<ContextPayload> => {
			const body = {
				query: "What does this wait for?",
				focus: { id: TASK },
				budget: { total: 2_000 },
				...more,
			};
			return (await (await bench.open("/api/context", { body })).json()) as ContextPayload;
		};
		const payload = await weave({ keep: true });
		const maren = await bench.served.demo.as(MAREN);
		const { id, version } = await maren.reader.rows.get(payload.metadata.focusBlockId ?? "");
		await maren.writer.update({ id, version, patch: { description: "Nobody waits any more." }, via: "test" });
		const shown = await bench.open(`/api/contexts/${payload.id}`);
		expect(await shown.json()).toEqual(payload);
		expect(payload.sections[0]).toBeDefined();
		for (const item of payload.sections.flatMap(({ items }) => items)) {
			expect(item).toMatchObject({ version: expect.any(Number), form: expect.any(String) });
			expect(Object.keys(item.because.scores)).toHaveLength(5);
		}
		expect(payload.metadata).toMatchObject({ configHash: expect.any(String), layers: expect.any(Array) });
		expect((await weave({})).serialized).not.toBe(payload.serialized);
		const other = await weave({});
		expect((await bench.open(`/api/contexts/${other.id}`)).status).toBe(404);
		const priya = await bench.served.credential(PRIYA);
		expect((await bench.open(`/api/contexts/${payload.id}`, { as: priya })).status).toBe(404);
	});
});

test("[L1] what a provider reports teaches how its tokens are counted, from the next turn on", async () => {
	const tokensFor = async (model: string): Promise<string> => {
		const body = { query: "anything", model, budget: { total: 2_000 } };
		const { metadata } = (await (await bench.open("/api/context", { body })).json()) as ContextPayload;
		return metadata.tokenizer;
	};
	bench.script([...say("Fine."), { do: "usage", inputTokens: 4_000, outputTokens: 5 }]);
	await bench.converse("How are the gauges?");
	const { model } = bench.wire();
	const { tokenRatios } = await bench.served.demo.as(MAREN);
	const [ratio = 0] = await vi.waitFor(async () => {
		const known = await tokenRatios.of(model);
		expect(known).toHaveLength(1);
		return known;
	});
	expect(ratio).toBeGreaterThan(0.25);
	expect(await tokensFor("another-model")).toBe("o200k×1.60");
	expect(await tokensFor(model)).toBe(`o200k×${(ratio + Math.max(0, 1.75 - ratio) / 4).toFixed(2)}`);
});
