import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MOST_TOOL_TOKENS } from "../../src/chat/list-chat-tools.ts";
import { chooseTokenizer } from "../../src/context/budget/choose-tokenizer.ts";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { ANSWERED_QUESTIONS } from "../questions/answers.ts";
import { chooseModel } from "../support/choose-model.ts";
import { callTool, type ScriptAction, say } from "../support/model-script.ts";
import { NOW } from "../support/open-demo.ts";
import { collectTurn, dataOf } from "../support/read-turn.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

const MAREN = "maren@rillmark.example";
const HERON = "Heron 2 bridge gauge";
const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const TURNS = 20;
/** The tokens that a chat template adds to a message: its role and its separators. */
const FRAME = 5;

interface WireBody {
	readonly max_tokens: number;
	readonly tools?: readonly object[];
	readonly messages: readonly {
		readonly role: string;
		readonly content?: string | readonly { readonly text?: string }[] | null;
		readonly tool_calls?: readonly object[];
	}[];
}

type Count = (text: string) => number;

const textOf = (content: WireBody["messages"][number]["content"]): string =>
	typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("");

/** The tokens of a whole request, by the tokenizer of the model. */
const weigh = ({ messages, tools }: WireBody, count: Count): number =>
	messages.reduce(
		(sum, { content, tool_calls }) =>
			sum + FRAME + count(textOf(content)) + (tool_calls ? count(JSON.stringify(tool_calls)) : 0),
		tools ? count(JSON.stringify(tools)) : 0,
	);

let provider: ScriptedModelServer;
let served: ServedDemo;
let credential: string;
let heavy: Count;
let llama: Count;

beforeAll(async () => {
	provider = await startScriptedModelServer();
	served = await serveDemo();
	credential = await served.credential(MAREN);
	const cl100k = await chooseTokenizer("gpt-4", { of: async () => [] });
	llama = cl100k.count;
	heavy = (text) => Math.ceil(1.5 * o200k.count(text));
});
afterAll(async () => {
	await served?.close();
	await provider?.close();
});

const DETAILS = [TASK, HERON, "The message path", "Site acceptance test at Pelham"];

/** The model's actions in the passes of a turn, before it answers; twelve variants in rotation. */
function planPasses(turn: number): readonly (readonly ScriptAction[])[] {
	const call = (id: string, name: string, input: object): ScriptAction =>
		callTool({ id: `${turn}-${id}`, name, input });
	const read = (at: number): ScriptAction =>
		call(`read${at}`, "get_entity_details", { entity_id: DETAILS[at % DETAILS.length] });
	const graph = call("graph", "get_project_graph", { project_id: HERON, detail: "full" });
	const list = call("list", "list_entities", { kind: "task", detail: "light", max_tokens: 50_000 });
	const search = call("search", "search_ontology", { query: `gauge ${turn}`, limit: 50 });
	const linked = call("linked", "get_linked_entities", { entity_id: HERON, detail: "full" });
	const body = "The crew drills the anchor again and waits for the resin. ".repeat(60);
	const write = (at: number): ScriptAction =>
		call(`write${at}`, "upsert_entity", { kind: "note", title: `Draft ${turn}.${at}`, body });
	const ways: readonly (readonly (readonly ScriptAction[])[])[] = [
		[],
		[[read(0)]],
		[[list], [graph]],
		[[read(0), read(1), read(2), read(3)]],
		[[search], [read(2)], [linked], [graph], [list]],
		[[write(1)], [write(2)], [write(3)], [write(4)], [write(5)]],
		[[graph, list, linked, search]],
	];
	return ways[turn % ways.length] ?? [];
}

interface Sitting {
	readonly states: readonly (readonly [state: unknown, error: unknown])[];
	readonly payloads: readonly ContextPayload[];
	/** Of every request that a model was sent: what it takes with the answer it may get. */
	readonly weights: readonly number[];
	readonly bodies: readonly WireBody[];
	readonly refused: number;
}

