import { afterAll, beforeAll, expect, test } from "vitest";
import type { GraphView } from "../../src/graph/search/view/graph-view.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { type Demo, openDemo } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { openBoatyard } from "./boatyard.ts";
import { BOATYARD_QUESTIONS } from "./boatyard-questions.ts";
import { findByKey } from "./demo-keys.ts";
import {
	FOLLOW_UPS,
	IN_A_PROJECT,
	NO_SETS,
	RELATIONS_ASKED,
	RULES_ASKED,
	SHOWN,
} from "./development-questions.ts";
import { listMisread } from "./list-misread.ts";

let demo: Demo;
let db: Db;
let maren: SkeinSession;
let yard: SkeinSession;
beforeAll(async () => {
	demo = await openDemo();
	maren = await demo.as("maren@rillmark.example");
	db = await openTestDatabase();
	const bench = await openBoatyard(db);
	yard = await new Skein(bench.graph).as(bench.principal("ada"));
});
afterAll(async () => {
	await demo.close();
	await db.close();
});

const keyToTitle = (graph: GraphView, key: string): string => findByKey(graph, key).title;

/** So many are misread today; fewer must not be read tomorrow. */
test.each([
	["relations", RELATIONS_ASKED, 1],
	["rules", RULES_ASKED, 1],
	["things to be shown", SHOWN, 0],
	["no sets", NO_SETS, 0],
	["follow-ups", FOLLOW_UPS, 1],
	["in a project", IN_A_PROJECT, 1],
] as const)("[N10] [N21] [N22] questions about the demo: %s", async (_, questions, most) => {
	const wrong = await listMisread(maren, questions, keyToTitle);
	expect(wrong.length, `${wrong.length} of ${questions.length}\n${wrong.join("\n")}`).toBeLessThanOrEqual(
		most,
	);
});

test("[N21] questions about a workspace whose kinds, fields, states and relations are its own", async () => {
	const wrong = await listMisread(yard, BOATYARD_QUESTIONS, (_, title) => title);
	expect(
		wrong.length,
		`${wrong.length} of ${BOATYARD_QUESTIONS.length}\n${wrong.join("\n")}`,
	).toBeLessThanOrEqual(1);
});
