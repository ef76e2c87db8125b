import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findServer } from "../../src/serve/cli/server-file.ts";
import { callTool, type ScriptAction, say } from "../support/model-script.ts";
import { prepareDemoFolder } from "../support/prepare-demo-folder.ts";
import { collectTurn, dataOf, followTurn, type StreamPart, textOf } from "../support/read-turn.ts";
import { startSkein } from "../support/run-skein.ts";
import { ChatBench, type StoredMessage, TASK } from "./chat-bench.ts";

const NOT_FOUND = 404;
const PIECES = ["It ", "waits ", "for ", "the ", "samples."];

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

/** A turn of two passes: words, a tool, more words, each a moment after the last. */
function scriptSlowTurn(): void {
	const spread = (texts: readonly string[]): readonly ScriptAction[] =>
		texts.flatMap((text): ScriptAction[] => [...say(text), { do: "wait", milliseconds: 15 }]);
	bench.script(
		[
			...spread(["Let me ", "look. "]),
			callTool({ id: "look", name: "get_entity_details", input: { entity_id: TASK } }),
			{ do: "end", reason: "tool-calls" },
		],
		spread(PIECES),
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

describe("[P12] [A2] a stream that is cut", () => {
	test("after any event is told again, whole and once, and is what is stored", async () => {
		let cut = 0;
		let length = 1;
		for (; cut <= length; cut += 1) {
			scriptSlowTurn();
			const { chatId, response } = await bench.ask();
			const watching = bench.open(`/api/chats/${chatId}/stream`).then(collectTurn);
			const taken = await takeParts(response, cut);
			const back = await bench.open(`/api/chats/${chatId}/stream`);
			const resumed = back.status === NOT_FOUND ? undefined : await collectTurn(back);
			const watched = await watching;
			length = watched.length;

			expect(taken, `cut after ${cut}`).toEqual(watched.slice(0, cut));
			if (resumed !== undefined) expect(resumed, `cut after ${cut}`).toEqual(watched);
			// Only an answer that was over when the reader came back is told by the chat instead.
			else expect(cut, `cut after ${cut}`).toBeGreaterThan(length - 4);
			const stored = await bench.readAnswer(chatId);
			const { citations, passes } = dataOf(watched, "data-answer");
			expect(stored).toMatchObject({
				text: textOf(watched),
				state: "answered",
				details: { citations, passes: 2 },
			});
			expect(passes).toBe(2);
			expect(textOf(watched)).toBe(`Let me look. ${PIECES.join("")}`);
			expect(stored?.id).toBe((watched[0] as { messageId?: string }).messageId);
		}
		expect(cut).toBeGreaterThan(15);
	}, 300_000);

	test("a question that is sent again with its key asks nobody twice", async () => {
		scriptSlowTurn();
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

	test("tells a typed end and what was stored, asks nobody twice and goes on", async () => {
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
