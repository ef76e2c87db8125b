import { expect, test } from "vitest";
import type { Workbench } from "../../support/workbench.ts";

export function describeBlocks(bench: () => Workbench): void {
	const blocksOf = async (id: string) => {
		const { reader } = await bench().as("ada");
		const { body } = await reader.rows.get(id);
		return (await reader.rows.blocks(id)).map((block) => ({
			...block,
			text: body.slice(block.start_offset, block.end_offset),
		}));
	};

	test("[B3] a body is stored as blocks, each under its heading", async () => {
		const { id } = await bench().create("ada", {
			kind: "note",
			title: "N",
			body: "# Plan\n\nFirst.\n\n- [x] done\n",
		});
		const blocks = await blocksOf(id);
		expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
			["heading", "# Plan"],
			["paragraph", "First."],
			["todo", "- [x] done"],
		]);
		expect(blocks.map((block) => block.parent_id)).toEqual([null, blocks[0]?.id, blocks[0]?.id]);
		expect(blocks[2]?.checked).toBe(true);
	});

	test("[B3] block ids survive edits of other blocks, and an undo brings back those it cut", async () => {
		const writer = await bench().writer("ada");
		const { id } = await bench().create("ada", {
			kind: "document",
			title: "D",
			body: "One.\n\nTwo.\n\nThree.",
		});
		const before = (await blocksOf(id)).map((block) => block.id);
		const { change_id: change } = await writer.commit(
			[{ op: "update", id, version: 1, patch: { body: "Zero.\n\nOne.\n\nThree, edited a little." } }],
			"test",
		);
		const after = (await blocksOf(id)).map((block) => block.id);
		expect(after[1]).toBe(before[0]);
		expect(before).not.toContain(after[0]);
		await writer.undo(change ?? "", "test");
		expect((await blocksOf(id)).map((block) => block.id)).toEqual(before);
	});

	test("[B3] blocks are read with the rights of their entity", async () => {
		const { id } = await bench().create("ada", {
			kind: "note",
			title: "N",
			body: "Mine.",
			visibility: "private",
		});
		const { reader } = await bench().as("ben");
		await expect(reader.rows.blocks(id)).rejects.toMatchObject({ code: "not_found" });
	});
}
