import { afterAll, beforeAll, expect, test } from "vitest";
import { halve, openWorkspaces, type Workspaces } from "./open-workspaces.ts";
import { VARIED_FOLLOW_UPS } from "./varied-follow-ups.ts";
import { FURTHER_BOATYARD, FURTHER_DEMO, FURTHER_FILM, FURTHER_FOLLOW_UPS } from "./varied-further.ts";
import { LATER_BOATYARD, LATER_DEMO, LATER_FILM, LATER_FOLLOW_UPS } from "./varied-later.ts";
import { VARIED_BOATYARD, VARIED_FILM } from "./varied-own-kinds.ts";
import { VARIED_IN_A_PROJECT, VARIED_RELATIONS, VARIED_RULES, VARIED_SHOWN } from "./varied-questions.ts";

let workspaces: Workspaces;
beforeAll(async () => {
	workspaces = await openWorkspaces();
});
afterAll(() => workspaces.close());

/*
 * The first, third, fifth … question of each list was looked at. The second, fourth … were only counted, 107 of 158 and then 123, until the
 * last figures had been taken, and then looked at, too.
 */

/** So many of each half are misread today; more must not be misread tomorrow. */
test.each([
	["relations", "demo", VARIED_RELATIONS, 0, 1],
	["rules", "demo", VARIED_RULES, 0, 0],
	["things to be shown", "demo", VARIED_SHOWN, 0, 1],
	["in a project", "demo", VARIED_IN_A_PROJECT, 0, 1],
	["follow-ups", "demo", VARIED_FOLLOW_UPS, 0, 0],
	["a boatyard", "yard", VARIED_BOATYARD, 0, 1],
	["a film", "film", VARIED_FILM, 0, 2],
] as const)(
	"[N10] [N21] [N22] questions in whatever words: %s",
	async (_, where, questions, most, mostCounted) => {
		const wrong = await workspaces.misread(where, halve(questions, 0));
		expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(most);
		const counted = await workspaces.misread(where, halve(questions, 1));
		expect(counted.length, "of the questions that are only counted").toBeLessThanOrEqual(mostCounted);
	},
);

test.each([
	["demo", FURTHER_DEMO, 0],
	["demo", FURTHER_FOLLOW_UPS, 0],
	["yard", FURTHER_BOATYARD, 0],
	["film", FURTHER_FILM, 1],
	["demo", LATER_DEMO, 5],
	["demo", LATER_FOLLOW_UPS, 0],
	["yard", LATER_BOATYARD, 2],
	["film", LATER_FILM, 3],
] as const)(
	"[N10] [N21] [N22] further questions that the reading was developed on: %s",
	async (where, questions, most) => {
		const wrong = await workspaces.misread(where, questions);
		expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(most);
	},
);
