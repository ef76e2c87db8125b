import { expect, test } from "vitest";
import type { Candidate } from "../model/candidate.ts";
import { complementMatches } from "./complement-matches.ts";

const makeMatch = (id: string, relevance: number, words?: readonly string[]): Candidate => ({
	subject: {
		...{ id, ref: id, kind: "note", title: id, state_key: null, version: 1, owner_id: "o" },
		...{ created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" },
	},
	...{ collector: "search", section: "semantic", group: "matches", position: 0 },
	...{ relevance, path: [], reason: "" },
	...(words && { words }),
});

const orderOf = (candidates: readonly Candidate[]): string[] =>
	[...candidates].sort((a, b) => b.relevance - a.relevance).map(({ subject }) => subject.id);

const noText = (): string => "";

test("what says the other half of a question comes before what repeats the first", () => {
	const matches = [
		makeMatch("bridge", 1, ["bridge", "closed"]),
		makeMatch("again", 0.6, ["bridge", "closed"]),
		makeMatch("storm", 0.5, ["storm"]),
		makeMatch("beside", 0.1, []),
	];
	expect(orderOf(matches)).toEqual(["bridge", "again", "storm", "beside"]);
	const complemented = complementMatches(matches, noText);
	expect(orderOf(complemented)).toEqual(["bridge", "storm", "again", "beside"]);
	for (const { relevance } of complemented) expect(relevance >= 0 && relevance <= 1).toBe(true);
});

test("a rare name that a text shares with the best brings it forward, a name of the question does not", () => {
	const texts: Readonly<Record<string, string>> = {
		best: "The journal is published by Lindqvist in Varga.",
		other: "Something about Varga.",
		bridging: "Lindqvist was founded in a barn.",
		last: "Nothing at all.",
	};
	const matches = [
		makeMatch("best", 1, ["Varga"]),
		makeMatch("other", 0.5, []),
		makeMatch("bridging", 0.45, []),
		makeMatch("last", 0.1, []),
	];
	expect(orderOf(complementMatches(matches, (id) => texts[id] ?? ""))).toEqual([
		"best",
		"bridging",
		"other",
		"last",
	]);
});

test("what was not found by searching keeps its relevance", () => {
	const focus = makeMatch("focus", 0.9);
	const matches = ["a", "b", "c"].map((id, index) => makeMatch(id, 1 - index / 10, [id]));
	expect(complementMatches([focus, ...matches], noText)[0]).toBe(focus);
});
