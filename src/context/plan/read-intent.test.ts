import { expect, test } from "vitest";
import { BUILT_IN_KINDS } from "../../graph/model/kinds/kind-registry.ts";
import { readIntent } from "./read-intent.ts";

const TODAY = "2026-11-15";
const read = (question: string) => readIntent(question, { kinds: BUILT_IN_KINDS, today: TODAY });
const rulesOf = (question: string) => read(question)?.asks.map(({ rule }) => rule);
const kindsOf = (question: string) => read(question)?.kinds.map(({ kind }) => kind);

test.each([
	["What tasks are overdue?", ["overdue"]],
	["Is anything overdue?", ["overdue"]],
	["overdue to-dos", ["overdue"]],
	["Which tasks are blocked or overdue?", ["overdue", "blocked"]],
	["What's stuck?", ["blocked"]],
	["Which deadlines are coming up?", ["due"]],
	["What did we decide last week?", ["decided"]],
	["What has changed recently?", ["changed"]],
	["Which risks were added this month?", ["created"]],
	["Which tasks were finished last week?", ["finished"]],
	["Which documents are published?", ["marked"]],
	["Which goals are still open?", ["open"]],
	["How many risks are there?", ["all"]],
	["What do I have to do?", ["open"]],
])("%s asks for %j", (question, rules) => {
	expect(rulesOf(question)).toEqual(rules);
});

test.each([
	"Why is the lid tool blocked?",
	"When is the pilot due?",
	"What is blocked by the samples?",
	"What did the wardens say about overdue warnings?",
	"What did we decide about the hinge?",
	"Summarize the overdue tasks",
	"How many tasks support the goal?",
	"What does the published report say?",
	"Break this task into subtasks",
	"",
])("%j asks for no set", (question) => {
	expect(read(question)).toBeUndefined();
});

test("the kinds are those asked for, not where to look", () => {
	expect(kindsOf("Which tasks of the hinge plan are overdue?")).toEqual(["task"]);
	expect(kindsOf("Which action items are overdue in this project?")).toEqual(["task"]);
	expect(kindsOf("What is overdue?")).toEqual([]);
	expect(kindsOf("Which milestones and goals are overdue?")).toEqual(["goal", "milestone"]);
});

test("mine is told apart", () => {
	expect(read("Which of my tasks are overdue?")?.isMine).toBe(true);
	expect(read("Which tasks are overdue?")?.isMine).toBe(false);
});
