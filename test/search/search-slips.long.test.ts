import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchEntities } from "../../src/graph/search/search-entities.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { drawSlip, isFound, SLIPS } from "../support/draw-slips.ts";
import { type Demo, openDemo } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { Random } from "../support/random.ts";
import { Workbench } from "../support/workbench.ts";

const COUNT = Math.ceil(250 * Number(process.env.SKEIN_TEST_FACTOR ?? 1));
const SEED = Number(process.env.SKEIN_TEST_SEED ?? 1);
const LEAST_FOUND = 0.97;

describe("[S5] slips in the titles of the demo", () => {
	let demo: Demo;
	let session: SkeinSession;
	beforeAll(async () => {
		demo = await openDemo();
		session = await demo.as();
	});
	afterAll(() => demo?.close());

	test(`${COUNT} drawn ones: what was meant is among the first ten without embeddings`, async () => {
		const { graph } = session.reader;
		const titles = [...graph.nodes()].map(({ title }) => title).sort();
		const random = new Random(SEED);
		const missed: string[] = [];
		const kinds = new Set<string>();
		for (let index = 0; index < COUNT; index += 1) {
			const slip = drawSlip(random, titles);
			kinds.add(slip.kind);
			const { results } = await session.search({ query: slip.typed, limit: 10, semantic: false });
			if (
				!isFound(
					slip,
					results.map(({ title }) => title),
				)
			)
				missed.push(`${slip.typed} (${slip.meant})`);
		}
		expect(missed.length / COUNT, missed.join("\n")).toBeLessThanOrEqual(1 - LEAST_FOUND);
		// No title of the demo has a letter with a mark.
		expect([...kinds].sort()).toEqual(SLIPS.filter((kind) => kind !== "diacritics").sort());
	});

	test("the answer says which spelling it shows, and `exact` searches for the one that was typed", async () => {
		const answer = await session.search({ query: "hnige  suplier -draft", semantic: false });
		expect(answer.corrected).toEqual({ shown: "hinge supplier -draft", original: "hnige suplier -draft" });
		// The slip is a part of the word before it, which is spelt right.
		const within = await session.search({ query: "hinges -hnige hnige", semantic: false });
		expect(within.corrected?.shown).toBe("hinges -hnige hinge");
		expect(answer.message).toMatch(/^Showing results for “hinge supplier -draft”\. /);
		expect(answer.results[0]?.highlights).not.toEqual([]);
		expect(answer.results[0]?.legs.map(({ leg }) => leg)).toContain("fuzzy");
		const exact = await session.search({ query: "hnige suplier", semantic: false, exact: true });
		expect(exact).toEqual({ results: [], total: 0, message: expect.stringMatching(/^Nothing matched/) });
		const right = await session.search({ query: "hinge supplier", semantic: false });
		expect(right.corrected).toBeUndefined();
		expect(right.message).not.toMatch(/Showing results/);
	});

	test("what is in quotes is looked for as it is written", async () => {
		const { results, corrected } = await session.search({ query: '"hnige" supplier', semantic: false });
		expect({ results, corrected }).toEqual({ results: [], corrected: undefined });
	});
});

describe("[S8] a slip is corrected by what its reader may see alone", () => {
	let bench: Workbench;
	beforeAll(async () => {
		bench = await Workbench.create(await openTestDatabase());
		const add = (title: string, visibility?: "private") =>
			bench.create("ada", { kind: "note", title, ...(visibility && { visibility }) });
		await add("Bridge survey");
		await add("Bridges of the valley", "private");
		await add("Kelpie", "private");
		for (let index = 0; index < 9; index += 1) await add(`Contrast ${index}`, "private");
		await add("Contract");
		await add("Will");
		await add("Wills of the valley", "private");
	});
	afterAll(() => bench?.db.close());
	const shownTo = async (person: "ada" | "ben", query: string): Promise<string | undefined> =>
		(await searchEntities((await bench.as(person)).reader, { query, semantic: false })).corrected?.shown;

	test("neither a hidden word nor a hidden form of a word is offered", async () => {
		expect(await shownTo("ada", "kelpei")).toBe("kelpie");
		expect(await shownTo("ben", "kelpei")).toBeUndefined();
		// One step from "bridges", two from "bridge".
		expect(await shownTo("ada", "bridgds")).toBe("bridges");
		expect(await shownTo("ben", "bridgds")).toBeUndefined();
	});

	test("nor one whose stem only a word that questions drop has in a text that may be seen", async () => {
		expect(await shownTo("ada", "wilps")).toBe("wills");
		expect(await shownTo("ben", "wilps")).toBeUndefined();
	});

	test("hidden texts do not count when words are equally near", async () => {
		expect(await shownTo("ada", "contraxt")).toBe("contrast");
		expect(await shownTo("ben", "contraxt")).toBe("contract");
	});

	test("a form that was written over is offered no longer", async () => {
		const { id, version } = await bench.create("ada", {
			kind: "note",
			title: "Span",
			body: "It is bridged.",
		});
		expect(await shownTo("ben", "bridgex")).toMatch(/^bridged?$/);
		expect(await shownTo("ben", "bridgede")).toBe("bridged");
		await bench.commit("ada", { op: "update", id, version, patch: { body: "It is gone." } });
		expect(await shownTo("ben", "bridgede")).toBe("bridge");
	});
});

describe("[S5] which words of a question are slips", () => {
	let bench: Workbench;
	const search = async (query: string) =>
		searchEntities((await bench.as("ada")).reader, { query, semantic: false });
	const shown = async (query: string) => (await search(query)).corrected?.shown;
	/** Two vowels and a consonant: English takes "ing" off and adds nothing. */
	const STEMS = Array.from({ length: 500 }, (_, index) => {
		const vowels = [index % 5, Math.floor(index / 5) % 5].map((at) => "aeiou"[at]).join("");
		return `${vowels}${"bcdfghjklmnpqrstvwxz"[Math.floor(index / 25)]}`;
	});
	beforeAll(async () => {
		bench = await Workbench.create(await openTestDatabase());
		const add = (title: string, body = "") => bench.create("ada", { kind: "note", title, body });
		await add("Keyboard layout");
		await add("Pas de deux");
		await add("Paint for the hull");
		await add("Stems", STEMS.join(" "));
	});
	afterAll(() => bench?.db.close());

	test("two words are joined where a text joins them, and never inside quotes", async () => {
		expect(await shown("key board layout")).toBe("keyboard layout");
		expect(await shown('"key board" layout')).toBeUndefined();
		expect(await shown('"key" board layout')).toBeUndefined();
	});

	test("a word is known by its own letters, not by another one of the question with its stem", async () => {
		expect(await shown("paing")).toBe("paint");
		expect(await shown("pas paing")).toBe("pas paint");
		expect(await shown("paing pas")).toBe("paint pas");
	});

	test("[P23] of a page of words with short stems only the first are looked up in the vocabulary", async () => {
		const page = (count: number): string =>
			STEMS.slice(0, count)
				.map((stem) => `${stem}ing`)
				.join(" ");
		// None of them is near to another word, so that each costs a look at all words there are and corrects nothing.
		expect(await shown(`${page(10)} paing`)).toMatch(/ paint$/);
		expect(await shown(`${page(40)} paing`)).toBeUndefined();
	});
});
