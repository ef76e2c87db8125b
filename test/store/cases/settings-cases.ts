import { expect, test } from "vitest";
import type { Workbench } from "../../support/workbench.ts";

export function describeSettings(bench: () => Workbench): void {
	test("[L11] what a workspace is set to is there at the next read, and moves the revision once", async () => {
		const { graph } = bench();
		const { reader } = await bench().as("ada");
		const set = { context: { tokenBudget: { total: 8_000 } } };
		await graph.changeSettings(reader, () => set);
		const after = await bench().as("ben");
		expect(after.reader.access.settings).toEqual(set);
		expect(after.reader.access.revision).toBe(reader.access.revision + 1);
		await graph.changeSettings(reader, (before) => before);
		expect(await bench().revision()).toBe(after.reader.access.revision);
	});

	test("[L11] changes made at once do not undo one another", async () => {
		const { graph } = bench();
		const { reader } = await bench().as("ada");
		const topics = Array.from({ length: 8 }, (_, index) => `topic ${index}`);
		await Promise.all(
			topics.map((topic) => graph.changeSettings(reader, (before) => ({ ...before, [topic]: true }))),
		);
		expect(Object.keys((await bench().as("ada")).reader.access.settings).toSorted()).toEqual(topics);
	});

	test("[L1] every report of a model's tokens counts, also those that come together", async () => {
		const { tokenRatios } = await bench().as("ada");
		await Promise.all(Array.from({ length: 8 }, (_, index) => tokenRatios.observe("model", 1 + index / 8)));
		const ratios = await (await bench().as("ben")).reader.tokenRatios.of("model");
		expect(ratios.toSorted()).toEqual([1, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875]);
		expect(await tokenRatios.of("another")).toEqual([]);
	});
}
