import { expect, test } from "vitest";
import { joinNotes, makeNote, viewNotes } from "../../../../test/support/resident-notes.ts";

const spindle = makeNote("Spindle", "Spindle is a tool of the Spindle works.");
const loom = makeNote("Loom", "A frame for cloth.");
const works = makeNote("Works diary", "The Spindle works closed for a week.");
const tides = makeNote("Tide tables", "How high the water stands, hour by hour.");
const view = viewNotes([spindle, loom, works, tides], [joinNotes(spindle, "relates_to", loom)]);
const askElsewhere = (query: string): readonly string[] =>
	view.search({ query, focus: spindle.id, exclude: [spindle.id] }).hits.map(({ node }) => node.title);
const ask = (query: string): readonly string[] =>
	view.search({ query, focus: spindle.id, kinds: ["note"] }).hits.map(({ node }) => node.title);

test("[S26] a question that names what it is asked from is about the rest of what it says", () => {
	const found = ask("Spindle stood in water at high tide").filter((title) => title !== "Spindle");
	expect(found[0]).toBe("Tide tables");
	expect(askElsewhere("Spindle stood in water at high tide")[0]).toBe("Tide tables");
});

test("[S26] and when it says nothing else, about what stands around it", () => {
	expect(ask("Spindle")).toContain("Loom");
	expect(ask("Spindle")[0]).toBe("Spindle");
});
