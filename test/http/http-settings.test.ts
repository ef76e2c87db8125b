import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { createCaller, type HttpCaller } from "../support/http-caller.ts";
import { NOW } from "../support/open-demo.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

interface Settings {
	readonly language: string;
	readonly context: Readonly<Record<string, unknown>>;
	readonly contextInEffect: { readonly tokenBudget: Readonly<Record<string, number>> };
}

let served: ServedDemo;
let maren: HttpCaller;
let priya: HttpCaller;
beforeAll(async () => {
	served = await serveDemo();
	maren = createCaller(served.url, await served.credential("maren@rillmark.example"));
	priya = createCaller(served.url, await served.credential("priya@rillmark.example"));
});
afterAll(() => served?.close());

const patch = (body: unknown, caller = maren): Promise<Response> =>
	caller.call("/api/settings", { method: "PATCH", body });
const readSettings = async (caller = maren): Promise<Settings> =>
	(await (await caller.call("/api/settings")).json()) as Settings;
const weave = async (body: object = {}, caller = priya): Promise<ContextPayload> => {
	const query = { query: "Why did the hinge supplier change?", now: NOW, ...body };
	return (await (await caller.call("/api/context", { body: query })).json()) as ContextPayload;
};

describe("[L11] figures of a workspace", () => {
	test("override those of the installation, and are overridden by recipe and request, for every member from the next read on", async () => {
		const before = await weave();
		expect(before.metadata.budget).toMatchObject({ total: 4_000, relations: 500 });
		expect((await patch({ context: { tokenBudget: { total: 900, relations: 1 } } })).status).toBe(200);
		const after = await weave();
		expect(after.metadata.budget).toMatchObject({ total: 900, relations: 500 });
		expect(after.metadata.totalTokens).toBeLessThanOrEqual(900);
		expect(after.metadata.configHash).not.toBe(before.metadata.configHash);
		expect((await weave({ budget: { total: 1_500 } })).metadata.budget.total).toBe(1_500);
		expect((await readSettings(priya)).contextInEffect.tokenBudget).toMatchObject({
			total: 900,
			relations: 1,
			focus: 1_500,
		});
	});

	test("are laid over one another, taken away by null, and all at once", async () => {
		await patch({ context: { tokenBudget: { total: 2_000 }, collectors: { activity: { enabled: false } } } });
		await patch({ context: { tokenBudget: { relations: null } } });
		expect((await readSettings()).context).toEqual({
			tokenBudget: { total: 2_000 },
			collectors: { activity: { enabled: false } },
		});
		expect((await weave({}, maren)).metadata.collectorsUsed).not.toContain("activity");
		await patch({ context: null });
		expect((await readSettings()).context).toEqual({});
		expect((await weave({}, maren)).metadata.budget.total).toBe(4_000);
	});

	test.each([
		[{ context: { tokenBuget: { total: 1 } } }, "context.tokenBuget"],
		[{ context: { collectors: { semantic: { topk: 3 } } } }, "context.collectors.semantic.topk"],
		[{ context: { tokenBudget: { total: "many" } } }, "context.tokenBudget.total"],
	])("%j is refused with the key named, and nothing is changed", async (body, field) => {
		const before = await readSettings();
		const response = await patch({ ...body, language: "de" });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ code: "invalid_config", field });
		expect(await readSettings()).toEqual(before);
	});

	test("of two changes none is made when the other is refused", async () => {
		expect((await patch({ language: "xx", context: { tokenBudget: { total: 5 } } })).status).toBe(400);
		expect((await readSettings()).context).toEqual({});
		expect((await patch({ languages: ["de"] })).status).toBe(400);
	});

	test("are overridden by those of a request, also where its recipe has others", async () => {
		const config = {
			tokenBudget: { total: 1_200, relations: 50 },
			collectors: { activity: { enabled: false } },
		};
		const { metadata } = await weave({ config }, maren);
		expect(metadata.budget).toMatchObject({ total: 1_200, relations: 50, semantic: 2_500 });
		expect(metadata.collectorsUsed).not.toContain("activity");
		const both = await weave({ config, budget: { total: 1_300 } });
		expect(both.metadata.budget).toMatchObject({ total: 1_300, relations: 50 });
		const body = { query: "x", config: { tokenBudget: { totl: 1 } } };
		const refused = await maren.call("/api/context", { body });
		expect(await refused.json()).toMatchObject({ code: "invalid_config", field: "context.tokenBudget.totl" });
	});

	test("are changed by owners and admins alone, and never through a token", async () => {
		const token = createCaller(
			served.url,
			await served.credential("maren@rillmark.example", { mode: "write" }),
		);
		for (const caller of [priya, token]) {
			const response = await patch({ context: { tokenBudget: { total: 700 } } }, caller);
			expect(response.status).toBe(403);
		}
		expect((await readSettings()).context).toEqual({});
	});
});
