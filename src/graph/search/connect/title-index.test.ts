import { expect, test } from "vitest";
import { Connections } from "./connections.ts";
import { chooseMentions, type TitleEntry } from "./title-index.ts";

function mentionsIn(
	titles: readonly string[],
	text: string,
	isVisible: (bearer: number) => boolean = () => true,
): readonly string[] {
	const connections = new Connections();
	for (const [bearer, title] of titles.entries()) connections.put(bearer, { names: [title], text: title });
	connections.put(titles.length, { names: [], text });
	const counts = ({ bearers }: TitleEntry): boolean => [...bearers].some(isVisible);
	return chooseMentions(connections.matchesOf(titles.length), counts).map(({ words }) =>
		connections.phrase(words),
	);
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

test("[S10] a name that comes or goes is found or forgotten in texts that were there before", () => {
	const connections = new Connections();
	connections.put(0, { names: [], text: "We asked Lindqvist Marine for samples" });
	const names = (): number => connections.matchesOf(0).length;
	expect(names()).toBe(0);
	connections.put(1, { names: ["Lindqvist Marine"], text: "" });
	expect(names()).toBe(1);
	connections.put(2, { names: ["Lindqvist Marine"], text: "a second version" });
	connections.forget(1);
	expect(names()).toBe(1);
	connections.forget(2);
	expect(names()).toBe(0);
});
