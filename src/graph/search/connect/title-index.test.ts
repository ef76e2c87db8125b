import { expect, test } from "vitest";
import { PassagePostings } from "../score/passage-postings.ts";
import { WordTable } from "../tables/word-table.ts";
import { Connections } from "./connections.ts";
import { chooseMentions } from "./title-index.ts";
import { Vocabulary } from "./vocabulary.ts";

interface Named {
	readonly names: readonly string[];
	readonly text: string;
}

/** Documents and their words, added in as many steps as there are lists. */
function connect(...steps: readonly (readonly Named[])[]): Connections {
	const vocabulary = new Vocabulary(new WordTable());
	const connections = new Connections(vocabulary.words);
	const postings = new PassagePostings(vocabulary.words);
	for (const step of steps) {
		for (const { names, text } of step) {
			const words = vocabulary.encode(text);
			postings.begin();
			postings.add(vocabulary.analyse(words));
			connections.add(
				words,
				names.map((name) => ({ name, words: vocabulary.encode(name) })),
			);
		}
		connections.match(postings, () => true);
	}
	return connections;
}

function mentionsIn(
	titles: readonly string[],
	text: string,
	isVisible: (bearer: number) => boolean = () => true,
): readonly string[] {
	const documents = titles.map((title) => ({ names: [title], text: title }));
	const connections = connect([...documents, { names: [], text }]);
	const { titles: index } = connections;
	const lengthOf = (entry: number): number => index.wordsOf(entry).length;
	return chooseMentions(connections.matchesOf(titles.length), lengthOf, (entry) =>
		index.bearers.some(entry, isVisible),
	).map((entry) => connections.phrase(index.wordsOf(entry)));
}

test("[S10] the longest name at a place is meant", () => {
	expect(mentionsIn(["New York", "York", "New York Times"], "He read the New York Times in York.")).toEqual([
		"new york times",
		"york",
	]);
});

test("[S10] a name hidden from a reader gives way to the shorter one they know", () => {
	const titles = ["Project Heron", "Project Heron launch"];
	const text = "Notes on the project heron launch";
	expect(mentionsIn(titles, text)).toEqual(["project heron launch"]);
	expect(mentionsIn(titles, text, (bearer) => bearer === 0)).toEqual(["project heron"]);
});

test("[S10] parentheses are not part of a name, accents and case do not matter, short and empty words name nothing", () => {
	expect(mentionsIn(["Lilu (mythology)"], "The LILU came at night")).toEqual(["lilu"]);
	expect(mentionsIn(["Alû"], "about alu")).toEqual([]);
	expect(mentionsIn(["Aschenbrödel"], "ASCHENBRODEL is a ballet")).toEqual(["aschenbrodel"]);
	expect(mentionsIn(["The who", "of"], "of the who")).toEqual([]);
});

test("[S10] a name that comes later is found in texts that were there before", () => {
	const text = { names: [], text: "We asked Lindqvist Marine for samples" };
	const name = { names: ["Lindqvist Marine"], text: "" };
	expect(connect([text]).matchesOf(0)).toHaveLength(0);
	const later = connect([text], [name], [name]);
	expect(later.matchesOf(0)).toHaveLength(2);
	expect([...later.matchesOf(0)]).toEqual([...connect([text, name, name]).matchesOf(0)]);
	expect(later.holders.runs(0).flatMap((run) => [...run])).toEqual([0]);
});
