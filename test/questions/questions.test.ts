import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SkeinSession } from "../../src/open-skein.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";
import { ASKED_QUESTIONS, type AskedQuestion } from "./asked.ts";
import { findByKey } from "./demo-keys.ts";
import { RELATIONSHIP_QUESTIONS, type RelationshipQuestion } from "./relationships.ts";

const LEAST_EXACT = 0.9;
const LEAST_ANSWERED = 0.95;
const LINKED_TOKENS = 500;

const EMAILS = {
	maren: "maren@rillmark.example",
	priya: "priya@rillmark.example",
	sylvie: "sylvie@marchetti-advisers.example",
} as const;

let demo: Demo;
let sessions: Readonly<Record<keyof typeof EMAILS, SkeinSession>>;
beforeAll(async () => {
	demo = await openDemo();
	const [maren, priya, sylvie] = await Promise.all(
		[EMAILS.maren, EMAILS.priya, EMAILS.sylvie].map((email) => demo.as(email)),
	);
	sessions = { maren, priya, sylvie } as typeof sessions;
});
afterAll(() => demo.close());

const LIST = /^#### .* \((\d+)\)\n\n((?:- \[.*\n)*)/gm;
const LINE = /^- \[[^\]]+\] \*\*.*\*\* \[([0-9a-z]{8})\]/gm;

/** Lists the entities of the requested sets, each as long as its heading says. */
async function listAsked({ person, query }: AskedQuestion): Promise<readonly string[]> {
	const { serialized } = await sessions[person].buildContext({ query, now: NOW });
	return [...serialized.matchAll(LIST)].flatMap(([, count, lines = ""]) => {
		const refs = [...lines.matchAll(LINE)].map(([, ref = ""]) => ref);
		expect(refs).toHaveLength(Number(count));
		return refs;
	});
}

describe("labelled questions on the demo", () => {
	test("[N10] a question that asks for a set by a rule gets exactly that set", async () => {
		expect(ASKED_QUESTIONS.length).toBeGreaterThanOrEqual(40);
		const wrong: unknown[] = [];
		for (const question of ASKED_QUESTIONS) {
			const { graph } = sessions[question.person].reader;
			const wanted = question.set.map((key) => findByKey(graph, key).title).sort();
			const listed = (await listAsked(question)).map((ref) => graph.find(ref)?.title).sort();
			if (JSON.stringify(wanted) === JSON.stringify(listed)) continue;
			wrong.push({
				...question,
				missing: wanted.filter((title) => !listed.includes(title)),
				extra: listed.filter((title) => !wanted.includes(title ?? "")),
			});
		}
		const exact = 1 - wrong.length / ASKED_QUESTIONS.length;
		expect(exact, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(LEAST_EXACT);
	}, 120_000);

	test("[N7] how things hang together can be read from the prompt alone, within 500 tokens", async () => {
		expect(RELATIONSHIP_QUESTIONS.length).toBeGreaterThanOrEqual(30);
		const { reader, buildContext } = sessions.maren;
		const isAnswered = async ({ focus, query, linked, relation }: RelationshipQuestion): Promise<boolean> => {
			const { id } = findByKey(reader.graph, focus);
			const payload = await buildContext({ query, now: NOW, focus: { id } });
			const section = payload.sections.find(({ type }) => type === "linked");
			expect(section?.tokenCount).toBeLessThanOrEqual(LINKED_TOKENS);
			const { title, ref, state_key } = findByKey(reader.graph, linked);
			const state = state_key === null ? "" : ` (${state_key})`;
			const line = payload.serialized
				.split("\n")
				.find((text) => text.startsWith(`- **${title}** [${ref}]${state} - `));
			return line?.split(" - ").at(-1)?.split(", ").includes(relation) ?? false;
		};
		const unanswered: RelationshipQuestion[] = [];
		for (const question of RELATIONSHIP_QUESTIONS) {
			if (!(await isAnswered(question))) unanswered.push(question);
		}
		const answered = 1 - unanswered.length / RELATIONSHIP_QUESTIONS.length;
		expect(answered, JSON.stringify(unanswered, null, 1)).toBeGreaterThanOrEqual(LEAST_ANSWERED);
	}, 120_000);
});
