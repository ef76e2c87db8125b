import { afterAll, beforeAll, expect, test } from "vitest";
import {
	COLLEAGUE_BOATYARD,
	COLLEAGUE_BOATYARD_FOLLOW_UPS,
	COLLEAGUE_DEMO,
	COLLEAGUE_FILM,
	COLLEAGUE_FILM_FOLLOW_UPS,
	COLLEAGUE_FOLLOW_UPS,
	COLLEAGUE_IN_A_PROJECT,
	COLLEAGUE_PEOPLE,
} from "./colleague-questions.ts";
import { halve, openWorkspaces, type Workspaces } from "./open-workspaces.ts";

let workspaces: Workspaces;
beforeAll(async () => {
	workspaces = await openWorkspaces();
});
afterAll(() => workspaces.close());

/** So many of each half are misread today; more must not be misread tomorrow. */
test.each([
	["demo", COLLEAGUE_DEMO, 0, 1],
	["yard", COLLEAGUE_BOATYARD, 0, 0],
	["film", COLLEAGUE_FILM, 0, 0],
	["demo", COLLEAGUE_FOLLOW_UPS, 0, 1],
	["yard", COLLEAGUE_BOATYARD_FOLLOW_UPS, 0, 0],
	["film", COLLEAGUE_FILM_FOLLOW_UPS, 0, 0],
	["demo", COLLEAGUE_IN_A_PROJECT, 0, 0],
	["demo", COLLEAGUE_PEOPLE, 0, 0],
] as const)(
	"[N10] [N21] [N22] questions as different colleagues write them: %s",
	async (where, questions, most, mostCounted) => {
		const wrong = await workspaces.misread(where, halve(questions, 0));
		const counted = await workspaces.misread(where, halve(questions, 1));
		expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(most);
		expect(counted.length, "of the questions that are only counted").toBeLessThanOrEqual(mostCounted);
	},
);
