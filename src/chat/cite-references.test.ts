import { expect, test } from "vitest";
import { fc } from "../../test/support/drawn.ts";
import { CitationReader, restoreReferences } from "./cite-references.ts";

const items = [
	{ id: "1", ref: "k3v9x2ma", title: "Hinge" },
	{ id: "2", ref: "00000000", title: "Lid" },
];

const read = (chunks: readonly string[]) => {
	const reader = new CitationReader(items);
	const text = chunks.map((chunk) => reader.push(chunk)).join("") + reader.flush();
	return { text, citations: reader.citations.map(({ n, id }) => [n, id]) };
};

test("ids become numbers in the order they are cited", () => {
	expect(read(["The lid [00000000] waits for the hinge [k3v9x2ma], see [id:00000000]."])).toEqual({
		text: "The lid [1] waits for the hinge [2], see [1].",
		citations: [
			[1, "2"],
			[2, "1"],
		],
	});
});

test("an id that was not in the context is no citation", () => {
	expect(read(["see [zzzzzzzz]"])).toEqual({ text: "see [zzzzzzzz]", citations: [] });
});

test("however the text is cut, the outcome is the same and nothing is lost", () => {
	const piece = fc.constantFrom(
		"[k3v9x2ma]",
		"[id:00000000]",
		"[",
		"]",
		"[[note]]",
		"[k3v9",
		"a ",
		"[x](y)",
		"[1]",
	);
	fc.assert(
		fc.property(
			fc.array(piece, { maxLength: 8 }),
			fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
			(pieces, cuts) => {
				const whole = pieces.join("");
				const places = [0, ...cuts.filter((cut) => cut <= whole.length).sort((a, b) => a - b), whole.length];
				const chunks = places.slice(1).map((place, index) => whole.slice(places[index], place));
				expect(read(chunks)).toEqual(read([whole]));
			},
		),
	);
});

test("a citation is told once, as soon as it is used", () => {
	const reader = new CitationReader(items);
	reader.push("The lid [0000");
	expect(reader.takeNew()).toEqual([]);
	reader.push("0000] and again [00000000].");
	expect(reader.takeNew().map(({ n, title }) => [n, title])).toEqual([[1, "Lid"]]);
	reader.push("The hinge [k3v9x2ma], the lid [00000000].");
	expect(reader.takeNew().map(({ n, title }) => [n, title])).toEqual([[2, "Hinge"]]);
	expect(reader.takeNew()).toEqual([]);
});

test("an earlier answer is shown to the model with its ids, and with what were no citations as they are", () => {
	const text = "The lid [1] waits [2], see row [3] and list[0].";
	const citations = [
		{ n: 1, ref: "00000000" },
		{ n: 2, ref: "k3v9x2ma" },
	];
	expect(restoreReferences(text, citations)).toBe(
		"The lid [00000000] waits [k3v9x2ma], see row [3] and list[0].",
	);
});
