import { describe, expect, test } from "vitest";
import { o200k } from "../context/budget/tokenizer.ts";
import type { ModelMessage, ToolCall } from "./models/model.ts";
import { Transcript } from "./transcript.ts";

const WINDOW = 4_000;
const ANSWER = 500;
const system = [{ text: "You answer." }];
const long = (word: string, tokens: number): string => `${word} `.repeat(tokens);

const say = (role: "user" | "assistant", text: string): ModelMessage => ({ role, parts: [{ text }] });
const earlier = (turns: number): readonly ModelMessage[] =>
	Array.from({ length: turns }, (_, turn) => [
		say("user", `Question ${turn}: ${long("why", 100)}`),
		say("assistant", `Answer ${turn}: ${long("so", 100)}`),
	]).flat();

const open = (turns: number, question = long("context", 500)): Transcript =>
	new Transcript({
		...{ system, tools: [], earlier: earlier(turns), question: say("user", question) },
		...{ contextWindow: WINDOW, answerTokens: ANSWER, tokenizer: o200k },
	});

const callOf = (pass: number, input: object = { entity_id: `e${pass}` }): ToolCall => ({
	id: `call-${pass}`,
	name: "get_entity_details",
	input: input as ToolCall["input"],
});

function runPass(transcript: Transcript, pass: number, tokens: number, input?: object): void {
	const call = callOf(pass, input);
	transcript.addAnswer("", [call]);
	transcript.addResults([{ id: call.id, name: call.name, text: long(`result${pass}`, tokens) }]);
}

const textsOf = (messages: readonly ModelMessage[]): readonly string[] =>
	messages.flatMap((message) =>
		(message.role === "tool" ? message.results : message.parts).map(({ text }) => text),
	);

const weigh = (messages: readonly ModelMessage[]): number =>
	messages.reduce(
		(sum, message) =>
			sum +
			(message.role === "assistant" ? o200k.count(JSON.stringify(message.toolCalls ?? [])) : 0) +
			textsOf([message]).reduce((tokens, text) => tokens + o200k.count(text), 0),
		ANSWER + o200k.count("You answer."),
	);

describe("[L1] [A9] a prompt that no longer fits its window", () => {
	test("leaves everything as it was while it fits", () => {
		const transcript = open(3);
		const before = transcript.messages;
		runPass(transcript, 1, 100);
		expect(transcript.messages.slice(0, before.length)).toEqual(before);
		expect(transcript.takeForgotten()).toEqual([]);
	});

	test("old results give way first, then earlier messages; the newest results stay", () => {
		const transcript = open(6);
		for (const pass of [1, 2, 3]) runPass(transcript, pass, 300);
		const stubbed = textsOf(transcript.messages).join("\n");
		expect(stubbed).toContain('The result of get_entity_details {"entity_id":"e1"} was left out for room.');
		expect(stubbed).toContain("Question 0");
		expect(transcript.takeForgotten()).toEqual([callOf(1)]);
		runPass(transcript, 4, 600);
		const dropped = textsOf(transcript.messages).join("\n");
		expect(dropped).not.toContain("Question 0");
		expect(dropped).toContain("(Earlier messages of this conversation were left out for room.)");
		expect(dropped).toContain("Question 5");
		expect(dropped).toContain(long("result4", 600).trim());
		expect(weigh(transcript.messages)).toBeLessThanOrEqual(WINDOW);
	});

	test("what is left of the conversation begins with a question", () => {
		const transcript = open(5);
		runPass(transcript, 1, 1_200);
		const [note, first] = transcript.messages;
		expect(textsOf(note ? [note] : [])).toEqual([expect.stringContaining("left out for room")]);
		expect(first?.role).toBe("user");
	});

	test("calls that fill the window themselves are folded, and the newest results are cut last", () => {
		const transcript = open(0);
		for (const pass of [1, 2, 3, 4, 5]) {
			runPass(transcript, pass, 1_500, { body: long("text", 700) });
			const { messages } = transcript;
			expect(weigh(messages)).toBeLessThanOrEqual(WINDOW);
			// Every result answers a call that is still there.
			const calls = messages.flatMap((message) =>
				message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
			);
			const results = messages.flatMap((message) =>
				message.role === "tool" ? message.results.map(({ id }) => id) : [],
			);
			expect(results).toEqual(calls);
		}
		const said = textsOf(transcript.messages).join("\n");
		expect(said).toContain("(Earlier in this turn I called get_entity_details; left out for room.)");
		expect(said).toContain("result5");
	});

	test("one result of many thousand tokens is cut with a mark", () => {
		const transcript = open(1);
		runPass(transcript, 1, 9_000);
		const [text = ""] = textsOf(transcript.messages).slice(-1);
		expect(text).toMatch(/^result1 result1 [\s\S]+… cut here for room; ask for less at once\n$/);
		expect(weigh(transcript.messages)).toBeLessThanOrEqual(WINDOW);
		expect(weigh(transcript.messages)).toBeGreaterThan(0.9 * WINDOW);
	});

	test("only a question that is longer than the window is refused", () => {
		expect(() => open(3, long("context", 5_000)).messages).toThrow(/cannot hold/);
	});
});

test("[A21] what earlier answers cite stays when their messages go, and goes before the newest results are cut", () => {
	const cited = "## Cited Earlier\n\n- [task] **Hinge** [k3v9x2ma]\n\n";
	const transcript = open(6);
	for (const pass of [1, 2, 3, 4]) runPass(transcript, pass, 600);
	expect(transcript.room).toBeLessThan(0);
	transcript.keepCited(cited);
	const [first = ""] = textsOf(transcript.messages);
	expect(first).toContain("left out for room.)\n\n## Cited Earlier");
	expect(first).toContain("[k3v9x2ma]");
	expect(weigh(transcript.messages)).toBeLessThanOrEqual(WINDOW);
	runPass(transcript, 5, 9_000);
	const texts = textsOf(transcript.messages).join("\n");
	expect(texts).toContain("Earlier messages of this conversation were left out");
	expect(texts).not.toContain("## Cited Earlier");
	expect(weigh(transcript.messages)).toBeLessThanOrEqual(WINDOW);
});
