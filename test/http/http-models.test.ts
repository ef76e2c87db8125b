import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Conversations } from "../../src/chat/conversations.ts";
import { ModelCatalog } from "../../src/chat/models/model-catalog.ts";
import { modelsSchema } from "../../src/contract/model.ts";
import { createApp } from "../../src/serve/http/create-app.ts";
import { ChatBench, PRIYA } from "../support/chat-bench.ts";
import { say } from "../support/model-script.ts";
import { collectTurn, dataOf, textOf } from "../support/read-turn.ts";

const KEY = "sk-very-secret";
const OPERATOR = "the operator's own key";
const OWN = { provider: "openai-compatible", model: "llama" } as const;
const OWN_ID = "openai-compatible:llama";
const DEFAULT_ID = "anthropic:claude-sonnet-5-5";

let bench: ChatBench;
let conversations: Conversations;
beforeAll(async () => {
	bench = await ChatBench.open();
	const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: bench.provider.url };
	const models = await ModelCatalog.open({ environment, patience: { retries: 0 } });
	conversations = new Conversations({ graph: bench.served.demo.skein.graph, models });
});
afterAll(async () => {
	await conversations?.stopAll();
	await bench?.close();
});

interface Call {
	readonly method?: string;
	readonly body?: object;
	readonly as?: string;
	readonly isLocal?: boolean;
	readonly headers?: Readonly<Record<string, string>>;
}

async function call(path: string, { method, body, as = bench.person, isLocal = true, headers }: Call = {}) {
	const { graph } = bench.served.demo.skein;
	const app = createApp({ graph, conversations, version: "0", isLocal, operatorKey: OPERATOR });
	return app.request(path, {
		method: method ?? (body ? "POST" : "GET"),
		headers: {
			host: "localhost",
			authorization: `Bearer ${as}`,
			"content-type": "application/json",
			...headers,
		},
		...(body && { body: JSON.stringify(body) }),
	});
}

const put = (body: object, options: Call = {}) => call("/api/models", { method: "PUT", body, ...options });
const list = async (options: Call = {}) =>
	modelsSchema.parse(await (await call("/api/models", options)).json());

describe("the models of a workspace", () => {
	test("[A14] are set up by those who manage it, listed for everybody, and their keys are never shown", async () => {
		const answer = await put({
			models: [{ ...OWN, url: bench.provider.url, apiKey: KEY, contextWindow: 32_000 }],
			chain: [OWN_ID, DEFAULT_ID],
		});
		const text = await answer.text();
		expect([answer.status, text.includes(KEY)]).toEqual([200, false]);
		expect(modelsSchema.parse(JSON.parse(text))).toMatchObject({
			models: [
				{ id: OWN_ID, source: "workspace", contextWindow: 32_000, hasKey: true, ready: true },
				{ id: DEFAULT_ID, source: "environment", tokenizer: "estimate", price: { input: 3 } },
			],
			chain: [OWN_ID, DEFAULT_ID],
			mayChange: true,
			mayNameAddresses: true,
		});
		const as = await bench.served.credential(PRIYA);
		const seen = await list({ as });
		expect(seen).toMatchObject({ mayChange: false, mayNameAddresses: false, chain: [OWN_ID, DEFAULT_ID] });
		expect(seen.models.map(({ url }) => url)).toEqual([null, null]);
	});

	test("are not changed by members, nor through a token", async () => {
		const member = await bench.served.credential(PRIYA);
		for (const as of [member, bench.agent]) {
			expect((await put({ models: [] }, { as })).status).toBe(403);
		}
		expect((await list()).chain).toEqual([OWN_ID, DEFAULT_ID]);
	});

	test("[A14] are given another address only by the operator of the server, or on its own machine", async () => {
		const url = "http://169.254.169.254/latest";
		const moved = { models: [{ ...OWN, url }] };
		expect((await put(moved, { isLocal: false })).status).toBe(403);
		// A model that has that address already may keep it.
		const present = (await list()).models[0]?.url ?? "";
		const same = { models: [{ ...OWN, url: present }], chain: [OWN_ID, DEFAULT_ID] };
		expect((await put(same, { isLocal: false })).status).toBe(200);
		expect((await list()).models[0]).toMatchObject({ hasKey: true });
		const headers = { "skein-operator": OPERATOR };
		expect((await put(moved, { isLocal: false, headers })).status).toBe(200);
		await put({ models: [{ ...OWN, url: bench.provider.url }], chain: [OWN_ID, DEFAULT_ID] });
	});

	test("[A14] answer as they are chosen, and replace one another", async () => {
		const ask = async (model?: string) => {
			const chat = (await (await call("/api/chats", { body: {} })).json()) as { id: string };
			const body = { text: "What is blocked?", ...(model && { model }) };
			return collectTurn(await call(`/api/chats/${chat.id}/messages`, { body }));
		};
		bench.provider.answerWith(() => say("Nothing."));
		expect(dataOf(await ask(), "data-answer").model).toEqual({ id: "llama", provider: "openai-compatible" });
		const chosen = dataOf(await ask(DEFAULT_ID), "data-answer");
		expect(chosen).toMatchObject({ model: { provider: "anthropic" } });

		bench.provider.answerWith(({ path }) =>
			path.endsWith("/chat/completions") ? [{ do: "status", status: 500 }] : say("I stand in."),
		);
		const parts = await ask();
		expect(textOf(parts)).toBe("I stand in.");
		expect(dataOf(parts, "data-answer")).toMatchObject({
			state: "answered",
			model: { provider: "anthropic" },
		});
	});
});
