import { expect, test } from "vitest";
import type { Entity } from "../../graph/model/entity.ts";
import type { RankedItem, Unit } from "../model/candidate.ts";
import { chooseEnough, type EnoughScope } from "./choose-enough.ts";

const SECTION = (name: string): string =>
	`## ${name}\n\n${`${name} says something about the hinge. `.repeat(24)}\n\n`;
const makeEntity = (id: string, sections: number): Entity =>
	({
		...{ id, title: id, state_key: null, description: "", props: {}, aliases: [] },
		body: Array.from({ length: sections }, (_, place) => SECTION(`${id}-${place}`)).join(""),
	}) as unknown as Entity;

/** A long text whose passages all fit equally well, but for their order. */
const makeItem = (id: string, passages: number, relevance: number): RankedItem =>
	({
		candidate: {
			...{ subject: { id }, collector: "search", section: "semantic", group: "matches", position: 0 },
			...{ relevance, fit: relevance, path: [], reason: "", words: [] },
			presentation: {
				as: "entity",
				passages: Array.from({ length: passages }, (_, ordinal) => ({
					...{ ordinal, score: 1 - ordinal / 1_000, held: [] },
				})),
			},
		},
		...{ score: relevance, scores: {} },
	}) as unknown as RankedItem;

const LONG = [makeEntity("plan", 60), makeEntity("changelog", 60)];
const scope: EnoughScope = {
	question: { words: [], certainty: "sure", standsAlone: false },
	entities: new Map(LONG.map((entity) => [entity.id, entity])),
	neighboursOf: () => new Set(),
	...{ hasFocus: false, asksWhy: false, isAboutFocus: false, showAll: false, isAsked: true },
};
const ITEMS = [makeItem("plan", 40, 1), makeItem("changelog", 40, 0.99)];

const listUnits = (more: Partial<EnoughScope> = {}): readonly (readonly Unit[])[] =>
	chooseEnough(ITEMS, { ...scope, ...more }).map(({ units = [] }) => units);

test("[N15] the first six passages come whole, those behind them in part, and none behind thirty", () => {
	const units = listUnits().flat();
	const shown = units.filter(({ isShown }) => isShown);
	expect(shown.length).toBe(30);
	expect(shown.filter(({ isInPart }) => !isInPart).map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("[N15] of a text that is not the best, four passages come before the rest of it", () => {
	const [best = [], other = []] = listUnits();
	expect(other.filter(({ isShown }) => isShown)).toHaveLength(4);
	expect(best.filter(({ isShown }) => isShown)).toHaveLength(26);
});

test("[N15] with all the room every passage is shown, and whole", () => {
	const units = listUnits({ showAll: true }).flat();
	expect(units).toHaveLength(80);
	expect(units.every(({ isShown, isInPart }) => isShown && !isInPart)).toBe(true);
});

test("[N25] ten short texts are shown where no edge says what belongs together, else those that probably answer", () => {
	const titles = Array.from({ length: 20 }, (_, place) => `note ${place}`);
	const entities = new Map(titles.map((id) => [id, makeEntity(id, 1)]));
	const items = titles.map((id, place) => makeItem(id, 1, place === 0 ? 1 : 0.03));
	const countShown = (neighbours: readonly string[]): number =>
		chooseEnough(items, { ...scope, entities, neighboursOf: () => new Set(neighbours) })
			.flatMap(({ units = [] }) => units)
			.filter(({ isShown }) => isShown).length;
	expect(countShown([])).toBe(10);
	expect(countShown(["another"])).toBeLessThan(10);
});
