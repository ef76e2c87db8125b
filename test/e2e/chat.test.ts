import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Conversations } from "../../src/chat/conversations.ts";
import { chooseModel } from "../../src/chat/models/choose-model.ts";
import { SYSTEM_PROMPT } from "../../src/chat/prompt/system-prompt.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { createApp } from "../../src/serve/http/create-app.ts";
import { type ScriptAction, say } from "../support/model-script.ts";
import { NOW } from "../support/open-demo.ts";
import {
	collectTurn,
	dataOf,
	followTurn,
	readAsClient,
	type StreamPart,
	textOf,
} from "../support/read-turn.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

const MAREN = "maren@rillmark.example";
const PRIYA = "priya@rillmark.example";
const FOCUS = "Re-cut the lid tool for the Lindqvist hinge";
const QUESTION = "What does this wait for?";
const STALL: ScriptAction = { do: "stall" };
const SOON = { timeout: 5_000, interval: 20 };

let provider: ScriptedModelServer;
let served: ServedDemo;
let token: string;

beforeAll(async () => {
	provider = await startScriptedModelServer();
	const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url };
	served = await serveDemo({ model: chooseModel({ environment, patience: { retries: 0 } }) });
	token = await served.credential(MAREN);
});
afterAll(async () => {
	await served?.close();
	await provider?.close();
});

interface Asked {
	readonly chatId: string;
	readonly response: Response;
}

