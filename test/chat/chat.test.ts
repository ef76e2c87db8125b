import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SYSTEM_PROMPT } from "../../src/chat/prompt/system-prompt.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { ChatBench, promptOf, QUESTION, type WireRequest } from "../support/chat-bench.ts";
import { say } from "../support/model-script.ts";
import { collectTurn, dataOf, readAsClient, textOf } from "../support/read-turn.ts";
import { serveOther } from "../support/serve-other.ts";

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

/** A model that cites the first things it was shown. */
function citeFirst(count: number): (text: string) => readonly string[] {
	return (prompt) =>
		[...prompt.matchAll(/\[id:([0-9a-z]{8})\]/g)].slice(0, count).map(([, ref]) => `[${ref}]`);
}

describe("an answer", () => {
	test("streams as a UI message, its citations told before their numbers and numbered as they come", async () => {
		bench.provider.answerWith(({ body }) => {
			const [first = "", second = ""] = citeFirst(2)(promptOf(body as unknown as WireRequest));
			return [
				...say("It waits ", `${second.slice(0, 4)}`, `${second.slice(4)} for the `, `samples ${first}, `),
				...say(`see ${second} and [zzzzzzzz].`),
				{ do: "usage", inputTokens: 900, cachedInputTokens: 300, outputTokens: 20 },
			];
		});
		const { chatId, response } = await bench.ask();
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
		expect(await bench.readAnswer(chatId)).toMatchObject({
			role: "assistant",
			state: "answered",
			text: textOf(parts),
			context_id: payload.id,
			details: { citations: end.citations },
		});
	});

	test("is read by a client of the AI SDK without a complaint", async () => {
		bench.provider.answerWith(({ body }) =>
			say("Wait for ", ...citeFirst(1)(promptOf(body as unknown as WireRequest)), "."),
		);
		const message = await readAsClient((await bench.ask()).response);
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
		bench.provider.answerWith(() => say("Fine."));
		const { response } = await bench.ask();
		const { payload } = dataOf(await collectTurn(response), "data-context") as { payload: ContextPayload };
		const sent = bench.wire();
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
		bench.provider.answerWith(({ body }) => {
			[cited = ""] = citeFirst(1)(promptOf(body as unknown as WireRequest));
			return say(`The samples ${cited}.`);
		});
		const { chatId, response } = await bench.ask();
		expect(textOf(await collectTurn(response))).toBe("The samples [1].");
		const first = bench.wire();
		bench.provider.answerWith(() => say("Since May."));
		await collectTurn((await bench.ask({ text: "Since when?" }, { chatId })).response);
		const second = bench.wire();
		await collectTurn((await bench.ask({ text: "Who said so?" }, { chatId })).response);
		const third = bench.wire();

		const textsOf = ({ messages }: WireRequest): readonly string[] =>
			messages.flatMap(({ content }) => content.map(({ text }) => text));
		expect(textsOf(second).slice(0, 2)).toEqual([...textsOf(first), `The samples ${cited}.`]);
		expect(textsOf(third).slice(0, 4)).toEqual([...textsOf(second), "Since May."]);
		expect(promptOf(second)).toContain("User Query: Since when?");
		// A text from above is not sent again: the focus was in the first question.
		const focus = /\[Re-cut the lid tool for the Lindqvist hinge\] \[task\]/;
		expect(promptOf(first)).toMatch(focus);
		expect(promptOf(second)).not.toMatch(focus);
		// It brings texts about the focus: the names behind them are no guesses.
		expect(promptOf(second)).not.toContain("Nothing here clearly answers");
		expect(promptOf(second).length).toBeLessThan(promptOf(first).length * 0.65);
		expect((await bench.readMessages(chatId)).map(({ role }) => role)).toEqual([
			...["user", "assistant", "user", "assistant", "user", "assistant"],
		]);
		expect(JSON.stringify(await bench.readMessages(chatId))).not.toContain("Current Context");
	});

	test("another focus begins the prompt anew, and what was said is still told", async () => {
		bench.provider.answerWith(() => say("The samples."));
		const { chatId, response } = await bench.ask();
		await collectTurn(response);
		await collectTurn(
			(await bench.ask({ text: "And this?", focus: { id: "Heron 2 bridge gauge" } }, { chatId })).response,
		);
		const { messages } = bench.wire();
		expect(messages.slice(0, 2)).toMatchObject([
			{ role: "user", content: [{ text: QUESTION }] },
			{ role: "assistant", content: [{ text: "The samples." }] },
		]);
		expect(promptOf(bench.wire())).toContain("## Current Context");
	});

	test("a turn without a word leaves nothing behind that a provider would refuse", async () => {
		bench.provider.answerWith(() => [{ do: "status", status: 500 }]);
		const { chatId, response } = await bench.ask();
		await collectTurn(response);
		bench.provider.answerWith(() => say("Now."));
		await collectTurn((await bench.ask({ text: "Again?" }, { chatId })).response);
		const texts = bench.wire().messages.flatMap(({ content }) => content.map(({ text }) => text));
		expect(texts.every((text) => text !== "")).toBe(true);
		expect(texts.join()).toContain(QUESTION);
	});

	test.each([
		["openai:gpt-5.6", "OPENAI_BASE_URL", "OPENAI_API_KEY", "/v1/responses"],
		["openai-compatible:llama3.3", "SKEIN_MODEL_URL", "SKEIN_MODEL_API_KEY", "/v1/chat/completions"],
	])("is the same over the wire of %s", async (model, urlVariable, keyVariable, path) => {
		const environment = { SKEIN_MODEL: model, [urlVariable]: bench.provider.url, [keyVariable]: "secret" };
		const other = await serveOther(bench, environment);
		try {
			bench.provider.answerWith(() => say("The ", "samples."));
			const parts = await collectTurn(await other.ask());
			expect([textOf(parts), dataOf(parts, "data-answer").state]).toEqual(["The samples.", "answered"]);
			expect(bench.provider.requests.at(-1)?.path).toBe(path);
			const wire = JSON.stringify(bench.provider.requests.at(-1)?.body);
			expect(wire).toContain(JSON.stringify(SYSTEM_PROMPT).slice(1, -1));
			expect(wire).toContain(QUESTION);
		} finally {
			await other.close();
		}
	});
});

