import { describe, expect, test } from "vitest";
import { fc } from "../../../test/support/drawn.ts";
import { measureCpu } from "../../../test/support/measure-cpu.ts";
import { newId } from "./ids.ts";
import { type KnownBlock, matchBlocks } from "./match-blocks.ts";
import { splitBlocks, splitInSteps } from "./split-blocks.ts";

const BODY = `Intro

# Plan

First paragraph.

- one
  - nested
- [ ] open
- [x] done

## Details

> quoted
> twice

| a | b |
|---|---|
| 1 | 2 |

![[Drawing.png]]

![shot](a.png)

---

\`\`\`ts
code
\`\`\`

# End

Last.
`;

const textsOf = (body: string): string[] => splitBlocks(body).map(({ start, end }) => body.slice(start, end));

describe("splitBlocks", () => {
	test("[B1] names every block and hangs it under its heading or list item", () => {
		const blocks = splitBlocks(BODY);
		const shown = blocks.map(({ kind, parent, checked }, index) => {
			const under = parent === null ? "" : ` < ${textsOf(BODY)[parent]}`;
			return `${kind}${checked === null ? "" : checked ? " done" : " open"}: ${textsOf(BODY)[index]?.split("\n")[0]}${under}`;
		});
		expect(shown).toEqual([
			"paragraph: Intro",
			"heading: # Plan",
			"paragraph: First paragraph. < # Plan",
			"list_item: - one < # Plan",
			"list_item: - nested < - one",
			"todo open: - [ ] open < # Plan",
			"todo done: - [x] done < # Plan",
			"heading: ## Details < # Plan",
			"quote: > quoted < ## Details",
			"table: | a | b | < ## Details",
			"embed: ![[Drawing.png]] < ## Details",
			"image: ![shot](a.png) < ## Details",
			"divider: --- < ## Details",
			"code: ```ts < ## Details",
			"heading: # End",
			"paragraph: Last. < # End",
		]);
	});

	test("[B1] blocks lie in the text in order and never overlap, whatever the text", () => {
		const line = fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 12 }),
			fc.constantFrom(
				"# h",
				"## h",
				"- a",
				"  - b",
				"1. x",
				"> q",
				"```",
				"| a |",
				"|---|",
				"---",
				"",
				"    code",
				"- [ ] t",
				"<div>",
			),
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
				const body = lines.join("\n");
				const blocks = splitBlocks(body);
				for (const [index, block] of blocks.entries()) {
					expect(block.start).toBeGreaterThanOrEqual(blocks[index - 1]?.end ?? 0);
					expect(block.end).toBeLessThanOrEqual(body.length);
					expect(block.parent ?? -1).toBeLessThan(index);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});

const identify = (body: string, known: readonly KnownBlock[] = []): KnownBlock[] => {
	const blocks = splitBlocks(body).map((block) => ({ ...block, text: body.slice(block.start, block.end) }));
	const ids = matchBlocks(known, blocks);
	return blocks.map((block, index) => ({ ...block, id: ids[index] ?? newId() }));
};

describe("hostile bodies", () => {
	test("[B1] lists nested a thousand deep are split in bounded time", () => {
		const body = Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(2 * depth)}- x`).join("\n");
		expect(measureCpu(() => splitBlocks(body))).toBeLessThan(6_000);
	});

	test.each([
		"[[a]] ",
		"[",
		"![",
		"`",
		"*",
		"<",
		"- [ ] ",
		"> ",
		"- ",
		"1. ",
		"  - x\n",
		"# a\n",
		"a\n\n",
		"| a ",
		"\n",
	])("[B1] a megabyte of %j is split in bounded time", (piece) => {
		const body = piece.repeat(Math.ceil(1_000_000 / piece.length));
		expect(measureCpu(() => splitBlocks(body))).toBeLessThan(6_000);
	});

	test("[B1] a list of more items than there may be blocks is whole: the items left over are one block", () => {
		const body = "- a\n".repeat(30_000);
		const blocks = splitBlocks(body);
		expect(blocks).toHaveLength(20_001);
		expect(blocks.at(-1)).toMatchObject({ kind: "paragraph", start: 20_000 * 4, end: body.length });
	});

	test("[B1] only so many lines are parsed, and the lines after them are one block", () => {
		const body = "> \n".repeat(200_000);
		expect(splitBlocks(body)).toMatchObject([
			{ kind: "quote", start: 0 },
			{ kind: "paragraph", start: 50_000 * 3, end: body.length },
		]);
		expect(splitBlocks(`a${"\n".repeat(60_000)}`)).toHaveLength(1);
		let steps = 0;
		for (const _ of splitInSteps("- a\n".repeat(1_000_000))) steps += 1;
		expect(steps).toBeLessThan(120_000);
	});
});

describe("matchBlocks", () => {
	test("[B2] an edit of one block leaves the ids of all others", () => {
		const paragraphs = fc.array(fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){2,6}$/), {
			minLength: 2,
			maxLength: 15,
		});
		fc.assert(
			fc.property(paragraphs, fc.nat(), fc.string({ maxLength: 10 }), (texts, which, added) => {
				const edited = which % texts.length;
				const before = identify(texts.join("\n\n"));
				const word = added.replace(/[^a-z]/g, "") || "more";
				const after = identify(
					texts.map((text, index) => (index === edited ? `${text} ${word}` : text)).join("\n\n"),
					before,
				);
				expect(after.map((block) => block.id)).toEqual(before.map((block) => block.id));
			}),
		);
	});

	test("[B2] a block keeps its id when others come and go around it, or when it moves", () => {
		const before = identify("alpha one\n\nbeta two\n\ngamma three");
		const [alpha, beta, gamma] = before.map((block) => block.id);
		const inserted = identify("new words here\n\nalpha one\n\nbeta two\n\ngamma three", before).map(
			(block) => block.id,
		);
		expect(inserted.slice(1)).toEqual([alpha, beta, gamma]);
		expect(before.map((block) => block.id)).not.toContain(inserted[0]);
		expect(identify("gamma three\n\nalpha one", before).map((block) => block.id)).toEqual([gamma, alpha]);
	});

	test("[B2] no id is given twice", () => {
		const before = identify("same\n\nsame\n\nsame");
		const after = identify("same\n\nother\n\nsame\n\nsame\n\nsame", before).map((block) => block.id);
		expect(new Set(after).size).toBe(5);
	});

	test("[B2] text that was cut out and comes back gets its id back", () => {
		const before = identify("alpha one\n\nbeta two");
		const cut = identify("alpha one", before);
		const gone = before.filter((block) => !cut.some((kept) => kept.id === block.id));
		const fresh = splitBlocks("alpha one\n\nbeta two").map((block) => ({ ...block, text: "" }));
		expect(matchBlocks(cut, fresh, gone)).toEqual(before.map((block) => block.id));
	});
});
