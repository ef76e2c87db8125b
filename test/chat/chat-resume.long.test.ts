import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findServer } from "../../src/serve/cli/client/server-file.ts";
import { ChatBench, type StoredMessage, TASK } from "../support/chat-bench.ts";
import { callTool, say } from "../support/model-script.ts";
import { prepareDemoFolder } from "../support/prepare-demo-folder.ts";
import { collectTurn, dataOf, followTurn, type StreamPart, textOf } from "../support/read-turn.ts";
import { startSkein } from "../support/run-skein.ts";

const NOT_FOUND = 404;
/** The end of a text, how it all ended, and that it did. */
const PARTS_OF_END = 3;
const PIECES = ["It ", "waits ", "for ", "the ", "samples."];
const WHOLE_TEXT = `Let me look. ${PIECES.join("")}`;

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

/** A turn of two passes: words, a tool, more words. The last pass goes on until it is stopped, or ends by itself. */
function scriptTurn(end: "stalls" | "ends"): void {
	bench.script(
		[
			...say("Let me ", "look. "),
			callTool({ id: "look", name: "get_entity_details", input: { entity_id: TASK } }),
			{ do: "end", reason: "tool-calls" },
		],
		[...say(...PIECES), ...(end === "stalls" ? [{ do: "stall" } as const] : [])],
	);
}

/** The first so many parts; then the connection is cut, as by a closed browser. */
async function takeParts(response: Response, count: number): Promise<StreamPart[]> {
	const taken: StreamPart[] = [];
	if (count === 0) {
		await response.body?.cancel();
		return taken;
	}
	for await (const part of followTurn(response)) {
		taken.push(part);
		if (taken.length === count) break;
	}
	return taken;
}

/** Reads to the end, and reports when every part before a stop has come. */
function watch(response: Promise<Response>): {
	readonly said: Promise<void>;
	readonly all: Promise<StreamPart[]>;
} {
	let tell = (): void => undefined;
	const said = new Promise<void>((resolve) => {
		tell = resolve;
	});
	const read = async (): Promise<StreamPart[]> => {
		const parts: StreamPart[] = [];
		for await (const part of followTurn(await response)) {
			parts.push(part);
			if (textOf(parts) === WHOLE_TEXT) tell();
		}
		return parts;
	};
	return { said, all: read() };
}

describe("[P12] [A2] a stream that is cut", () => {
	test("after any event is told again, whole and once, and is what is stored", async () => {
		const stop = (chatId: string) => bench.open(`/api/chats/${chatId}/stop`, { body: {} });
		let cut = 0;
		let length = PARTS_OF_END;
		for (; cut <= length; cut += 1) {
			scriptTurn("stalls");
			const { chatId, response } = await bench.ask();
			const { said, all } = watch(bench.open(`/api/chats/${chatId}/stream`));
			// The last parts come only after the stop; before it, a client that was cut off reconnects.
			const isBefore = cut <= length - PARTS_OF_END;
			if (!isBefore) void said.then(() => stop(chatId));
			const taken = await takeParts(response, cut);
			const back = await bench.open(`/api/chats/${chatId}/stream`);
			if (isBefore) {
				expect(back.status, `cut after ${cut}`).toBe(200);
				await said;
				await stop(chatId);
			}
			const resumed = back.status === NOT_FOUND ? undefined : await collectTurn(back);
			const watched = await all;
			length = watched.length;

			expect(taken, `cut after ${cut}`).toEqual(watched.slice(0, cut));
			if (resumed !== undefined) expect(resumed, `cut after ${cut}`).toEqual(watched);
			const { citations } = dataOf(watched, "data-answer");
			const stored = await bench.readAnswer(chatId);
			expect(stored).toMatchObject({
				...{ text: textOf(watched), state: "stopped" },
				details: { citations, passes: 2 },
			});
			expect(stored?.id).toBe((watched[0] as { messageId?: string }).messageId);
		}
		expect(cut).toBeGreaterThan(PIECES.length + PARTS_OF_END);
	}, 300_000);

	test("[A8] [A12] a question that is sent again with its key asks nobody twice", async () => {
		scriptTurn("ends");
		const chatId = await bench.createChat();
		const headers = { "idempotency-key": "one-question" };
		const before = bench.provider.requests.length;
		const first = await bench.ask({}, { chatId, headers });
		const second = await bench.ask({}, { chatId, headers });
		const [told, again] = await Promise.all([collectTurn(first.response), collectTurn(second.response)]);
		expect(again).toEqual(told);
		const third = await collectTurn((await bench.ask({}, { chatId, headers })).response);
		expect(bench.provider.requests.length).toBe(before + 2);
		expect(textOf(third)).toBe(textOf(told));
		expect(dataOf(third, "data-answer")).toEqual(dataOf(told, "data-answer"));
		expect(dataOf(third, "data-context")).toEqual(dataOf(told, "data-context"));
		expect(third[0]).toEqual(told[0]);
		expect(await bench.readMessages(chatId)).toHaveLength(2);

		const other = await bench.ask({ text: "Something else?" }, { chatId, headers });
		expect([other.response.status, await other.response.json()]).toMatchObject([
			422,
			{ code: "idempotency_key_reused" },
		]);
	});

	test("a chat that is made again with its key is the same chat", async () => {
		const make = async (): Promise<unknown> => {
			const { body } = await bench.call("/api/chats", {
				body: {},
				headers: { "idempotency-key": "one-chat" },
			});
			return body.id;
		};
		const [id, again] = [await make(), await make()];
		expect(again).toBe(id);
	});
});

