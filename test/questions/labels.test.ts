import { describe, expect, test } from "vitest";
import { readDemo } from "../../src/demo/load-demo.ts";
import { TODAY } from "../support/open-demo.ts";
import { ANSWERABLE_QUESTIONS_COMPARED, ANSWERABLE_QUESTIONS_KEPT } from "./answerable-questions.ts";
import { ANSWERED_QUESTIONS } from "./answers.ts";
import { ASKED_QUESTIONS } from "./asked.ts";
import { FOLLOW_UP_QUESTIONS_COMPARED, FOLLOW_UP_QUESTIONS_KEPT } from "./follow-up-questions.ts";
import { HELD_OUT_QUESTIONS } from "./held-out.ts";
import { OFF_TOPIC_QUESTIONS_COMPARED, OFF_TOPIC_QUESTIONS_KEPT } from "./off-topic-questions.ts";
import { PROJECT_QUESTIONS_COMPARED, PROJECT_QUESTIONS_KEPT } from "./project-questions.ts";
import { RELATION_QUESTIONS_COMPARED, RELATION_QUESTIONS_KEPT } from "./relation-questions.ts";

/** One half of a set: the identity of each question, and its labelled keys. */
interface Half {
	readonly name: string;
	readonly count: number;
	readonly questions: readonly { readonly asked: string; readonly keys: readonly string[] }[];
}

/** Makes texts equal that differ only in case, spaces and punctuation at the end. */
const simplify = (text: string): string =>
	text
		.toLowerCase()
		.replace(/\s+/g, " ")
		.replace(/(?<=\p{L})[ ?!.]+$/u, "");

const answerable = ({ query, gold }: (typeof ANSWERABLE_QUESTIONS_KEPT)[number]) => ({
	asked: simplify(query),
	keys: gold,
});
const relation = ({ query, set }: (typeof RELATION_QUESTIONS_KEPT)[number]) => ({
	asked: simplify(query),
	keys: set,
});
/** Within a project or a conversation the same words may ask for something else. */
const inProject = ({ project, query, set }: (typeof PROJECT_QUESTIONS_KEPT)[number]) => ({
	asked: `${project}: ${simplify(query)}`,
	keys: [project, ...set],
});
const followUp = ({ turns, query, set }: (typeof FOLLOW_UP_QUESTIONS_KEPT)[number]) => ({
	asked: [...turns.map((turn) => turn.query), query].map(simplify).join(" / "),
	keys: set,
});
const offTopic = (query: string) => ({ asked: simplify(query), keys: [] });

const HALVES: readonly Half[] = [
	{ name: "relation, compared", count: 30, questions: RELATION_QUESTIONS_COMPARED.map(relation) },
	{ name: "relation, kept", count: 30, questions: RELATION_QUESTIONS_KEPT.map(relation) },
	{ name: "follow-up, compared", count: 20, questions: FOLLOW_UP_QUESTIONS_COMPARED.map(followUp) },
	{ name: "follow-up, kept", count: 20, questions: FOLLOW_UP_QUESTIONS_KEPT.map(followUp) },
	{ name: "project, compared", count: 20, questions: PROJECT_QUESTIONS_COMPARED.map(inProject) },
	{ name: "project, kept", count: 20, questions: PROJECT_QUESTIONS_KEPT.map(inProject) },
	{ name: "answerable, compared", count: 50, questions: ANSWERABLE_QUESTIONS_COMPARED.map(answerable) },
	{ name: "answerable, kept", count: 50, questions: ANSWERABLE_QUESTIONS_KEPT.map(answerable) },
	{ name: "off-topic, compared", count: 100, questions: OFF_TOPIC_QUESTIONS_COMPARED.map(offTopic) },
	{ name: "off-topic, kept", count: 100, questions: OFF_TOPIC_QUESTIONS_KEPT.map(offTopic) },
];

const findRepeated = (values: readonly string[]): readonly string[] =>
	values.filter((value, index) => values.indexOf(value) !== index);

describe("the labels of the question sets", () => {
	test.each(HALVES)("$name: as many as there should be", ({ count, questions }) => {
		expect(questions).toHaveLength(count);
	});

	test("every key names an entity of the demo, and none is in a label twice", async () => {
		const known = new Set((await readDemo(TODAY)).entities.map(({ id }) => id));
		const labels = HALVES.flatMap(({ questions }) => questions);
		const unknown = labels.flatMap(({ keys }) => keys).filter((key) => !known.has(key));
		expect(unknown).toEqual([]);
		expect(labels.filter(({ keys }) => findRepeated(keys).length > 0)).toEqual([]);
	});

	test("every question that the demo answers has a label", () => {
		const labelled = HALVES.filter(({ name }) => !name.startsWith("off-topic"));
		const bare = labelled.flatMap(({ questions }) => questions).filter(({ keys }) => keys.length === 0);
		expect(bare).toEqual([]);
	});

	test("no question is asked twice, here or in the older sets", () => {
		const older = [...ANSWERED_QUESTIONS, ...HELD_OUT_QUESTIONS].map(({ query }) => simplify(query));
		// Several people ask the same there.
		const ofPeople = new Set(ASKED_QUESTIONS.map(({ query }) => simplify(query)));
		const asked = HALVES.flatMap(({ questions }) => questions.map((question) => question.asked));
		expect(findRepeated([...older, ...ofPeople, ...asked])).toEqual([]);
	});
});