function call(path: string, body?: unknown, credential = token): Promise<Response> {
	return fetch(served.url + path, {
		method: body === undefined ? "GET" : "POST",
		headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
}

async function createChat(credential?: string): Promise<string> {
	const chat = (await (await call("/api/chats", {}, credential)).json()) as { id: string };
	return chat.id;
}

async function ask(
	options: { chatId?: string; text?: string; focus?: string; as?: string } = {},
): Promise<Asked> {
	const chatId = options.chatId ?? (await createChat(options.as));
	const body = { text: options.text ?? QUESTION, focus: { id: options.focus ?? FOCUS }, now: NOW };
	return { chatId, response: await call(`/api/chats/${chatId}/messages`, body, options.as) };
}

interface StoredMessage {
	readonly role: string;
	readonly text: string;
	readonly state: string;
	readonly context_id: string | null;
	readonly details: Readonly<Record<string, unknown>>;
}

async function readMessages(chatId: string): Promise<readonly StoredMessage[]> {
	const chat = (await (await call(`/api/chats/${chatId}`)).json()) as { messages: StoredMessage[] };
	return chat.messages;
}

const readAnswer = async (chatId: string): Promise<StoredMessage | undefined> =>
	(await readMessages(chatId)).at(-1);

/** A model that cites the first things it was shown. */
function citeFirst(count: number): (text: string) => readonly string[] {
	return (prompt) =>
		[...prompt.matchAll(/\[id:([0-9a-z]{8})\]/g)].slice(0, count).map(([, ref]) => `[${ref}]`);
}

interface WireRequest {
	readonly model: string;
	readonly system: readonly { readonly text: string; readonly cache_control?: object }[];
	readonly messages: readonly {
		readonly role: string;
		readonly content: readonly { readonly text: string }[];
	}[];
}

const lastOnWire = (): WireRequest => provider.requests.at(-1)?.body as unknown as WireRequest;
const promptOf = (request: WireRequest): string => request.messages.at(-1)?.content[0]?.text ?? "";

describe("an answer", () => {
	test("streams as a UI message, its citations told before their numbers and numbered as they come", async () => {
		provider.answerWith(({ body }) => {
			const [first = "", second = ""] = citeFirst(2)(promptOf(body as unknown as WireRequest));
			return [
				...say("It waits ", `${second.slice(0, 4)}`, `${second.slice(4)} for the `, `samples ${first}, `),
				...say(`see ${second} and [zzzzzzzz].`),
				{ do: "usage", inputTokens: 900, cachedInputTokens: 300, outputTokens: 20 },
			];
		});
		const { chatId, response } = await ask();
		expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
		const parts = await collectTurn(response);

		expect(textOf(parts)).toBe("It waits [1] for the samples [2], see [1] and [zzzzzzzz].");
		expect(parts.slice(0, 2).map(({ type }) => type)).toEqual(["start", "data-context"]);
		expect(parts.slice(-3).map(({ type }) => type)).toEqual(["text-end", "data-answer", "finish"]);
		for (const [index, part] of parts.entries()) {
			for (const [number] of part.delta?.match(/\[\d\]/g)?.map((text) => [text]) ?? []) {
				const told = parts.slice(0, index).filter(({ type }) => type === "data-citation");
				expect(told.map(({ data }) => `[${data?.n}]`)).toContain(number);
			}
		}
		expect(parts.filter(({ type }) => type === "data-citation")).toHaveLength(2);

		const { payload } = dataOf(parts, "data-context") as { payload: ContextPayload };
		const items = payload.sections.flatMap((section) => section.items);
		const end = dataOf(parts, "data-answer") as { citations: { n: number; id: string }[] };
		expect(end).toMatchObject({
			state: "answered",
			error: null,
			model: { provider: "anthropic" },
			usage: { inputTokens: 900, cachedInputTokens: 300, outputTokens: 20 },
		});
		expect(end.citations.map(({ n, id }) => [n, items.some((item) => item.id === id)])).toEqual([
			[1, true],
			[2, true],
		]);
		expect(await readAnswer(chatId)).toMatchObject({
			role: "assistant",
			state: "answered",
			text: textOf(parts),
			context_id: payload.id,
			details: { citations: end.citations },
		});
	});

	test("is read by a client of the AI SDK without a complaint", async () => {
		provider.answerWith(({ body }) =>
			say("Wait for ", ...citeFirst(1)(promptOf(body as unknown as WireRequest)), "."),
		);
		const message = await readAsClient((await ask()).response);
		expect(message.role).toBe("assistant");
		expect(message.parts.map(({ type }) => type)).toEqual([
			"data-context",
			"text",
			"data-citation",
			"data-answer",
		]);
		expect(message.parts[1]).toMatchObject({ text: "Wait for [1].", state: "done" });
	});

	test("comes from the constant system prompt, marked for the cache, and the very context that is shown", async () => {
		provider.answerWith(() => say("Fine."));
		const { response } = await ask();
		const { payload } = dataOf(await collectTurn(response), "data-context") as { payload: ContextPayload };
		const sent = lastOnWire();
		expect(sent.system).toEqual([
			{ type: "text", text: SYSTEM_PROMPT, cache_control: { type: "ephemeral" } },
		]);
		expect(sent.messages).toHaveLength(1);
		expect(promptOf(sent)).toBe(payload.serialized);
		expect(promptOf(sent)).toMatch(/# Focused Content[\s\S]*# Linked Entities[\s\S]*# Related Content/);
		expect(promptOf(sent)).toContain(QUESTION);
	});

	test("[A9] what was sent is sent again byte for byte, and a later turn adds only what is new", async () => {
		let cited = "";
		provider.answerWith(({ body }) => {
			[cited = ""] = citeFirst(1)(promptOf(body as unknown as WireRequest));
			return say(`The samples ${cited}.`);
		});
		const { chatId, response } = await ask();
		expect(textOf(await collectTurn(response))).toBe("The samples [1].");
		const first = lastOnWire();
		provider.answerWith(() => say("Since May."));
		await collectTurn((await ask({ chatId, text: "Since when?" })).response);
		const second = lastOnWire();
		await collectTurn((await ask({ chatId, text: "Who said so?" })).response);
		const third = lastOnWire();

		const textsOf = ({ messages }: WireRequest): readonly string[] =>
			messages.flatMap(({ content }) => content.map(({ text }) => text));
		expect(textsOf(second).slice(0, 2)).toEqual([...textsOf(first), `The samples ${cited}.`]);
		expect(textsOf(third).slice(0, 4)).toEqual([...textsOf(second), "Since May."]);
		expect(promptOf(second)).toContain("User Query: Since when?");
		// What stands above is not said again: the focus was shown with the first question.
		expect(promptOf(first)).toContain("### Focused Content");
		expect(promptOf(second)).not.toContain("### Focused Content");
		expect(promptOf(second).length).toBeLessThan(promptOf(first).length / 2);
		expect((await readMessages(chatId)).map(({ role }) => role)).toEqual([
			...["user", "assistant", "user", "assistant", "user", "assistant"],
		]);
		expect(JSON.stringify(await readMessages(chatId))).not.toContain("Current Context");
	});

	test("another focus begins the prompt anew, and what was said is still told", async () => {
		provider.answerWith(() => say("The samples."));
		const { chatId, response } = await ask();
		await collectTurn(response);
		await collectTurn((await ask({ chatId, text: "And this?", focus: "Heron 2 bridge gauge" })).response);
		const { messages } = lastOnWire();
		expect(messages.slice(0, 2)).toMatchObject([
			{ role: "user", content: [{ text: QUESTION }] },
			{ role: "assistant", content: [{ text: "The samples." }] },
		]);
		expect(promptOf(lastOnWire())).toContain("## Current Context");
	});

	test("a turn without a word leaves nothing behind that a provider would refuse", async () => {
		provider.answerWith(() => [{ do: "status", status: 500 }]);
		const { chatId, response } = await ask();
		await collectTurn(response);
		provider.answerWith(() => say("Now."));
		await collectTurn((await ask({ chatId, text: "Again?" })).response);
		const texts = lastOnWire().messages.flatMap(({ content }) => content.map(({ text }) => text));
		expect(texts.every((text) => text !== "")).toBe(true);
		expect(texts.join()).toContain(QUESTION);
	});

	test.each([
		["openai:gpt-5.6", "OPENAI_BASE_URL", "OPENAI_API_KEY", "/v1/responses"],
		["openai-compatible:llama3.3", "SKEIN_MODEL_URL", "SKEIN_MODEL_API_KEY", "/v1/chat/completions"],
	])("is the same over the wire of %s", async (model, urlVariable, keyVariable, path) => {
		const environment = { SKEIN_MODEL: model, [urlVariable]: provider.url, [keyVariable]: "secret" };
		const other = await serveOther(environment);
		try {
			provider.answerWith(() => say("The ", "samples."));
			const parts = await collectTurn(await other.ask());
			expect([textOf(parts), dataOf(parts, "data-answer").state]).toEqual(["The samples.", "answered"]);
			expect(provider.requests.at(-1)?.path).toBe(path);
			const wire = JSON.stringify(provider.requests.at(-1)?.body);
			expect(wire).toContain(JSON.stringify(SYSTEM_PROMPT).slice(1, -1));
			expect(wire).toContain(QUESTION);
		} finally {
			await other.close();
		}
	});
});

/** Another model over the same store: opening a second one would cost seconds. */
async function serveOther(environment: Record<string, string> | null) {
	const model = environment && chooseModel({ environment, patience: { retries: 0 } });
	const conversations = new Conversations({ graph: served.demo.skein.graph, model });
	const app = createApp({ graph: served.demo.skein.graph, conversations, version: "0.0.0-test" });
	const headers = {
		host: "localhost",
		authorization: `Bearer ${token}`,
		"content-type": "application/json",
	};
	return {
		conversations,
		ask: async (chatId?: string): Promise<Response> => {
			const path = `/api/chats/${chatId ?? (await createChat())}/messages`;
			const body = JSON.stringify({ text: QUESTION, focus: { id: FOCUS }, now: NOW });
			return app.request(path, { method: "POST", headers, body });
		},
		close: () => conversations.stopAll(),
	};
}

describe("an answer that does not end by itself", () => {
	afterEach(() => provider.answerWith(() => say("Fine.")));

	/** Reads until some of the answer has arrived, and leaves the rest to the returned iterator. */
	async function untilText(parts: AsyncGenerator<StreamPart>): Promise<StreamPart[]> {
		const seen: StreamPart[] = [];
		for (;;) {
			const { value, done } = await parts.next();
			if (done) throw new Error("The stream ended before any text.");
			seen.push(value);
			if (value.type === "text-delta") return seen;
		}
	}

	test("stop ends it at once, keeps what was said and lets the provider go", async () => {
		provider.answerWith(() => [...say("The samples are "), STALL]);
		const { chatId, response } = await ask();
		const parts = followTurn(response);
		await untilText(parts);
		const stopped = await call(`/api/chats/${chatId}/stop`, {});
		expect(await stopped.json()).toEqual({ stopped: true });
		const rest: StreamPart[] = [];
		for await (const part of parts) rest.push(part);
		expect(dataOf(rest, "data-answer")).toMatchObject({ state: "stopped", error: null });
		expect(await readAnswer(chatId)).toMatchObject({ state: "stopped", text: "The samples are " });
		expect(await provider.requests.at(-1)?.over).toBe("client left");
		expect((await call(`/api/chats/${chatId}/stop`, {})).status).toBe(404);
	});

	test("leaving does not stop it", async () => {
		provider.answerWith(() => [
			...say("The samples "),
			{ do: "wait", milliseconds: 150 },
			...say("are late."),
		]);
		const { chatId, response } = await ask();
		const parts = followTurn(response);
		await untilText(parts);
		await parts.return(undefined);
		await expect.poll(async () => (await readAnswer(chatId))?.state, SOON).toBe("answered");
		expect((await readAnswer(chatId))?.text).toBe("The samples are late.");
	});

	test("whoever comes back is told everything once, from the start", async () => {
		provider.answerWith(() => [...say("One ", "two "), { do: "wait", milliseconds: 200 }, ...say("three.")]);
		const { chatId, response } = await ask();
		const first = followTurn(response);
		await untilText(first);
		const [resumed, rest] = await Promise.all([
			call(`/api/chats/${chatId}/stream`).then(collectTurn),
			collectRest(first),
		]);
		expect(textOf(resumed)).toBe("One two three.");
		const types = resumed.map(({ type }) => type);
		expect(types.filter((type) => ["start", "data-context", "data-answer", "finish"].includes(type))).toEqual(
			["start", "data-context", "data-answer", "finish"],
		);
		expect(dataOf(rest, "data-answer")).toEqual(dataOf(resumed, "data-answer"));
		expect((await call(`/api/chats/${chatId}/stream`)).status).toBe(404);
	});

	async function collectRest(parts: AsyncGenerator<StreamPart>): Promise<StreamPart[]> {
		const rest: StreamPart[] = [];
		for await (const part of parts) rest.push(part);
		return rest;
	}

	test.each<[string, string, readonly ScriptAction[]]>([
		["a cut connection", "model_unavailable", [{ do: "cut" }]],
		[
			"an error in the stream",
			"model_unavailable",
			[{ do: "error-frame", kind: "overloaded_error", message: "secret" }],
		],
		["nonsense in the stream", "model_bad_answer", [{ do: "malformed" }]],
		["its limit of tokens", "answer_cut", [{ do: "end", reason: "length" }]],
	])("%s leaves a failed turn with its text kept", async (_name, code, actions) => {
		provider.answerWith(() => [...say("The samples are "), ...actions]);
		const { chatId, response } = await ask();
		const parts = await collectTurn(response);
		expect(textOf(parts)).toBe("The samples are ");
		expect(dataOf(parts, "data-answer")).toMatchObject({ state: "failed", error: { code } });
		expect(JSON.stringify(dataOf(parts, "data-answer"))).not.toContain("secret");
		expect(await readAnswer(chatId)).toMatchObject({
			state: "failed",
			text: "The samples are ",
			details: { error: { code } },
		});
	});

	test("of two questions at once one is answered and one is refused; a stranger learns nothing", async () => {
		provider.answerWith(() => [...say("Slowly "), { do: "wait", milliseconds: 200 }, ...say("done.")]);
		const chatId = await createChat();
		const asked = await Promise.all([ask({ chatId }), ask({ chatId, text: "And this?" })]);
		const [answered, refused] = asked.map(({ response }) => response).sort((a, b) => a.status - b.status);
		expect([answered?.status, refused?.status]).toEqual([200, 409]);
		expect(await refused?.json()).toMatchObject({ code: "chat_busy" });

		const stranger = await served.credential(PRIYA);
		const foreign = await ask({ chatId, as: stranger });
		const absent = await ask({ chatId: "01900000-0000-7000-8000-000000000000", as: stranger });
		expect(await foreign.response.text()).toBe(await absent.response.text());
		for (const path of ["stream", "stop"]) {
			const body = path === "stop" ? {} : undefined;
			expect((await call(`/api/chats/${chatId}/${path}`, body, stranger)).status).toBe(404);
		}
		expect(textOf(await collectTurn(answered as Response))).toBe("Slowly done.");
		expect(await readMessages(chatId)).toHaveLength(2);
	});

	test("when the server stops, every answer ends and is stored, and no new one begins", async () => {
		provider.answerWith(() => [...say("Half of "), STALL]);
		const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url };
		const other = await serveOther(environment);
		const chats = [await createChat(), await createChat()];
		const streams = await Promise.all(chats.map((chatId) => other.ask(chatId)));
		const turns = streams.map(followTurn);
		for (const turn of turns) await untilText(turn);
		await other.close();
		for (const [index, turn] of turns.entries()) {
			expect(dataOf(await collectRest(turn), "data-answer").state).toBe("stopped");
			expect(await readAnswer(chats[index] ?? "")).toMatchObject({ state: "stopped", text: "Half of " });
		}
		const late = await other.ask();
		expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([503, "stopping"]);
	});

	test("an answer that a crash cut off is told as failed, with what had been stored of it", async () => {
		const { chats } = await served.demo.as(MAREN);
		const chatId = await createChat();
		await chats.addMessage(chatId, { role: "assistant", text: "Half of ", state: "running" });
		expect(await readAnswer(chatId)).toMatchObject({
			state: "failed",
			text: "Half of ",
			details: { error: { code: "interrupted" } },
		});
	});

	test("a long answer is stored as it grows", async () => {
		provider.answerWith(() => [
			...say("A beginning "),
			{ do: "wait", milliseconds: 1_100 },
			...say("and more "),
			STALL,
		]);
		const { chatId, response } = await ask();
		await expect.poll(async () => (await readAnswer(chatId))?.text, SOON).toBe("A beginning and more ");
		expect(await readAnswer(chatId)).toMatchObject({ state: "running" });
		await call(`/api/chats/${chatId}/stop`, {});
		await response.text();
	});
});

describe("without a model", () => {
	test("the answer is made of quotations with their sources, and says so", async () => {
		const other = await serveOther(null);
		const parts = await collectTurn(await other.ask());
		const text = textOf(parts);
		expect(text).toMatch(/^\*\*Re-cut the lid tool for the Lindqvist hinge\*\* \[1\]\n\n> \S/);
		expect(text).toContain("No language model is configured");
		const end = dataOf(parts, "data-answer") as { citations: { n: number; id: string }[] };
		expect(end).toMatchObject({ state: "answered", model: null, usage: null });
		const { payload } = dataOf(parts, "data-context") as { payload: ContextPayload };
		const contents = new Map(
			payload.sections.flatMap((section) => section.items).map((item) => [item.id, item.content]),
		);
		const quotes = [...text.matchAll(/\[(\d)\]\n\n> (.+)/g)];
		expect(quotes).toHaveLength(end.citations.length);
		for (const [, n, quote = ""] of quotes) {
			const id = end.citations.find((citation) => citation.n === Number(n))?.id ?? "";
			expect(contents.get(id)).toContain(quote.split(". ")[0]);
		}
	});
});

describe("what a turn saw", () => {
	const readContext = (id: unknown, credential?: string) =>
		call(`/api/contexts/${id}`, undefined, credential);

	test("is shown again, word for word, to the one who asked and nobody else", async () => {
		provider.answerWith(() => say("Fine."));
		const parts = await collectTurn((await ask()).response);
		const { contextId, payload } = dataOf(parts, "data-context") as {
			contextId: string;
			payload: ContextPayload;
		};
		const shown = (await (await readContext(contextId)).json()) as ContextPayload;
		expect(shown).toEqual(payload);
		expect(shown.serialized).toBe(promptOf(lastOnWire()));
		expect((await readContext(contextId, await served.credential(PRIYA))).status).toBe(404);
	});

	test("is gone when the right to one of its items is, and back with it", async () => {
		const { skein, workspaceId } = served.demo;
		const { workspaces } = skein.graph.store;
		const { reader } = await served.demo.as(MAREN);
		const focus = reader.graph.find("Hold back the modem stock order until the exclusivity ends");
		const { accountId } = await skein.principal(workspaceId, MAREN);
		const rights = { workspaceId, projectId: focus?.project_id ?? "", accountId };
		const parts = await collectTurn((await ask({ focus: focus?.id ?? "" })).response);
		const { contextId } = dataOf(parts, "data-context");
		expect((await readContext(contextId)).status).toBe(200);
		await workspaces.setProjectMember({ ...rights, role: null });
		const absent = await (await readContext("not-an-id")).text();
		expect(await (await readContext(contextId)).text()).toBe(absent);
		await workspaces.setProjectMember({ ...rights, role: "admin" });
		expect((await readContext(contextId)).status).toBe(200);
	});

	test("is gone, too, when it only names what may no longer be read", async () => {
		const maren = await served.demo.as(MAREN);
		const team = maren.reader.graph.find("Hardware");
		const priya = await served.credential(PRIYA);
		const asked = await ask({ focus: "Hana Kobayashi-Wells", text: "Who is this?", as: priya });
		const { contextId, payload } = dataOf(await collectTurn(asked.response), "data-context") as {
			contextId: string;
			payload: ContextPayload;
		};
		expect(payload.serialized).toContain("@Hardware");
		expect((await readContext(contextId, priya)).status).toBe(200);
		const { version } = await maren.reader.rows.get(team?.id ?? "");
		await maren.writer.update(team?.id ?? "", version, { visibility: "private" }, "test");
		expect((await readContext(contextId, priya)).status).toBe(404);
		await maren.writer.update(team?.id ?? "", version + 1, { visibility: "inherit" }, "test");
		expect((await readContext(contextId, priya)).status).toBe(200);
	});
});
