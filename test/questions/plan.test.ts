import { expect, test } from "vitest";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import { NOW } from "../support/open-demo.ts";
import { stageDemo } from "../support/stage-demo.ts";
import { findByKey } from "./demo-keys.ts";
import { FOLLOW_UP_QUESTIONS_COMPARED, FOLLOW_UP_QUESTIONS_KEPT } from "./follow-up-questions.ts";
import { PROJECT_QUESTIONS_COMPARED, PROJECT_QUESTIONS_KEPT } from "./project-questions.ts";
import { RELATION_QUESTIONS_COMPARED, RELATION_QUESTIONS_KEPT } from "./relation-questions.ts";

/** The results of each half: wording that is read today must not be lost. */
const LEAST = {
	relation: { compared: 30, kept: 29 },
	followUp: { compared: 19, kept: 19 },
	project: { compared: 17, kept: 14 },
} as const;

const stage = stageDemo();

const idsOf = (keys: readonly string[]): readonly string[] =>
	keys.map((key) => findByKey(stage.maren.reader.graph, key).id).sort();

const listedIn = ({ metadata }: ContextPayload): readonly string[] =>
	[...new Set((metadata.asked ?? []).flatMap(({ listed }) => listed.map(({ id }) => id)))].sort();

async function countExact(
	questions: readonly {
		readonly query: string;
		readonly set: readonly string[];
		readonly project?: string;
	}[],
): Promise<{ readonly exact: number; readonly wrong: readonly string[] }> {
	const wrong: string[] = [];
	for (const { query, set, project } of questions) {
		const projectId = project === undefined ? undefined : findByKey(stage.maren.reader.graph, project).id;
		const payload = await stage.maren.buildContext({ query, now: NOW, projectId });
		if (JSON.stringify(listedIn(payload)) !== JSON.stringify(idsOf(set))) wrong.push(query);
	}
	return { exact: questions.length - wrong.length, wrong };
}

test.each([
	["compared", RELATION_QUESTIONS_COMPARED],
	["kept", RELATION_QUESTIONS_KEPT],
] as const)("[N21] a question for a relation gets what is at its other end (%s)", async (half, questions) => {
	const { exact, wrong } = await countExact(questions);
	expect(exact, wrong.join("\n")).toBeGreaterThanOrEqual(LEAST.relation[half]);
});

test.each([
	["compared", PROJECT_QUESTIONS_COMPARED],
	["kept", PROJECT_QUESTIONS_KEPT],
] as const)("[N10] a question in a project gets the set of that project (%s)", async (half, questions) => {
	const { exact, wrong } = await countExact(questions);
	expect(exact, wrong.join("\n")).toBeGreaterThanOrEqual(LEAST.project[half]);
});

test.each([
	["compared", FOLLOW_UP_QUESTIONS_COMPARED],
	["kept", FOLLOW_UP_QUESTIONS_KEPT],
] as const)("[N22] a follow-up finds what it leaves unsaid (%s)", async (half, questions) => {
	const unanswered: string[] = [];
	for (const { turns, query, set } of questions) {
		const history = turns.flatMap((turn) => [
			{ role: "user" as const, content: turn.query },
			{ role: "assistant" as const, content: turn.answer },
		]);
		const payload = await stage.maren.buildContext({ query, now: NOW, history });
		const items = payload.sections.flatMap((section) => section.items);
		const shown = new Set([
			...listedIn(payload),
			...items.filter(({ form }) => form !== "title").map(({ id }) => id),
		]);
		if (!idsOf(set).every((id) => shown.has(id))) unanswered.push(query);
	}
	const answered = questions.length - unanswered.length;
	expect(answered, unanswered.join("\n")).toBeGreaterThanOrEqual(LEAST.followUp[half]);
});

test("[N23] the payload says how the question was read, and reads words alone on request", async () => {
	const query = "What blocks the lid tool?";
	const { metadata } = await stage.maren.buildContext({ query, now: NOW });
	expect(metadata.plan).toMatchObject({ relation: "blocked by", rules: [], words: [] });
	expect(metadata.plan.subject?.kind).toBe("task");
	expect(metadata.plan.readAs).toMatch(/: blocked by, the whole chain of what is open$/);
	const plain = await stage.maren.buildContext({ query, now: NOW, read: "words" });
	expect(plain.metadata.plan).toMatchObject({ readAs: "what fits the words", rules: [] });
	expect(plain.metadata.asked).toBeUndefined();
});

