import { expect, test } from "vitest";
import { NOW } from "../support/open-demo.ts";
import { stageDemo } from "../support/stage-demo.ts";
import { findByKey } from "./demo-keys.ts";
import { listMisread } from "./list-misread.ts";
import {
	CORRECTED,
	COUNTED,
	FORESEEN,
	IN_SMALL_LETTERS,
	NARROWED,
	SAID_BRIEFLY,
} from "./reported-questions.ts";

const stage = stageDemo();

const build = (query: string) => stage.maren.buildContext({ query, now: NOW });

test.each([
	["a project in small letters", IN_SMALL_LETTERS],
	["a count", COUNTED],
	["a correction", CORRECTED],
	["what may come", FORESEEN],
	["a second condition", NARROWED],
	["few words", SAID_BRIEFLY],
] as const)("[N10] [N21] [N22] questions that were reported as misread: %s", async (_, questions) => {
	const wrong = await listMisread(stage.maren, questions, (graph, key) => findByKey(graph, key).title);
	expect(wrong, wrong.join("\n")).toEqual([]);
});

test("[N10] high priority means what is to be done at the upper end of the scale", async () => {
	const { metadata } = await build("high priority tasks in Heron");
	expect(metadata.plan.readAs).toBe("Open priority 1 or priority 2 tasks in Heron 2 bridge gauge");
	const stated = (metadata.asked ?? []).flatMap(({ listed }) => listed.map(({ state_key }) => state_key));
	expect(stated).not.toContain("done");
	expect((await build("urgent tasks in Heron")).metadata.asked).toEqual(metadata.asked);
	expect((await build("most important task in Heron")).metadata.plan.readAs).toContain("Rated highest");
});

test("[N10] what is new is what has changed recently, in a project that is named in any letters", async () => {
	for (const query of ["what's new in Heron", "whats new in heron"])
		expect((await build(query)).metadata.plan.readAs).toMatch(/^Changed from .+ in Heron 2 bridge gauge$/);
	expect((await build("what did I miss this week")).metadata.plan.readAs).toMatch(/^Changed from /);
});

test("[N10] of a kind that is named first, only such things are searched", async () => {
	const { sections } = await build("notes about modems");
	const shown = sections.flatMap(({ items }) => items.filter(({ form }) => form !== "title"));
	expect(new Set(shown.map(({ kind }) => kind).filter((kind) => kind !== "profile"))).toEqual(
		new Set(["note"]),
	);
});

test("[N10] what changed in a project is the same with and without a capital", async () => {
	const [small, capital] = [
		await build("what changed since monday in sallow"),
		await build("What changed since Monday in Sallow?"),
	];
	expect(small.metadata.asked).toEqual(capital.metadata.asked);
	expect(small.metadata.asked?.[0]?.total).toBeGreaterThan(0);
});

test("[N10] the first few are in order, and are not called all of them", async () => {
	const { metadata } = await build("biggest risks");
	const [asked] = metadata.asked ?? [];
	const impacts = asked?.listed.map(({ facts }) => facts.find(({ name }) => name === "impact")?.value);
	expect(impacts).toEqual(["critical", "critical", "high", "high", "high"]);
	expect(asked?.text).toMatch(/^#### Rated highest risks \(5 of \d+\)/);
	expect(asked?.text).not.toContain("all of them");
	const next = await build("What is next for Heron 2 bridge gauge?");
	expect(next.metadata.asked?.[0]?.text).toMatch(/\(5 of \d+\)/);
	expect(next.metadata.asked?.[0]?.text).toMatch(/for the others, call list_entities/);
});

test("[N21] the people of a project include who is charged by name and has no entry", async () => {
	const projectId = findByKey(stage.maren.reader.graph, "kingfisher").id;
	for (const payload of [
		await build("who works on Kingfisher?"),
		await stage.maren.buildContext({ query: "who is involved and who does what", now: NOW, projectId }),
	]) {
		const [asked] = payload.metadata.asked ?? [];
		expect(asked?.text).toMatch(/people \(2\)\n/);
		expect(asked?.text).toContain("Maren Oyelaran");
		expect(asked?.text).toMatch(/- Sylvie Marchetti \(assigned to .+ \[[0-9a-z]{8}\]\)/);
	}
});

test("[N10] a second condition is named in the heading", async () => {
	const { metadata } = await build("which tasks are late and nobody is on them");
	expect(metadata.plan.readAs).toBe("Overdue tasks without anybody on them");
});

test("[N21] the second half of a question says whose set it narrows", async () => {
	const { metadata } = await build("what tasks does Samir have and which of them are overdue?");
	expect(metadata.asked?.map(({ heading }) => heading).at(-1)).toBe("Overdue tasks of Samir Haddad");
});
