import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { makeNote, viewNotes } from "../../../../test/support/resident-notes.ts";

const WORDS = ["amber", "lantern", "quartz", "harbour", "meadow", "saddle"];

test("[S24] scores fall from the first hit to the last, and a limit cuts the same list", () => {
	const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 });
	fc.assert(
		fc.property(
			fc.array(text, { minLength: 1, maxLength: 30 }),
			text,
			fc.integer({ min: 1, max: 12 }),
			(texts, asked, limit) => {
				const view = viewNotes(texts.map((words, index) => makeNote(`Note ${index}`, words.join(" "))));
				const { hits } = view.search({ query: asked.join(" ") });
				const scores = hits.map(({ score }) => score);
				expect(scores).toEqual([...scores].sort((a, b) => b - a));
				const cut = view.search({ query: asked.join(" "), limit }).hits;
				expect(cut.map(({ node }) => node.id)).toEqual(hits.slice(0, limit).map(({ node }) => node.id));
			},
		),
	);
});