test("[L14] `fill: budget` shows what fits, and enough a small part of it", async () => {
	const query = "Why did the hinge pins crack in the salt-spray cabinet?";
	const enough = await stage.maren.buildContext({ query, now: NOW });
	const filled = await stage.maren.buildContext({ query, now: NOW, fill: "budget" });
	expect(enough.metadata.totalTokens).toBeLessThan(filled.metadata.totalTokens / 2);
	expect(filled.metadata.totalTokens).toBeGreaterThan(3_000);
	expect([enough.metadata.fill, filled.metadata.fill]).toEqual(["enough", "budget"]);
	const index = enough.sections.flatMap(({ items }) => items.filter(({ form }) => form === "title"));
	expect(index.length).toBeLessThanOrEqual(8);
	for (const { tokens } of index) expect(tokens).toBeLessThanOrEqual(20);
});

test("[N29] a reading is corrected by what it is not about, and by what it is about instead", async () => {
	const query = "What blocks the lid tool?";
	const { metadata } = await stage.maren.buildContext({ query, now: NOW });
	const subject = metadata.plan.subject?.id;
	expect(metadata.plan.query).toMatch(/^SELECT x FROM any WHERE x\.holds_up = '/);
	const named = await stage.maren.buildContext({ query, now: NOW, read: { without: ["relation"] } });
	expect(named.metadata.plan).toMatchObject({ rules: [], subject: { id: subject } });
	expect(named.metadata.plan.relation).toBeUndefined();
	expect(named.metadata.asked).toBeUndefined();
	expect(named.sections.flatMap(({ items }) => items.map(({ id }) => id))).toContain(subject);
	const other = findByKey(stage.maren.reader.graph, "task-salt-second");
	const moved = await stage.maren.buildContext({ query, now: NOW, read: { subject: other.id } });
	expect(moved.metadata.plan).toMatchObject({ relation: "blocked by", subject: { id: other.id } });
	expect(listedIn(moved)).not.toEqual(listedIn(await stage.maren.buildContext({ query, now: NOW })));
	await expect(
		stage.maren.buildContext({ query, now: NOW, read: { subject: "nobody" } }),
	).rejects.toMatchObject({
		code: "not_found",
	});
});

test("[N29] a set is corrected by the state or the project that was not meant", async () => {
	const query = "Which risks in Heron are mitigated?";
	const { metadata } = await stage.maren.buildContext({ query, now: NOW });
	expect(metadata.plan.marks).toEqual(["mitigated"]);
	const count = async (without: ("state" | "project")[]) => {
		const payload = await stage.maren.buildContext({ query, now: NOW, read: { without } });
		return payload.metadata.asked?.[0]?.total ?? 0;
	};
	const listed = metadata.asked?.[0]?.total ?? 0;
	expect(listed).toBeGreaterThan(0);
	expect(await count(["state"])).toBeGreaterThan(listed);
	expect(await count(["state", "project"])).toBeGreaterThan(await count(["state"]));
});

test("[N29] what else a name may mean is offered, and only what the reader may read", async () => {
	const { metadata } = await stage.maren.buildContext({ query: "What blocks the pilot build?", now: NOW });
	const { subject, alternatives = [] } = metadata.plan;
	expect(alternatives.map(({ title }) => title)).toSatisfy((titles: string[]) =>
		titles.every((title) => /pilot/i.test(title) && /build/i.test(title)),
	);
	expect(alternatives.map(({ id }) => id)).not.toContain(subject?.id);
	const sylvie = await stage.demo.as("sylvie@marchetti-advisers.example");
	const hidden = await sylvie.buildContext({ query: "What blocks the pilot build?", now: NOW });
	expect(JSON.stringify(hidden.metadata.plan)).not.toContain("Pilot build");
});
