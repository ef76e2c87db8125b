import { afterAll, beforeAll, expect, test } from "vitest";
import {
	EVERYDAY_BOATYARD,
	EVERYDAY_BOATYARD_FOLLOW_UPS,
	EVERYDAY_DEMO,
	EVERYDAY_FILM,
	EVERYDAY_FILM_FOLLOW_UPS,
	EVERYDAY_FOLLOW_UPS,
	EVERYDAY_IN_A_PROJECT,
} from "./everyday-questions.ts";
import { halve, openWorkspaces, type Workspaces } from "./open-workspaces.ts";

let workspaces: Workspaces;
beforeAll(async () => {
	workspaces = await openWorkspaces();
});
afterAll(() => workspaces.close());

/** So many of each half are misread today; more must not be misread tomorrow. */
test.each([
	["demo", EVERYDAY_DEMO, 0, 0],
	["yard", EVERYDAY_BOATYARD, 0, 0],
	["film", EVERYDAY_FILM, 0, 0],
	["demo", EVERYDAY_FOLLOW_UPS, 0, 0],
	["yard", EVERYDAY_BOATYARD_FOLLOW_UPS, 0, 0],
	["film", EVERYDAY_FILM_FOLLOW_UPS, 0, 0],
	["demo", EVERYDAY_IN_A_PROJECT, 0, 0],
] as const)(
	"[N10] [N21] [N22] questions as they are typed into a tool for projects: %s",
	async (where, questions, most, mostCounted) => {
		const wrong = await workspaces.misread(where, halve(questions, 0));
		expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(most);
		const counted = await workspaces.misread(where, halve(questions, 1));
		expect(counted.length, "of the questions that are only counted").toBeLessThanOrEqual(mostCounted);
	},
);
