import { expect, test } from "vitest";
import { KindRegistry } from "../../graph/model/kinds/kind-registry.ts";
import { type JudgeScope, judgeMatches, type Match } from "./judge-matches.ts";

const scope: JudgeScope = {
	query: "hinge supplier",
	analyse: (text) => text.toLowerCase().split(/\W+/),
	kinds: new KindRegistry(),
	focusId: undefined,
	evidence: { words: 1, together: 1, titled: 0, unknown: 0, hasUnknownName: false, nearness: 0.5, length: 2 },
	standsAlone: true,
	leastNearness: 0.6,
};

const makeMatch = (id: string, score: number, more: Partial<Match> = {}): Match => ({
	...{ id, kind: "note", title: id, score, nearness: 0, holdsWords: true, isReached: false },
	...more,
});

const judge = (matches: readonly Match[], more: Partial<JudgeScope> = {}) => {
	const { judged, weak } = judgeMatches(matches, { ...scope, ...more });
	return { kept: judged.map(({ match }) => match.id), weak: weak.map(({ id }) => id), judged };
};

test("[N11] what is far below the best is left out, and said to be", () => {
	const { kept, weak } = judge([makeMatch("best", 0.95), makeMatch("noise", 0.01)]);
	expect([kept, weak]).toEqual([["best"], ["noise"]]);
});

test("[N11] a task called by the words of the question comes before a text that holds them", () => {
	const { judged } = judge([
		makeMatch("text", 0.95),
		makeMatch("task", 0.9, { kind: "task", title: "Hinge supplier" }),
	]);
	const best = judged.reduce((most, each) => (each.relevance > most.relevance ? each : most));
	expect(best).toMatchObject({ match: { id: "task" }, relevance: 1 });
});

test("[N18] too little evidence leaves everything out, unless the question is about something else that is known", () => {
	const matches = [makeMatch("shares a word", 0.95)];
	const beside = {
		evidence: {
			words: 0.2,
			together: 0.2,
			titled: 0,
			unknown: 0,
			hasUnknownName: false,
			nearness: 0.1,
			length: 4,
		},
	};
	expect(judge(matches, beside)).toMatchObject({ kept: [], weak: ["shares a word"] });
	expect(judge(matches, { ...beside, standsAlone: false }).kept).toHaveLength(1);
	expect(judge([makeMatch("named", 1)], beside).kept).toHaveLength(1);
	expect(
		judge(matches, {
			evidence: {
				words: 0,
				together: 0,
				titled: 0,
				unknown: 0,
				hasUnknownName: false,
				nearness: 0.5,
				length: 4,
			},
		}).kept,
	).toHaveLength(1);
	expect(
		judge(matches, {
			evidence: {
				words: 0.3,
				together: 0.3,
				titled: 0,
				unknown: 0,
				hasUnknownName: false,
				nearness: undefined,
				length: 8,
			},
		}).kept,
	).toHaveLength(1);
});

test("[N18] how sure it is that something answers grows with what is held of the question and with its length", () => {
	const ask = (words: number, nearness: number | undefined, length: number, titled = 0) =>
		judgeMatches([makeMatch("best", 0.95)], {
			...scope,
			evidence: { words, together: words, titled, unknown: 0, hasUnknownName: false, nearness, length },
		}).certainty;
	expect(ask(0.2, 0.1, 4)).toBe("none");
	expect(ask(0.4, 0.3, 4)).toBe("named");
	expect(ask(0.8, 0.5, 5)).toBe("sure");
	expect(ask(0.35, 0.45, 3)).toBe("named");
	expect(ask(0.35, 0.45, 14)).toBe("sure");
	expect(ask(0.1, undefined, 3)).toBe("none");
	expect(ask(0.7, undefined, 4)).toBe("sure");
});

test("[N18] a short question is judged by what it calls things, and by a passage that holds all of it", () => {
	const ask = (words: number, titled: number) =>
		judgeMatches([makeMatch("best", 0.95)], {
			...scope,
			evidence: {
				words,
				together: words,
				titled,
				unknown: 0,
				hasUnknownName: false,
				nearness: 0.25,
				length: 2,
			},
		}).certainty;
	expect([ask(0.7, 0), ask(0.7, 0.7), ask(0.9, 0.9)]).toEqual(["named", "unsure", "sure"]);
	expect(ask(1, 0)).toBe("sure");
});

test("[N25] a question that names something nobody here speaks of gets names where it is not sure of an answer", () => {
	const ask = (hasUnknownName: boolean, words: number) =>
		judgeMatches([makeMatch("best", 0.95)], {
			...scope,
			evidence: { ...scope.evidence, words, together: words, hasUnknownName, nearness: 0.3, length: 6 },
		}).certainty;
	expect([ask(false, 0.6), ask(true, 0.6)]).toEqual(["unsure", "named"]);
	expect(ask(true, 0.95)).toBe("sure");
	// A title that shares one rare word makes nobody sure of a name that is nowhere here.
	const share = { words: 0.3, together: 0.3, titled: 0.3, unknown: 0, nearness: 0.6, length: 3 };
	const notary = (hasUnknownName: boolean, length = share.length) =>
		judgeMatches([makeMatch("best", 0.95)], {
			...scope,
			evidence: { ...scope.evidence, ...share, length, hasUnknownName },
		}).certainty;
	expect([notary(false), notary(true)]).toEqual(["sure", "named"]);
	// A long question asks about more than that name.
	expect(notary(true, 9)).toBe("sure");
});
