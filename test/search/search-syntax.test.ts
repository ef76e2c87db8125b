import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewEntity } from "../../src/graph/model/entity.ts";
import { findUnlinkedMentions, type UnlinkedMention } from "../../src/graph/search/find-unlinked-mentions.ts";
import { type SearchAnswer, searchEntities } from "../../src/graph/search/search-entities.ts";
import { suggestEntities } from "../../src/graph/search/suggest-entities.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Skein } from "../../src/open-skein.ts";
import { serveInProcess } from "../../src/serve/cli/client/open-local.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { type Person, Workbench } from "../support/workbench.ts";

let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(() => db?.close());

type Note = Pick<NewEntity, "title" | "body" | "visibility" | "aliases" | "kind">;

async function fill(notes: readonly Partial<Note>[], person: Person = "ada"): Promise<Workbench> {
	const bench = await Workbench.create(db);
	await bench.commit(
		person,
		...notes.map((note) => ({ op: "create" as const, entity: { kind: "note", title: "", ...note } })),
	);
	return bench;
}

const search = async (bench: Workbench, query: string, person: Person = "ada"): Promise<SearchAnswer> =>
	searchEntities((await bench.as(person)).reader, { query });
const titlesOf = ({ results }: SearchAnswer): readonly string[] => results.map(({ title }) => title);

describe("[S12] what is typed into a search box", () => {
	let bench: Workbench;
	beforeAll(async () => {
		bench = await fill([
			{ title: "Report", body: "The salt spray test of the hinge failed." },
			{ title: "Shopping", body: "Buy salt, and a can of spray." },
			{ title: "Draft", body: "Salt-spray, first draft." },
			{ title: "Marmalade", body: "Oranges and lemons." },
			{ title: "Secret", body: "salt spray marzipan", visibility: "private" },
		]);
	});

	test("`or` between two words or phrases makes either enough", async () => {
		expect([...titlesOf(await search(bench, '"spray test" or "can of spray"'))].sort()).toEqual([
			"Report",
			"Shopping",
		]);
		expect([...titlesOf(await search(bench, '"spray test" or oranges'))].sort()).toEqual([
			"Marmalade",
			"Report",
		]);
		const both = Array.from({ length: 60 }, (_, index) => ({
			title: `Both ${index}`,
			body: "quartz and basalt",
		}));
		const stones = await fill([
			...both,
			{ title: "One", body: "quartz" },
			{ title: "Other", body: "basalt" },
		]);
		expect((await search(stones, "quartz basalt ")).total).toBe(60);
		expect((await search(stones, "quartz or basalt ")).total).toBe(62);
	});

	test("a phrase stands as it is written, in a text the reader may read", async () => {
		expect([...titlesOf(await search(bench, '"salt spray"', "ben"))].sort()).toEqual(["Draft", "Report"]);
		expect(await search(bench, '"salt spray"', "ben")).toMatchObject({ total: 2 });
		expect([...titlesOf(await search(bench, '"salt spray"'))].sort()).toEqual(["Draft", "Report", "Secret"]);
		expect(titlesOf(await search(bench, '"spray salt"'))).toEqual([]);
	});

	test("an excluded word or phrase takes away every text that holds it", async () => {
		expect([...titlesOf(await search(bench, "salt -draft", "ben"))].sort()).toEqual(["Report", "Shopping"]);
		expect(titlesOf(await search(bench, '"salt spray" -"first draft" -marzipan'))).toEqual(["Report"]);
		expect(titlesOf(await search(bench, 'salt -"salt spray"', "ben"))).toEqual(["Shopping"]);
	});

	test("the last word is found while it is being typed, and marked", async () => {
		for (const query of ["marm", "marmal", "marmalad"]) {
			expect(titlesOf(await search(bench, query, "ben")), query).toEqual(["Marmalade"]);
		}
		const { results } = await search(bench, "oranges and lem");
		expect(results[0]?.highlights.map(([start, end]) => results[0]?.snippet.slice(start, end))).toEqual([
			"Oranges",
			"lemons",
		]);
		expect(titlesOf(await search(bench, "marz", "ben"))).toEqual([]);
	});

	test("where enough texts hold every word, the others are left out", async () => {
		const many = await fill([
			...Array.from({ length: 25 }, (_, index) => ({ title: `Both ${index}`, body: "amber lantern" })),
			...Array.from({ length: 10 }, (_, index) => ({ title: `One ${index}`, body: "amber" })),
		]);
		expect((await search(many, "amber lantern")).total).toBe(25);
		expect((await search(many, "amber lantern quartz")).total).toBe(35);
		expect((await search(many, "amber")).total).toBe(35);
	});

	test("any input gets a useful answer or a typed error, in bounded time", async () => {
		for (const query of ["", "   ", "-salt", '-"salt spray"', "\n\t"]) {
			await expect(search(bench, query), JSON.stringify(query)).rejects.toMatchObject({
				code: "query_empty",
			});
		}
		const words = Array.from({ length: 20_000 }, (_, index) => `mystery${index}`).join(" ");
		for (const query of [
			words,
			`${'"a b" '.repeat(5_000)}`,
			"🌉 🧂",
			"גשר מלח",
			"مِلح رذاذ",
			"'; DROP TABLE entity; --",
			"(a+)+$ [^ \\",
			"%_%",
			"__proto__ constructor",
			"salt ".repeat(20_000),
			"\uD800 salt",
		]) {
			const { message } = await search(bench, query);
			expect(message, query.slice(0, 20)).not.toBe("");
		}
	});
});