/** A server whose model has such a window, and a way to ask it. */
async function serveModel(model: string, contextWindow: number) {
	const environment = {
		SKEIN_MODEL: `openai-compatible:${model}`,
		SKEIN_MODEL_URL: provider.url,
		SKEIN_MODEL_CONTEXT_WINDOW: String(contextWindow),
	};
	const { url, close } = await served.serveAlso(chooseModel({ environment, patience: { retries: 0 } }));
	const open = (path: string, body: object): Promise<Response> =>
		fetch(url + path, {
			method: "POST",
			headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
	const createChat = async (): Promise<string> =>
		String(((await (await open("/api/chats", {})).json()) as { id: string }).id);
	const ask = async (chatId: string, message: object) =>
		collectTurn(await open(`/api/chats/${chatId}/messages`, { now: NOW, ...message }));
	return { createChat, ask, close };
}

const payloadOf = (parts: Awaited<ReturnType<typeof collectTurn>>): ContextPayload =>
	(dataOf(parts, "data-context") as { payload: ContextPayload }).payload;

/** Twenty questions in one chat, to a server that refuses what its window cannot hold, as real ones do. */
async function converse(model: string, contextWindow: number, count: Count): Promise<Sitting> {
	const { createChat, ask, close } = await serveModel(model, contextWindow);
	const weights: number[] = [];
	const bodies: WireBody[] = [];
	let refused = 0;
	let turn = 0;
	let pass = 0;
	provider.answerWith(({ body }): readonly ScriptAction[] => {
		const request = body as unknown as WireBody;
		const inputTokens = weigh(request, count);
		bodies.push(request);
		weights.push(inputTokens + request.max_tokens);
		if (inputTokens + request.max_tokens > contextWindow) {
			refused += 1;
			return [{ do: "status", status: 400, message: "The prompt is longer than the context." }];
		}
		const calls = request.tools === undefined ? undefined : planPasses(turn)[pass];
		pass += 1;
		const usage: ScriptAction = { do: "usage", inputTokens, outputTokens: 100 };
		return calls === undefined
			? [...say(`Answer ${turn}. ${"It waits for the hinge and for the drill. ".repeat(40)}`), usage]
			: [...calls, usage, { do: "end", reason: "tool-calls" }];
	});
	try {
		const chatId = await createChat();
		const states: [unknown, unknown][] = [];
		const payloads: ContextPayload[] = [];
		for (turn = 0; turn < TURNS; turn += 1) {
			pass = 0;
			const text = ANSWERED_QUESTIONS[turn]?.query ?? "What is overdue?";
			const message = {
				text,
				// A focus of one's own for some turns, and once a file that is far too long.
				...(turn % 5 === 3 && { focus: { id: TASK } }),
				...(turn === 11 && { files: [{ name: "log.txt", text: "valve open, valve shut\n".repeat(4_000) }] }),
			};
			const parts = await ask(chatId, message);
			const { state, error } = dataOf(parts, "data-answer");
			states.push([state, error]);
			payloads.push(payloadOf(parts));
		}
		return { states, payloads, weights, bodies, refused };
	} finally {
		await close();
	}
}

describe("a conversation of twenty turns with tools", () => {
	test.each([
		["llama3.3", 8_192, () => llama],
		["llama3.3", 16_384, () => llama],
		["some-local-model", 8_192, () => heavy],
		["some-local-model", 16_384, () => heavy],
	] as const)(
		"[L1] [A16] %s with a window of %i: no turn is refused, every pass fits",
		async (model, contextWindow, counting) => {
			const { states, payloads, weights, bodies, refused } = await converse(model, contextWindow, counting());
			expect(states).toEqual(Array.from({ length: TURNS }, () => ["answered", null]));
			expect(refused).toBe(0);
			expect(bodies.length).toBeGreaterThan(2 * TURNS);
			expect(Math.max(...weights)).toBeLessThanOrEqual(contextWindow);
			for (const { metadata } of payloads)
				expect(metadata.totalTokens).toBeLessThanOrEqual(metadata.budget.total);
			const lists = new Set(bodies.flatMap(({ tools }) => (tools ? [JSON.stringify(tools)] : [])));
			expect(lists.size).toBe(1);
			expect(o200k.count([...lists][0] ?? "")).toBeLessThanOrEqual(MOST_TOOL_TOKENS);
			// A prompt that nearly fits the window shows that what there is is used, and not merely left out.
			console.log(
				`${model} ${contextWindow}: ${bodies.length} passes, at most ${Math.max(...weights)} tokens`,
			);
			expect(Math.max(...weights)).toBeGreaterThan(0.6 * contextWindow);
		},
		240_000,
	);
});

test("[L1] [A16] five long notes of another script, a focus and a long question fit, and a dry run shows the same", async () => {
	const { writer } = await served.demo.as(MAREN);
	const pins: string[] = [];
	for (let at = 0; at < 5; at += 1) {
		const body = "यह पुल का माप है और पानी का स्तर हर दिन बदलता है। ".repeat(200);
		pins.push((await writer.create({ kind: "note", title: `माप ${at}`, body }, "test")).id);
	}
	const contextWindow = 8_192;
	const { createChat, ask, close } = await serveModel("llama3.3", contextWindow);
	let weight = 0;
	provider.answerWith(({ body }) => {
		const request = body as unknown as WireBody;
		weight = weigh(request, llama) + request.max_tokens;
		return say("Fine.");
	});
	try {
		const chatId = await createChat();
		const message = {
			text: `What do these notes say? ${"And how high was the water in March? ".repeat(20)}`,
			focus: { id: TASK },
			mentionedNoteIds: pins,
		};
		const dryRun = payloadOf(await ask(chatId, { ...message, dryRun: true }));
		const parts = await ask(chatId, message);
		expect(dataOf(parts, "data-answer")).toMatchObject({ state: "answered", error: null });
		expect(weight).toBeGreaterThan(0);
		expect(weight).toBeLessThanOrEqual(contextWindow);
		expect(payloadOf(parts).serialized).toBe(dryRun.serialized);
		expect(payloadOf(parts).serialized).toContain("माप 4");
	} finally {
		await close();
	}
}, 60_000);
