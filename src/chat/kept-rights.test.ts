import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/support/open-test-database.ts";
import { Workbench } from "../../test/support/workbench.ts";
import { KeptRights } from "./kept-rights.ts";

let bench: Workbench;
beforeAll(async () => {
	bench = await Workbench.create(await openTestDatabase());
});
afterAll(() => bench?.db.close());

const watch = async (): Promise<KeptRights> => {
	const { access } = (await bench.as("ben")).reader;
	return new KeptRights({ graph: bench.graph, access, shown: [], contexts: [] });
};

test("[A4] a right that goes while a tool is reading is missed once its result is shown", async () => {
	const { id, version } = await bench.create("ada", { kind: "note", title: "Read by a tool" });
	const rights = await watch();
	// The tool has read the note. Before its result arrives, the note is closed and a check runs for another reason.
	await bench.commit("ada", { op: "update", id, version, patch: { visibility: "private" } });
	await rights.check();
	rights.add([id]);
	await expect(rights.check()).rejects.toMatchObject({ code: "rights_changed" });
	expect(await rights.areKept()).toBe(false);
});

test("[A4] what may still be read is kept, whatever else changes", async () => {
	const { id } = await bench.create("ada", { kind: "note", title: "Open" });
	const rights = await watch();
	await bench.create("ada", { kind: "note", title: "Private", visibility: "private" });
	await rights.check();
	rights.add([id]);
	await rights.check();
	expect(await rights.areKept()).toBe(true);
});