describe("[S12] what else a search is given", () => {
	test("a type that does not exist is refused with those that do; a project that does not, holds nothing", async () => {
		const bench = await fill([{ title: "Salt" }]);
		const { reader } = await bench.as("ada");
		await expect(searchEntities(reader, { query: "salt", types: ["note", "nose"] })).rejects.toMatchObject({
			code: "unknown_kind",
		});
		for (const projectId of ["0198a000-0000-7000-8000-00000000ffff", "no project", "'; --"]) {
			expect((await searchEntities(reader, { query: "salt", projectId })).total, projectId).toBe(0);
		}
	});

	test("a question in any script finds the text that answers it", async () => {
		const bench = await fill([
			{ title: "橋梁点検", body: "東京タワーの工事が遅れています。" },
			{ title: "교량 공사", body: "서울 교량 공사 일정이 늦어졌습니다." },
			{ title: "جسر", body: "تأخّر فحصُ المِلح في المدينة." },
			{ title: "גשר", body: "בדיקת המלח מתעכבת." },
			{ title: "Мост", body: "Проверка соли задерживается." },
			{ title: "Γέφυρα", body: "Ο έλεγχος αλατιού καθυστερεί." },
		]);
		for (const [query, title] of [
			["工事の遅れ", "橋梁点検"],
			["교량", "교량 공사"],
			["ملح المدينه", "جسر"],
			["המלח", "גשר"],
			["СОЛИ", "Мост"],
			["ελεγχος", "Γέφυρα"],
		] as const) {
			expect(titlesOf(await search(bench, query))[0], query).toBe(title);
		}
	});
});

describe("[S13] the language of a workspace", () => {
	test("its words are found in their forms, from the next read on, in every process", async () => {
		const bench = await fill([{ title: "Bericht", body: "Die Brücken werden nächste Woche geprüft." }]);
		const other = await Workbench.create(db);
		const legs = async (): Promise<unknown> =>
			(await search(bench, "Brücke")).results[0]?.legs.map(({ leg }) => leg);
		expect(await legs()).not.toContain("words");
		const { reader } = await bench.as("ada");
		await bench.graph.setLanguage(reader, "de");
		expect(await legs()).toContain("words");
		expect((await bench.as("ada")).reader.graph.language.code).toBe("de");
		expect((await other.as("ada")).reader.graph.language.code).toBe("en");
		await bench.create("ada", { kind: "note", title: "Neu", body: "Mit den Hämmern" });
		expect(titlesOf(await search(bench, "Hammer"))).toEqual(["Neu"]);
	});

	test("only those who manage the workspace set it, to a language there are rules for", async () => {
		const bench = await fill([]);
		const ben = await bench.as("ben");
		await expect(bench.graph.setLanguage(ben.reader, "de")).rejects.toMatchObject({ code: "forbidden" });
		const client = serveInProcess({
			skein: new Skein(bench.graph),
			caller: bench.principal("ada"),
		});
		expect(await client.patch("/api/settings", { language: "fr" })).toMatchObject({ language: "fr" });
		expect(await client.get("/api/settings")).toMatchObject({ language: "fr" });
		const ada = await bench.as("ada");
		await expect(bench.graph.setLanguage(ada.reader, "tlh")).rejects.toMatchObject({
			code: "language_unknown",
		});
	});
});

