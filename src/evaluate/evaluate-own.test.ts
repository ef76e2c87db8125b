import { expect, test } from "vitest";
import type { ContextPayload } from "../context/model/payload.ts";
import { EntityNotFoundError, StoreUnavailableError } from "../graph/model/errors.ts";
import { evaluateOwn, type OwnQuestion } from "./evaluate-own.ts";

const item = (id: string, verdict: "helped" | "noise" | "missing", form: string | null = "full") => ({
	...{ verdict, form: verdict === "missing" ? null : form },
	entity: { id, title: `Title of ${id}` },
});
const ask = (context_id: string, items: OwnQuestion["items"], answer: OwnQuestion["answer"] = null) => ({
	...{ context_id, question: `Question ${context_id}`, tokens: 100, answer, items },
});
const context = (...items: readonly (readonly [id: string, form: string])[]): ContextPayload =>
	({
		sections: [{ items: items.map(([id, form]) => ({ id, form })) }],
		metadata: { usedTokens: 60 },
	}) as unknown as ContextPayload;

test("[A18] precision, recall and evidence are taken of what was rated, when it was rated and now", async () => {
	const questions = [
		ask("1", [item("a", "helped"), item("b", "noise"), item("c", "missing")], "not_helped"),
		ask("2", [item("d", "helped", "title"), item("e", "noise"), item("d", "noise", "light")], "helped"),
		ask("3", [item("f", "noise")]),
	];
	const contexts: Readonly<Record<string, ContextPayload>> = {
		1: context(["a", "full"], ["c", "full"], ["x", "full"]),
		2: context(["d", "clipped"], ["d", "full"], ["e", "full"]),
		3: context(),
	};
	const found: Readonly<Record<string, readonly string[]>> = { 1: ["c", "a"], 2: ["x", "d"] };
	const done: number[] = [];
	const evaluation = await evaluateOwn(
		questions,
		{
			search: async ({ context_id }) => found[context_id] ?? [],
			buildContext: async ({ context_id }) => contexts[context_id] ?? context(),
		},
		(count) => done.push(count),
	);
	expect(evaluation).toMatchObject({
		...{ questions: 3, not_asked: 0, answers: { helped: 1, not_helped: 1 } },
		search: { recall_at_5: 1, recall_at_10: 1, all_at_8: 1 },
		// Shown then: a and d helped; b, e and f were noise. c was missing, and d was shown by its title.
		when_rated: { precision: 0.4, recall: 0.667, evidence: 0, mean_tokens: 100 },
		now: { precision: 0.75, recall: 1, evidence: 1, mean_tokens: 60 },
	});
	expect(evaluation.per_question.map(({ lacking, noisy }) => [lacking, noisy])).toEqual([
		[[], []],
		[[], ["Title of e"]],
		[[], []],
	]);
	expect(done).toEqual([1, 2, 3]);
});

test("[A18] a question about something that is gone is counted as not asked; any other failure ends the run", async () => {
	const questions = [ask("1", [item("a", "helped")])];
	const fail = (error: Error) =>
		evaluateOwn(questions, { search: async () => [], buildContext: () => Promise.reject(error) });
	expect(await fail(new EntityNotFoundError())).toMatchObject({
		...{ questions: 1, not_asked: 1, search: null },
		now: { precision: null, recall: null, evidence: null, mean_tokens: null },
	});
	await expect(fail(new StoreUnavailableError("gone"))).rejects.toThrow("gone");
});
