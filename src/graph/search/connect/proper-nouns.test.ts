import { expect, test } from "vitest";
import { WordTable } from "../tables/word-table.ts";
import { encodeWords, wordAt } from "../words/encode-words.ts";
import { Connections } from "./connections.ts";

function connect(texts: readonly string[]): Connections {
	const words = new WordTable();
	const connections = new Connections(words);
	for (const text of texts) connections.add(encodeWords(text, words.interning), []);
	return connections;
}

function nounsIn(text: string): readonly string[] {
	const connections = connect([text]);
	const words = connections.textOf(0);
	return connections
		.nounsIn(words)
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
	const connections = connect(["Varga Stampings wrote", "we called Varga Stampings", "Varga alone"]);
	const [phrase] = connections.nouns.nounsOf(0).filter((noun) => noun >= 0);
	expect(connections.nouns.documents.runs(phrase ?? -1).flatMap((run) => [...run])).toEqual([0, 1]);
});
