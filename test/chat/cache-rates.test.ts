import { afterAll, beforeAll, expect, test } from "vitest";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import { ChatBench, PRIYA, TASK } from "../support/chat-bench.ts";
import { say } from "../support/model-script.ts";

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

const QUESTIONS = [
	"What does this wait for?",
	"Who is to do it, and by when?",
	"What are the risks of it?",
	"Which decisions led to it?",
	"Why did the hinge supplier change?",
	"What is written about salt spray?",
];

interface Answers {
	readonly counted: number;
	readonly input_tokens: number;
	readonly cached_input_tokens: number;
	readonly prompt_cache_hit_rate: number | null;
	readonly context_cache_hit_rate: number | null;
}

const readAnswers = async (as?: string): Promise<Answers> =>
	(await bench.call("/api/status", as === undefined ? {} : { as })).body.answers as Answers;

/** A provider that has cached what it was sent last, up to the first byte that differs. */
function cacheLikeAProvider(): void {
	let last = "";
	bench.provider.answerWith(({ body }) => {
		const { tools, system, messages } = body as Record<string, unknown>;
		const prompt = JSON.stringify([tools, system, messages]).replace(/,?"cache_control":\{[^}]*\}/g, "");
		let same = 0;
		while (same < prompt.length && prompt[same] === last[same]) same += 1;
		last = prompt;
		return [
			...say("It waits for the hinge."),
			{
				do: "usage",
				inputTokens: o200k.count(prompt),
				cachedInputTokens: o200k.count(prompt.slice(0, same)),
				outputTokens: 8,
			},
		];
	});
}

test("[A17] the status adds up what caches answered of one's own answers, and of nobody else's", async () => {
	expect(await readAnswers()).toEqual({
		...{ counted: 0, input_tokens: 0, cached_input_tokens: 0 },
		...{ prompt_cache_hit_rate: null, context_cache_hit_rate: null },
	});
	cacheLikeAProvider();
	const chatId = await bench.createChat();
	for (const text of QUESTIONS)
		await bench.converse(text, { chatId, message: { focus: { id: TASK }, text } });
	const answers = await readAnswers();
	console.log(`six questions about one task: ${JSON.stringify(answers)}`);
	expect(answers.counted).toBe(QUESTIONS.length);
	expect(answers.prompt_cache_hit_rate).toBeCloseTo(answers.cached_input_tokens / answers.input_tokens);
	expect(answers.prompt_cache_hit_rate).toBeGreaterThanOrEqual(0.6);
	expect(answers.context_cache_hit_rate).toBeGreaterThan(0);
	const priya = await bench.served.credential(PRIYA);
	expect((await readAnswers(priya)).counted).toBe(0);
	const bound = await bench.served.credential(undefined, { mode: "read", projectIds: [] });
	expect((await readAnswers(bound)).counted).toBe(0);
});