describe("without a model", () => {
	test("[N22] [A15] a follow-up is read with what was said in the chat, and kept with it", async () => {
		const other = await serveOther(bench, null);
		const chatId = await bench.createChat();
		const ask = async (text: string) => collectTurn(await other.ask(chatId, text, { focus: undefined }));
		await ask("Why did we move the hinge to Lindqvist Marine?");
		const parts = await ask("And who decided it?");
		expect(textOf(parts)).toMatch(/^\*\*Maren Oyelaran\*\* \[1\]\n\nMove the lid hinge .*: decided by\.$/);
		const { payload } = dataOf(parts, "data-context") as { payload: ContextPayload };
		// The prompt holds what was said; the context reads it and does not print it again.
		expect(payload.sections.map(({ type }) => type)).not.toContain("history");
		const { body } = await bench.call(`/api/contexts/${payload.id}/ratings`);
		const { history } = body.request as { history: { role: string; content: string }[] };
		expect(history.map(({ role }) => role)).toEqual(["user", "assistant"]);
		expect(history[1]?.content).toMatch(/Move the lid hinge .*\[[0-9a-z]{8}\]/);
	});

	test("the answer is made of quotations with their sources, and says so", async () => {
		const other = await serveOther(bench, null);
		const chatId = await bench.createChat();
		const asked = textOf(await collectTurn(await other.ask(chatId)));
		expect(asked).toMatch(
			/^\*\*Sign off[^\n]*\*\* \[1\] \([^\n]*\n\nRe-cut the lid tool for the Lindqvist hinge: depends on[^\n]*\.\n/,
		);
		expect(asked).toContain("No language model is configured");
		// Once in a chat is enough.
		const again = textOf(await collectTurn(await other.ask(chatId)));
		expect(again).not.toContain("No language model is configured");
		const parts = await collectTurn(await other.ask(undefined, "Why does the lid tool come late?"));
		const text = textOf(parts);
		expect(text).toMatch(/^\*\*\S.*\*\* \[1\] \(.*\)\n\n> \S/);
		expect(text).toContain("No language model is configured");
		const end = dataOf(parts, "data-answer") as { citations: { n: number; id: string }[] };
		expect(end).toMatchObject({ state: "answered", model: null, usage: null });
		const { payload } = dataOf(parts, "data-context") as { payload: ContextPayload };
		const contents = new Map(
			payload.sections.flatMap((section) => section.items).map((item) => [item.id, item.content]),
		);
		const quotes = [...text.matchAll(/\[(\d)\](?: \(.*\))?\n\n> (.+)/g)];
		expect(quotes).toHaveLength(end.citations.length);
		for (const [, n, quote = ""] of quotes) {
			const id = end.citations.find((citation) => citation.n === Number(n))?.id ?? "";
			expect(contents.get(id)).toContain(quote.split(". ")[0]);
		}
	});
});