describe("[S18] what a picker offers", () => {
	let bench: Workbench;
	const offered = async (
		q: string,
		person: Person = "ada",
		trigger?: "@" | "[[",
	): Promise<readonly string[]> =>
		(await suggestEntities(await bench.as(person), { q, trigger })).map(({ title }) => title);

	beforeAll(async () => {
		bench = await fill([
			{ title: "Bridge inspection" },
			{ title: "Café Bridge" },
			{ title: "Abridged report" },
			{ title: "Bridge budget", kind: "task" },
			{ title: "Harbour", aliases: ["Bridgehead"] },
			{ title: "Bridge diary", visibility: "private" },
			...Array.from({ length: 10 }, (_, index) => ({ title: `Gannet ${index}` })),
		]);
	});

	test("names that begin so, then words that do; none that the reader may not read", async () => {
		const titles = await offered("bri", "ben");
		expect([...titles.slice(0, 3)].sort()).toEqual(["Bridge budget", "Bridge inspection", "Harbour"]);
		expect(titles[3]).toBe("Café Bridge");
		expect(titles).toHaveLength(4);
		expect(await offered("bri", "ada")).toContain("Bridge diary");
		expect(await offered("bri", "ben", "[[")).not.toContain("Bridge budget");
		expect(await offered("cafe b", "ben")).toEqual(["Café Bridge"]);
		expect(await offered("insp brid", "ben")).toEqual(["Bridge inspection"]);
	});

	test("a slip is forgiven, and at most eight are offered", async () => {
		expect(await offered("birdge inspection", "ben")).toEqual(["Bridge inspection"]);
		expect(await offered("gannet", "ben")).toHaveLength(8);
		expect(await offered("zzz", "ben")).toEqual([]);
	});

	test("what one used lately and often comes sooner, for oneself alone", async () => {
		const { reader, activity } = await bench.as("ben");
		const id = reader.graph.find("Gannet 3")?.id ?? "";
		expect((await offered("gannet", "ben"))[0]).not.toBe("Gannet 3");
		for (let times = 0; times < 3; times += 1) await activity.recordView(id);
		expect((await offered("gannet", "ben"))[0]).toBe("Gannet 3");
		expect((await offered("", "ben"))[0]).toBe("Gannet 3");
		expect(await offered("", "ben")).toHaveLength(8);
		expect((await offered("gannet", "cy"))[0]).not.toBe("Gannet 3");
	});

	test("whatever is typed is answered", async () => {
		for (const q of ["🌉", "(((", "x".repeat(10_000), "%", "גשר", "the", "-", '"', "東"]) {
			expect(Array.isArray(await offered(q)), q.slice(0, 10)).toBe(true);
		}
	});
});

describe("[S19] names that nobody linked", () => {
	let bench: Workbench;
	const find = async (person: Person, title: string) => {
		const { reader } = await bench.as(person);
		return findUnlinkedMentions(reader, reader.graph.find(title)?.id ?? "");
	};
	const places = (mentions: readonly UnlinkedMention[]): readonly string[] =>
		mentions.map(({ source, target, text }) => `${source.title}: ${text} → ${target.title}`).sort();

	beforeAll(async () => {
		bench = await fill([
			{ title: "Salt Spray Test", aliases: ["SST-4"] },
			{ title: "Kestrel" },
			{
				title: "Week 12",
				body: "The salt-spray test and Kestrel.\n\nSee [[Salt Spray Test]] and `salt spray test`, https://x.org/salt-spray-test.\n\nSST-4 again, kestrel not.",
			},
			{ title: "Secret week", body: "A salt spray test.", visibility: "private" },
			{ title: "Twin", body: "" },
			{ title: "Twin", body: "Twin names nobody can tell apart." },
		]);
	});

	test("are found in other texts with their block and place, outside links, code and addresses", async () => {
		const { incoming } = await find("ben", "Salt Spray Test");
		expect(places(incoming)).toEqual([
			"Week 12: SST-4 → Salt Spray Test",
			"Week 12: salt-spray test → Salt Spray Test",
		]);
		const { reader } = await bench.as("ben");
		for (const { source, blockId, start, end, text, excerpt } of incoming) {
			const { body } = await reader.rows.get(source.id);
			const block = (await reader.rows.blocks(source.id)).find(({ id }) => id === blockId);
			expect(body.slice(start, end)).toBe(text);
			expect(block && block.start_offset <= start && end <= block.end_offset).toBe(true);
			expect(excerpt).toContain(text);
		}
		expect(places((await find("ada", "Salt Spray Test")).incoming)).toContain(
			"Secret week: salt spray test → Salt Spray Test",
		);
	});

	test("are found in one's own text", async () => {
		expect(places((await find("ben", "Week 12")).outgoing)).toEqual([
			"Week 12: Kestrel → Kestrel",
			"Week 12: SST-4 → Salt Spray Test",
			"Week 12: salt-spray test → Salt Spray Test",
		]);
	});

	test("a name that two things bear is nobody's", async () => {
		const { reader } = await bench.as("ben");
		for (const { id, title } of reader.graph.nodes()) {
			if (title === "Twin") expect((await findUnlinkedMentions(reader, id)).incoming).toEqual([]);
		}
	});
});
