import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { queryGraph } from "../../src/graph/query-graph.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { ASKED_QUESTIONS } from "./asked.ts";
import { openBoatyard } from "./boatyard.ts";
import { BOATYARD_QUESTIONS } from "./boatyard-questions.ts";
import { findByKey } from "./demo-keys.ts";
import {
	type DevelopmentQuestion,
	FOLLOW_UPS,
	IN_A_PROJECT,
	RELATIONS_ASKED,
	RULES_ASKED,
} from "./development-questions.ts";
import {
	EVERYDAY_BOATYARD,
	EVERYDAY_DEMO,
	EVERYDAY_FOLLOW_UPS,
	EVERYDAY_IN_A_PROJECT,
} from "./everyday-questions.ts";
import { FOLLOW_UP_QUESTIONS_COMPARED, FOLLOW_UP_QUESTIONS_KEPT } from "./follow-up-questions.ts";
import { PROJECT_QUESTIONS_COMPARED, PROJECT_QUESTIONS_KEPT } from "./project-questions.ts";
import { RELATION_QUESTIONS_COMPARED, RELATION_QUESTIONS_KEPT } from "./relation-questions.ts";
import { VARIED_FOLLOW_UPS } from "./varied-follow-ups.ts";
import { FURTHER_BOATYARD, FURTHER_DEMO, FURTHER_FOLLOW_UPS } from "./varied-further.ts";
import { LATER_BOATYARD, LATER_DEMO, LATER_FOLLOW_UPS } from "./varied-later.ts";
import { VARIED_BOATYARD } from "./varied-own-kinds.ts";
import { VARIED_IN_A_PROJECT, VARIED_RELATIONS, VARIED_RULES } from "./varied-questions.ts";

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

type Question = Pick<DevelopmentQuestion, "query" | "turns" | "project">;

interface Tally {
	/** Sets that the language can say, and such that it cannot. */
	readonly said: number;
	readonly unsaid: readonly string[];
	/** Queries that find something else than the context lists. */
	readonly wrong: readonly string[];
}

const listedIn = ({ metadata }: ContextPayload): readonly string[] =>
	[...new Set((metadata.asked ?? []).flatMap(({ listed }) => listed.map(({ id }) => id)))].sort();

/** Asks every question, and the query that its plan was compiled to as the same person at the same moment. */
async function compare(session: SkeinSession, questions: readonly Question[]): Promise<Tally> {
	const { reader } = session;
	const { display_name, time_zone: timeZone = "UTC" } = await reader.profile();
	const asker = { accountId: reader.access.accountId, names: [display_name] };
	const unsaid: string[] = [];
	const wrong: string[] = [];
	let said = 0;
	for (const { query, project, turns = [] } of questions) {
		const history = turns.flatMap((turn) => [
			{ role: "user" as const, content: turn.query },
			{ role: "assistant" as const, content: turn.answer },
		]);
		const projectId = project === undefined ? undefined : findByKey(reader.graph, project).id;
		// Room for every line: what a budget cuts is in the set all the same.
		const payload = await session.buildContext({
			query,
			now: NOW,
			history,
			projectId,
			budget: { total: 30_000 },
		});
		const { plan, asked = [] } = payload.metadata;
		if (asked.length === 0) continue;
		if (plan.query === undefined) {
			unsaid.push(`${query}: ${plan.noQuery}`);
			continue;
		}
		said += 1;
		const { rows } = queryGraph(reader.graph, {
			wql: plan.query,
			now: new Date(NOW),
			timeZone,
			asker,
			limit: 1_000,
		});
		const found = rows.map(({ id }) => id).sort();
		if (JSON.stringify(found) !== JSON.stringify(listedIn(payload)))
			wrong.push(`${query}\n  ${plan.query}\n  ${found.length} found, ${listedIn(payload).length} listed`);
	}
	return { said, unsaid, wrong };
}

const SETS: readonly (readonly [name: string, questions: readonly Question[]])[] = [
	["rules", RULES_ASKED],
	["relations", RELATIONS_ASKED],
	["relations, compared", RELATION_QUESTIONS_COMPARED],
	["relations, kept", RELATION_QUESTIONS_KEPT],
	["in a project", IN_A_PROJECT],
	["in a project, compared", PROJECT_QUESTIONS_COMPARED],
	["in a project, kept", PROJECT_QUESTIONS_KEPT],
	["follow-ups", FOLLOW_UPS],
	["follow-ups, compared", FOLLOW_UP_QUESTIONS_COMPARED],
	["follow-ups, kept", FOLLOW_UP_QUESTIONS_KEPT],
	["relations in other words", VARIED_RELATIONS],
	["rules in other words", [...VARIED_RULES, ...VARIED_IN_A_PROJECT]],
	["follow-ups in other words", VARIED_FOLLOW_UPS],
	["as they are typed", [...EVERYDAY_DEMO, ...EVERYDAY_IN_A_PROJECT, ...EVERYDAY_FOLLOW_UPS]],
	["further ones", [...FURTHER_DEMO, ...FURTHER_FOLLOW_UPS, ...LATER_DEMO, ...LATER_FOLLOW_UPS]],
];

test.each(SETS)(
	"[N28] the query of a plan finds exactly what the context lists: %s",
	async (_, questions) => {
		const { said, unsaid, wrong } = await compare(maren, questions);
		expect(wrong).toEqual([]);
		expect(said, unsaid.join("\n")).toBeGreaterThan(unsaid.length);
	},
);

test.each(["maren", "priya", "sylvie"] as const)(
	"[N28] sets by a rule, asked by people with different rights: %s",
	async (person) => {
		const session = await demo.as(
			person === "sylvie" ? "sylvie@marchetti-advisers.example" : `${person}@rillmark.example`,
		);
		const questions = ASKED_QUESTIONS.filter((question) => question.person === person);
		const { said, unsaid, wrong } = await compare(session, questions);
		expect(wrong).toEqual([]);
		expect(unsaid).toEqual([]);
		expect(said).toBe(questions.length);
	},
);

test("[N28] a workspace whose kinds, fields, states and relations are its own", async () => {
	const questions = [
		...BOATYARD_QUESTIONS,
		...VARIED_BOATYARD,
		...FURTHER_BOATYARD,
		...LATER_BOATYARD,
		...EVERYDAY_BOATYARD,
	];
	const { said, unsaid, wrong } = await compare(yard, questions);
	expect(wrong).toEqual([]);
	expect(said, unsaid.join("\n")).toBeGreaterThanOrEqual(40);
});
