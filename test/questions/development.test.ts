import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { GraphView } from "../../src/graph/search/graph-view.ts";
import type { Db } from "../../src/graph/store/db.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { openBoatyard } from "./boatyard.ts";
import { BOATYARD_QUESTIONS } from "./boatyard-questions.ts";
import { findByKey } from "./demo-keys.ts";
import {
	type DevelopmentQuestion,
	FOLLOW_UPS,
	IN_A_PROJECT,
	NO_SETS,
	RELATIONS_ASKED,
	RULES_ASKED,
	SHOWN,
} from "./development-questions.ts";

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

const listedIn = ({ metadata }: ContextPayload): readonly string[] => [
	...new Set((metadata.asked ?? []).flatMap(({ listed }) => listed.map(({ title }) => title))),
];

const shownIn = ({ sections }: ContextPayload): readonly string[] =>
	sections.flatMap(({ items }) => items.filter(({ form }) => form !== "title").map(({ title }) => title));

/** Questions that get something else than they ask for, with how they were read. */
async function listWrong(
	session: SkeinSession,
	questions: readonly DevelopmentQuestion[],
	titleOf: (graph: GraphView, key: string) => string,
): Promise<readonly string[]> {
	const wrong: string[] = [];
	for (const { query, set, project, turns = [], shows } of questions) {
		const { graph } = session.reader;
		const history = turns.flatMap((turn) => [
			{ role: "user" as const, content: turn.query },
			{ role: "assistant" as const, content: turn.answer },
		]);
		const projectId = project === undefined ? undefined : findByKey(graph, project).id;
		const payload = await session.buildContext({ query, now: NOW, history, projectId });
		const wanted = (shows ?? set).map((key) => titleOf(graph, key)).sort();
		const got = shows ? shownIn(payload) : [...listedIn(payload)].sort();
		const isRight = shows
			? wanted.every((title) => got.includes(title))
			: JSON.stringify(got) === JSON.stringify(wanted);
		if (!isRight)
			wrong.push(`${query}\n  read as: ${payload.metadata.plan.readAs}\n  got: ${got.join(" | ")}`);
	}
	return wrong;
}

const keyToTitle = (graph: GraphView, key: string): string => findByKey(graph, key).title;

/** So many are misread today; fewer must not be read tomorrow. */
test.each([
	["relations", RELATIONS_ASKED, 7],
	["rules", RULES_ASKED, 3],
	["things to be shown", SHOWN, 0],
	["no sets", NO_SETS, 0],
	["follow-ups", FOLLOW_UPS, 2],
	["in a project", IN_A_PROJECT, 4],
] as const)("[N10] [N21] [N22] questions about the demo: %s", async (_, questions, most) => {
	const wrong = await listWrong(maren, questions, keyToTitle);
	expect(wrong.length, `${wrong.length} of ${questions.length}\n${wrong.join("\n")}`).toBeLessThanOrEqual(
		most,
	);
});

test("[N21] questions about a workspace whose kinds, fields, states and relations are its own", async () => {
	const wrong = await listWrong(yard, BOATYARD_QUESTIONS, (_, title) => title);
	expect(
		wrong.length,
		`${wrong.length} of ${BOATYARD_QUESTIONS.length}\n${wrong.join("\n")}`,
	).toBeLessThanOrEqual(8);
});
