import { expect, test } from "vitest";
import { readEntityText, type TextSource } from "./entity-text.ts";

const source = (given: Partial<TextSource>): TextSource => ({
	...{ title: "Tuning", state_key: null, description: "", body: "", props: {} },
	...given,
});
const passagesOf = (given: Partial<TextSource>): readonly string[] => {
	const { text, passages } = readEntityText(source(given));
	return passages.map(({ start, end }) => text.slice(start, end));
};
const LONG = "The gauge was read at noon. ".repeat(80);

test("[S30] fields are read as text, each once, without what the title or the text says", () => {
	const props = {
		owner: "0190c0de-0000-7000-8000-000000000000",
		source: { path: "a.md" },
		frontmatter: {
			title: "Tuning",
			status: "in review",
			approvers: ["@ada", "Ben"],
			milestone: { alpha: "v1.28" },
			version: "0.9",
		},
	};
	expect(passagesOf({ props, body: `version:: 0.9\n\n${LONG}` })[0]).toBe(
		'status: in review\napprovers:\n- "@ada"\n- Ben\nmilestone:\n  alpha: v1.28\n',
	);
});

test("[S30] fields and a short text are one passage, and without any text the title is one", () => {
	expect(passagesOf({ props: { colour: "red" }, body: "A barn." })).toEqual(["colour: red\n\nA barn."]);
	expect(passagesOf({})).toEqual([""]);
});

test("[S30] the passages of a text are where they are said to be, behind fields of any length", () => {
	const props = Object.fromEntries(
		Array.from({ length: 60 }, (_, index) => [`field ${index}`, "a value of some length"]),
	);
	const passages = passagesOf({ props, description: "In short.", body: LONG });
	expect(passages.filter((passage) => passage.startsWith("field"))).not.toHaveLength(1);
	const text = passages.filter((passage) => !passage.startsWith("field")).join(" ");
	expect(text.replace(/\s+/g, " ").trim()).toBe(`In short. ${LONG.trim()}`);
});
