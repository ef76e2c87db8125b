import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layOutContext } from "../../src/context/build-context.ts";
import { readQuestion } from "../../src/context/model/read-question.ts";
import { listShownItems, writeDelta } from "../../src/context/write-delta.ts";
import { Graph } from "../../src/graph/graph.ts";
import type { NewEntity } from "../../src/graph/model/entity.ts";
import { Store } from "../../src/graph/store/store.ts";
import { type ContextQuestion, Skein, type SkeinSession } from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";

/** Wrapped prose, unrelated to the questions. */
const prose = (topic: string, paragraphs: number): string =>
	Array.from(
		{ length: paragraphs },
		(_, index) =>
			`Paragraph ${index} goes on about the ${topic} and what\nsomebody thought of it at the time, which was\nnot much in the end.`,
	).join("\n\n");

const TUNING: NewEntity = {
	kind: "note",
	title: "Tuning the restart loop",
	aliases: ["KEP-17"],
	props: { frontmatter: { authors: ["@lorenz"], status: "implementable", "creation-date": "2024-05-14" } },
	body: [
		"<!-- fill in every section -->",
		`# Tuning the restart loop\n\n${prose("restart loop", 20)}`,
		"## Design\n\nThe counter of the backoff starts over once a container has run for\nten minutes, whatever the configured maximum is.",
		prose("weather", 20),
		"## Alternatives\n\nAn exponential reset was given up, because nobody\ncould explain it to a colleague.",
		prose("harvest", 20),
	].join("\n\n"),
};
const OTHER: NewEntity = {
	kind: "note",
	title: "Backoff of image pulls",
	body: `# Pulls\n\n${prose("registry", 15)}\n\n## Limits\n\nThe backoff of a pull starts at ten seconds and ends at five minutes.\n\n${prose("cache", 15)}`,
};

let skein: Skein;
let session: SkeinSession;
beforeAll(async () => {
	skein = new Skein(new Graph(new Store(await openTestDatabase())));
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const you = await skein.principal(workspace.id);
	const { writer } = await skein.as(you);
	await writer.commit(
		[TUNING, OTHER].map((entity) => ({ op: "create", entity })),
		"import:test",
	);
	session = await skein.as(you);
}, 120_000);
afterAll(() => skein.close());

const ask = async (query: string, total = 600, more: Pick<ContextQuestion, "history" | "fill"> = {}) => {
	const laidOut = await layOutContext({
		reader: session.reader,
		request: readQuestion({ query, now: NOW, budget: { total }, ...more }),
	});
	const context = laidOut.payload;
	const items = context.sections.flatMap(({ items }) => items);
	return { ...context, laidOut, items, named: (title: string) => items.find((item) => item.title === title) };
};

describe("[N15] a long text by its passages", () => {
	test("the passage that answers stands under its heading, whole, wherever it is, and the rest is counted", async () => {
		const { named } = await ask("After how long does the backoff counter start over?");
		const item = named("Tuning the restart loop");
		expect(item?.form).toBe("clipped");
		expect(item?.content).toContain(
			"## Design\nThe counter of the backoff starts over once a container has run for\nten minutes",
		);
		expect(item?.content).toMatch(/… \d+ more characters: call get_entity_details/);
		expect(item?.content).not.toContain("fill in every section");
		expect(item?.because.reason).toMatch(/^“Design” holds .*backoff/);
	});

	test("the best passage of the second text comes before the weak ones of the first", async () => {
		const { serialized } = await ask(
			"When does the backoff counter start over, and where does the backoff of image pulls start?",
			700,
		);
		expect(serialized).toContain("starts over once a container");
		expect(serialized).toContain("starts at ten seconds and ends at five minutes");
	});

	test("[L14] where all room is to be used the item is full, and is one item", async () => {
		const { items, named } = await ask("backoff counter", 12_000, { fill: "budget" });
		expect(named("Tuning the restart loop")?.form).toBe("full");
		expect(items.filter(({ title }) => title === "Tuning the restart loop")).toHaveLength(1);
	});

	test("less room than a passage still gives its best sentence", async () => {
		const { serialized } = await ask("Why was the exponential reset given up?", 190);
		expect(serialized).toContain("because nobody\ncould explain it to a colleague");
	});
});

test("[N16] a question for an attribute brings the fields that hold it, whatever words they use", async () => {
	const { serialized } = await ask("Who wrote the proposal on tuning the restart loop?", 500);
	expect(serialized).toContain('authors:\n- "@lorenz"');
	// The other fields are left out, and what is missing is counted.
	expect(serialized).not.toContain("creation-date");
	expect(serialized).toMatch(/… \d+ more characters: call get_entity_details/);
});

test("[N17] a follow-up is searched with what was said before", async () => {
	const history = [
		{
			role: "user" as const,
			content: "After how long does the backoff counter of the restart loop start over?",
		},
		{ role: "assistant" as const, content: "After ten minutes." },
	];
	const { serialized } = await ask("And why was the other way given up?", 700, { history });
	expect(serialized).toContain("could explain it to a colleague");
});

test("[A20] a later message brings other passages of a text that was shown before, and the same ones only once", async () => {
	const first = "When does the counter of the backoff start over?";
	const second = "Why was the exponential reset given up?";
	const opened = await ask(first);
	expect(opened.named(TUNING.title)?.form).toBe("clipped");
	const later = await ask(second);
	const shown = listShownItems(opened);
	const delta = writeDelta({ ...later.laidOut, shown, query: second });
	expect(delta.text).toContain("could explain it to a colleague");
	const again = writeDelta({ ...later.laidOut, shown: delta.shown, query: second });
	expect(again.text).not.toContain("could explain it to a colleague");
});

test("[N25] a question that a field answers gets the field and little else, a question for a reason gets more", async () => {
	const count = async (query: string): Promise<number> => {
		const { items, serialized } = await ask(query, 4_000);
		expect(serialized, query).toContain("lorenz");
		return items.reduce((sum, { tokens }) => sum + tokens, 0);
	};
	const who = await count("Who is the author of Tuning the restart loop?");
	const why = await count("Why is he the author of Tuning the restart loop?");
	expect(who).toBeLessThan(why);
});

test("[F8] [L15] the name of an account that nobody has named is not printed, nor a section that it would be alone in", async () => {
	const { serialized } = await ask("When does the counter of the backoff start over?");
	expect(serialized).not.toContain("Name: You");
	expect(serialized).not.toContain("About the Reader");
});
