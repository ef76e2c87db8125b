import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANSWERED_QUESTIONS } from "../questions/answers.ts";
import { HELD_OUT_QUESTIONS } from "../questions/held-out.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";

/** Nothing in the demo has to do with any of these, though some of their words are there. */
const BESIDE = [
	"Recipe for banana bread",
	"How do I bake a sourdough loaf?",
	"asdf qwer zxcv",
	"flurbix grendal?",
	"When was Mozart born?",
	"Wie spät ist es in Tokio?",
	"Quel est le meilleur restaurant de Lyon ?",
	"Translate hello into Japanese",
	"Who won the 1998 world cup?",
];
const LONGEST_REFUSAL = 80;

let demo: Demo;
beforeAll(async () => {
	demo = await openDemo();
}, 120_000);
afterAll(() => demo.close());

const countRelated = async (query: string, focus?: string): Promise<number> => {
	const session = await demo.as("maren@rillmark.example");
	const { sections } = await session.buildContext({
		query,
		now: NOW,
		...(focus && { focus: { id: focus } }),
	});
	return sections.find(({ type }) => type === "semantic")?.tokenCount ?? 0;
};

describe("[N18] a question that nothing here is about", () => {
	test.each(BESIDE)("%s: one line", async (query) => {
		expect(await countRelated(query)).toBeLessThanOrEqual(LONGEST_REFUSAL);
	});

	test("what can be answered is never refused, searching by words alone", async () => {
		const refused: string[] = [];
		for (const { query } of [...ANSWERED_QUESTIONS, ...HELD_OUT_QUESTIONS]) {
			if ((await countRelated(query)) <= LONGEST_REFUSAL) refused.push(query);
		}
		expect(refused).toEqual([]);
	}, 120_000);

	test("with a focus, the question is about that", async () => {
		const session = await demo.as("maren@rillmark.example");
		const task = [...session.reader.graph.nodes()].find(({ kind }) => kind === "task");
		expect(await countRelated("flurbix grendal?")).toBeLessThanOrEqual(LONGEST_REFUSAL);
		expect(await countRelated("Who won the 1998 world cup?", task?.id)).toBeGreaterThan(LONGEST_REFUSAL);
	});
});
