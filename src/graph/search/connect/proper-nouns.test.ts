import { expect, test } from "vitest";
import { Connections } from "./connections.ts";
import { wordAt } from "./encode-words.ts";

function nounsIn(text: string): readonly string[] {
	const connections = new Connections();
	connections.put(0, { names: [], text });
	const words = connections.textOf(0);
	return connections
		.nounsOf(0)
		.map(({ start, length }) =>
			connections.phrase(Array.from({ length }, (_, index) => wordAt(words, start + index))),
		)
		.sort();
}

test("[S11] runs of capitalised words and their parts are proper nouns", () => {
	expect(nounsIn("she met Vittorio Emanuele Orlando there")).toEqual([
		"emanuele",
		"emanuele orlando",
		"orlando",
		"vittorio",
		"vittorio emanuele",
		"vittorio emanuele orlando",
	]);
});

test("[S11] a full stop ends a name, a number follows one, a stop word neither begins nor ends one", () => {
	expect(nounsIn("in Bern. Anna left")).toEqual(["anna", "bern"]);
	expect(nounsIn("the Heron 2 gauge")).toEqual(["heron", "heron 2"]);
	expect(nounsIn("The House")).toEqual(["house"]);
	expect(nounsIn("nothing here 42")).toEqual([]);
});

test("[S11] a phrase leads to every document that holds it, and only to those", () => {
	const connections = new Connections();
	const texts = ["Varga Stampings wrote", "we called Varga Stampings", "Varga alone"];
	for (const [document, text] of texts.entries()) connections.put(document, { names: [], text });
	const phrase = connections.nounsOf(0).find(({ length }) => length === 2);
	expect(connections.nouns.documentsOf(phrase?.key ?? 0)).toEqual([0, 1]);
});