describe("[P12] [P7] a server that is killed in the middle of an answer", () => {
	let folder: string;
	beforeAll(async () => {
		folder = (await prepareDemoFolder(() => undefined)).dataFolder;
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	test("[A12] tells a typed end and what was stored, asks nobody twice and goes on", async () => {
		const env = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: bench.provider.url };
		const call = async (path: string, body?: object, headers?: Record<string, string>): Promise<Response> => {
			const server = await findServer(folder);
			return fetch(`${server?.url}${path}`, {
				method: body ? "POST" : "GET",
				headers: { authorization: `Bearer ${server?.token}`, "content-type": "application/json", ...headers },
				...(body && { body: JSON.stringify(body) }),
			});
		};
		const readAnswer = async (chatId: string): Promise<StoredMessage | undefined> =>
			((await (await call(`/api/chats/${chatId}`)).json()) as { messages: StoredMessage[] }).messages.at(-1);

		// Killed before the first word, and after some that are stored.
		for (const wait of [0, 1_300]) {
			const first = await startSkein(["--data", folder], { env });
			bench.script([
				...(wait === 0 ? [] : say("Half ")),
				{ do: "wait", milliseconds: wait },
				...say("of it "),
				{ do: "stall" },
			]);
			const chat = (await (await call("/api/chats", {})).json()) as { id: string };
			const key = { "idempotency-key": `killed-${wait}` };
			const question = { text: "What blocks the launch?" };
			const response = await call(`/api/chats/${chat.id}/messages`, question, key);
			const heard: StreamPart[] = [];
			for await (const part of followTurn(response)) {
				heard.push(part);
				if (textOf(heard).endsWith("of it ") || (wait === 0 && part.type === "data-context")) break;
			}
			await first.stop("SIGKILL");

			const second = await startSkein(["--data", folder], { env });
			const answer = await readAnswer(chat.id);
			expect(answer).toMatchObject({ state: "failed", details: { error: { code: "interrupted" } } });
			expect("Half of it ".startsWith(answer?.text ?? "-")).toBe(true);
			if (wait > 1_000) expect(answer?.text).toContain("Half ");
			expect((await call(`/api/chats/${chat.id}/stream`)).status).toBe(NOT_FOUND);

			const asked = bench.provider.requests.length;
			const replayed = await collectTurn(await call(`/api/chats/${chat.id}/messages`, question, key));
			expect(bench.provider.requests.length).toBe(asked);
			expect(textOf(replayed)).toBe(answer?.text);
			expect(dataOf(replayed, "data-answer")).toMatchObject({
				state: "failed",
				error: { code: "interrupted" },
			});

			bench.script(say("All of it."));
			const next = await collectTurn(await call(`/api/chats/${chat.id}/messages`, { text: "Again?" }));
			expect(textOf(next)).toBe("All of it.");
			await second.stop("SIGTERM");
		}
	}, 600_000);
});
