import { test } from "vitest";
import { answerWithoutModel } from "../../src/chat/answer-without-model.ts";
import { NOW, openDemo } from "../support/open-demo.ts";

test("x", async () => {
	const demo = await openDemo();
	const s = await demo.as();
	for (const query of [
		"Which decision forced the change of the hinge supplier, and which task is blocked by it?",
		"Why did the hinge fail, and how do we know?",
		"What went wrong in the storm night, and what was changed because of it?",
		"What does Mrs Ashdown want, and what do we lose if she says no?",
		"What is overdue, and who has it?",
		"What blocks the pilot build of Heron 2?",
	]) {
		const payload = await s.buildContext({ query, now: NOW });
		console.log(`##### ${query}\n${answerWithoutModel(payload, query)}`);
	}
	const q = "Why is it blocked?";
	console.log(
		answerWithoutModel(
			await s.buildContext({
				query: q,
				now: NOW,
				focus: { id: "Re-cut the lid tool for the Lindqvist hinge" },
			}),
			q,
		),
	);
	await demo.close();
});
