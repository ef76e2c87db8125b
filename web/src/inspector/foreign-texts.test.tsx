import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ForeignTextsView } from "./foreign-texts.tsx";

test("[A6] the inspector names every text in the prompt that the reader did not write, by its source", () => {
	const foreign = [
		{ source: "context", name: "Plan by Ben", id: "1" },
		{ source: "attachment", name: "orders.txt" },
		{ source: "tool", name: "get_entity_details" },
	] as const;
	const shown = renderToStaticMarkup(<ForeignTextsView tainted={true} foreign={foreign} />);
	expect(shown).toContain("so changes are asked for");
	for (const { name } of foreign) expect(shown).toContain(name);
	expect(shown.match(/<li/g)).toHaveLength(3);
});

test("[A6] of a prompt without foreign text it says so, and of a draft nothing", () => {
	const show = (tainted: boolean | undefined): string =>
		renderToStaticMarkup(<ForeignTextsView tainted={tainted} foreign={[]} />);
	expect(show(false)).toContain("written or confirmed by you");
	expect(show(undefined)).toBe("");
});
