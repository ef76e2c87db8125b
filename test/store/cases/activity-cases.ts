import { expect, test } from "vitest";
import type { Workbench } from "../../support/workbench.ts";

const LONG_AGO = "2000-01-01T00:00:00.000Z";

export function describeActivity(bench: () => Workbench): void {
	const recent = async (person: "ada" | "ben", action: "view" | "edit") => {
		const { activity } = await bench().as(person);
		const entries = await activity.recent({ action, since: LONG_AGO, limit: 10 });
		const together = await activity.lately({ since: LONG_AGO, limits: { edit: 10, view: 10 } });
		expect(together[action]).toEqual(entries);
		return entries.map((entry) => entry.entity_id);
	};

	test("[C10] edits are remembered by who made them, newest first, each entity once", async () => {
		const first = await bench().create("ada", { kind: "note", title: "First" });
		const second = await bench().create("ada", { kind: "note", title: "Second" });
		await (await bench().writer("ada")).update({
			id: first.id,
			version: 1,
			patch: { body: "x" },
			via: "test",
		});
		expect(await recent("ada", "edit")).toEqual([first.id, second.id]);
		expect(await recent("ben", "edit")).toEqual([]);
	});

	test("[C10] views are remembered and move no revision", async () => {
		const { id } = await bench().create("ada", { kind: "note", title: "Seen" });
		const revision = await bench().revision();
		await (await bench().as("ben")).activity.recordView(id);
		expect(await recent("ben", "view")).toEqual([id]);
		expect(await bench().revision()).toBe(revision);
	});

	test("[C10] what may no longer be read is no longer recent", async () => {
		const { id } = await bench().create("ada", { kind: "note", title: "Closing" });
		await (await bench().as("ben")).activity.recordView(id);
		await (await bench().writer("ada")).update({
			id,
			version: 1,
			patch: { visibility: "private" },
			via: "test",
		});
		expect(await recent("ben", "view")).toEqual([]);
	});
}
