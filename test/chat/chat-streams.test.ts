import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ChatBench, MAREN, PRIYA } from "../support/chat-bench.ts";
import { type ScriptAction, say } from "../support/model-script.ts";
import { collectTurn, dataOf, followTurn, type StreamPart, textOf } from "../support/read-turn.ts";
import { serveOther } from "../support/serve-other.ts";

const STALL: ScriptAction = { do: "stall" };
const SOON = { timeout: 5_000, interval: 20 };

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

describe("an answer that does not end by itself", () => {
	afterEach(() => bench.provider.answerWith(() => say("Fine.")));

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
		bench.provider.answerWith(() => [...say("The samples are "), STALL]);
		const { chatId, response } = await bench.ask();
		const parts = followTurn(response);
		await untilText(parts);
		const stopped = await bench.open(`/api/chats/${chatId}/stop`, { body: {} });
		expect(await stopped.json()).toEqual({ stopped: true });
		const rest: StreamPart[] = [];
		for await (const part of parts) rest.push(part);
		expect(dataOf(rest, "data-answer")).toMatchObject({ state: "stopped", error: null });
		expect(await bench.readAnswer(chatId)).toMatchObject({ state: "stopped", text: "The samples are " });
		expect(await bench.provider.requests.at(-1)?.over).toBe("client left");
		expect((await bench.open(`/api/chats/${chatId}/stop`, { body: {} })).status).toBe(404);
	});

	test("leaving does not stop it", async () => {
		bench.provider.answerWith(() => [
			...say("The samples "),
			{ do: "wait", milliseconds: 150 },
			...say("are late."),
		]);
		const { chatId, response } = await bench.ask();
		const parts = followTurn(response);
		await untilText(parts);
		await parts.return(undefined);
		await expect.poll(async () => (await bench.readAnswer(chatId))?.state, SOON).toBe("answered");
		expect((await bench.readAnswer(chatId))?.text).toBe("The samples are late.");
	});

	test("whoever comes back is told everything once, from the start", async () => {
		bench.provider.answerWith(() => [
			...say("One ", "two "),
			{ do: "wait", milliseconds: 200 },
			...say("three."),
		]);
		const { chatId, response } = await bench.ask();
		const first = followTurn(response);
		await untilText(first);
		const [resumed, rest] = await Promise.all([
			bench.open(`/api/chats/${chatId}/stream`).then(collectTurn),
			collectRest(first),
		]);
		expect(textOf(resumed)).toBe("One two three.");
		const types = resumed.map(({ type }) => type);
		expect(types.filter((type) => ["start", "data-context", "data-answer", "finish"].includes(type))).toEqual(
			["start", "data-context", "data-answer", "finish"],
		);
		expect(dataOf(rest, "data-answer")).toEqual(dataOf(resumed, "data-answer"));
		expect((await bench.open(`/api/chats/${chatId}/stream`)).status).toBe(404);
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
		bench.provider.answerWith(() => [...say("The samples are "), ...actions]);
		const { chatId, response } = await bench.ask();
		const parts = await collectTurn(response);
		expect(textOf(parts)).toBe("The samples are ");
		expect(dataOf(parts, "data-answer")).toMatchObject({ state: "failed", error: { code } });
		expect(JSON.stringify(dataOf(parts, "data-answer"))).not.toContain("secret");
		expect(await bench.readAnswer(chatId)).toMatchObject({
			state: "failed",
			text: "The samples are ",
			details: { error: { code } },
		});
	});

	test("of two questions at once one is answered and one is refused; a stranger learns nothing", async () => {
		bench.provider.answerWith(() => [...say("Slowly "), { do: "wait", milliseconds: 200 }, ...say("done.")]);
		const chatId = await bench.createChat();
		const asked = await Promise.all([
			bench.ask({}, { chatId }),
			bench.ask({ text: "And this?" }, { chatId }),
		]);
		const [answered, refused] = asked.map(({ response }) => response).sort((a, b) => a.status - b.status);
		expect([answered?.status, refused?.status]).toEqual([200, 409]);
		expect(await refused?.json()).toMatchObject({ code: "chat_busy" });

		const stranger = await bench.served.credential(PRIYA);
		const foreign = await bench.ask({}, { chatId, as: stranger });
		const absent = await bench.ask({}, { chatId: "01900000-0000-7000-8000-000000000000", as: stranger });
		expect(await foreign.response.text()).toBe(await absent.response.text());
		for (const path of ["stream", "stop"]) {
			const body = path === "stop" ? {} : undefined;
			expect(
				(await bench.open(`/api/chats/${chatId}/${path}`, { ...(body && { body }), as: stranger })).status,
			).toBe(404);
		}
		expect(textOf(await collectTurn(answered as Response))).toBe("Slowly done.");
		expect(await bench.readMessages(chatId)).toHaveLength(2);
	});

	test("when the server stops, every answer ends and is stored, and no new one begins", async () => {
		bench.provider.answerWith(() => [...say("Half of "), STALL]);
		const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: bench.provider.url };
		const other = await serveOther(bench, environment);
		const chats = [await bench.createChat(), await bench.createChat()];
		const streams = await Promise.all(chats.map((chatId) => other.ask(chatId)));
		const turns = streams.map(followTurn);
		for (const turn of turns) await untilText(turn);
		await other.close();
		for (const [index, turn] of turns.entries()) {
			expect(dataOf(await collectRest(turn), "data-answer").state).toBe("stopped");
			expect(await bench.readAnswer(chats[index] ?? "")).toMatchObject({
				state: "stopped",
				text: "Half of ",
			});
		}
		const late = await other.ask();
		expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([503, "stopping"]);
	});

	test("an answer that a crash cut off is told as failed, with what had been stored of it", async () => {
		const { chats } = await bench.served.demo.as(MAREN);
		const chatId = await bench.createChat();
		const half = { role: "assistant", text: "Half of ", state: "running" } as const;
		await chats.addMessages(chatId, { messages: [half] });
		expect(await bench.readAnswer(chatId)).toMatchObject({
			state: "failed",
			text: "Half of ",
			details: { error: { code: "interrupted" } },
		});
	});

	test("a long answer is stored as it grows", async () => {
		bench.provider.answerWith(() => [
			...say("A beginning "),
			{ do: "wait", milliseconds: 1_100 },
			...say("and more "),
			STALL,
		]);
		const { chatId, response } = await bench.ask();
		await expect.poll(async () => (await bench.readAnswer(chatId))?.text, SOON).toBe("A beginning and more ");
		expect(await bench.readAnswer(chatId)).toMatchObject({ state: "running" });
		await bench.open(`/api/chats/${chatId}/stop`, { body: {} });
		await response.text();
	});
});
