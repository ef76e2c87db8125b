import { existsSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { AccessSet } from "../../model/access.ts";
import { Uploads } from "./uploads.ts";

const uploads = new Uploads();
afterEach(async () => {
	vi.useRealTimers();
	await uploads.close();
});

const ada = { accountId: "ada", workspaceId: "dam", mayWrite: true } as AccessSet;

const send = async (name: string, access = ada): Promise<string> =>
	(await uploads.add(access, name, new Blob([name]).stream())).id;

const sendMany = async (): Promise<void> => {
	for (const name of ["a.md", "b.md", "c.md", "d.md"]) await send(name);
};

describe("[T11] an upload that an import holds", () => {
	const removals: readonly (readonly [string, (id: string) => Promise<void>])[] = [
		["newer uploads", sendMany],
		["its sender", (id) => uploads.remove(ada, id)],
		["its hour", async () => void (await vi.advanceTimersByTimeAsync(3_600_000))],
	];
	test.each(removals)(
		"stays on the disk when %s would remove it, until the last import ends",
		async (_, remove) => {
			vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
			const id = await send("held.md");
			const { path, hold } = uploads.find(ada, id);
			const [first, second] = [hold(), hold()];
			await remove(id);
			await first();
			expect(existsSync(path)).toBe(true);
			expect(() => uploads.find(ada, id)).toThrow(expect.objectContaining({ code: "not_found" }));
			await second();
			expect(existsSync(path)).toBe(false);
		},
	);

	test("is there for another import afterwards, where nothing has removed it", async () => {
		const id = await send("kept.md");
		const { path, hold } = uploads.find(ada, id);
		await hold()();
		expect(existsSync(path)).toBe(true);
		expect(uploads.find(ada, id).path).toBe(path);
	});
});

test("[T11] of one person, the newest uploads of all workspaces together are kept", async () => {
	const { path } = uploads.find(ada, await send("oldest.md"));
	for (let index = 0; index < 4; index += 1)
		await send("newer.md", { ...ada, workspaceId: `other ${index}` });
	expect(existsSync(path)).toBe(false);
});
