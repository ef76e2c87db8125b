import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildContext } from "../../src/context/build-context.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { queryGraph } from "../../src/graph/query-graph.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { type ImportOptions, runImport } from "../../src/graph/transfer/run-import.ts";
import type { ImportReport } from "../../src/graph/transfer/source/import-report.ts";
import type { TableMapping } from "../../src/graph/transfer/source/table-mapping.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { type Files, Folders, writeFiles } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

const bring = async (
	bench: Workbench,
	path: string,
	more: Partial<ImportOptions> = {},
): Promise<ImportReport> =>
	runImport({ imports: (await bench.as("ada")).imports, source: "markdown", path, ...more });

async function find(bench: Workbench, title: string): Promise<Entity> {
	const { reader } = await bench.as("ada");
	const node = [...reader.graph.nodes()].find((candidate) => candidate.title === title);
	return reader.rows.get(node?.id ?? title);
}

/** The edges that lead away from it. */
const edgesOf = async (bench: Workbench, title: string): Promise<readonly string[]> =>
	(await bench.edgesOf("ada", (await find(bench, title)).id)).filter((edge) => edge.includes(">"));

const rowsOf = async (bench: Workbench, wql: string): Promise<readonly string[]> => {
	const { reader } = await bench.as("ada");
	const { rows } = queryGraph(reader.graph, { wql, timeZone: "UTC", now: new Date() });
	return rows.map(({ title }) => title).sort();
};

interface Rfc {
	readonly number: number;
	readonly title: string;
	readonly status: string;
	readonly author: string;
	readonly requires?: string;
	readonly more?: string;
	readonly body?: string;
}

const writeRfc = ({ number, title, status, author, requires, more = "", body = "Text.\n" }: Rfc): Files => ({
	[`rfcs/rfc-${number}.md`]: `---\nrfc: ${number}\ntitle: ${title}\nstatus: ${status}\nauthor: ${author}\ncreated: 2024-0${number}-01\narea: ${number % 2 ? "wire" : "store"}\n${requires === undefined ? "" : `requires: ${requires}\n`}${more}---\n\n${body}`,
});

const RFCS: Files = {
	...writeRfc({ number: 1, title: "Frames", status: "Final", author: "Ada Byron (@ada)" }),
	...writeRfc({
		number: 2,
		title: "Cells",
		status: "Draft",
		author: "Ben Otter <ben@example.org>",
		requires: "1",
	}),
	...writeRfc({
		...{ number: 3, title: "Rows", status: "Draft", author: "Ada Byron (@ada), Cy Finch", requires: "1, 2" },
		more: "superseded-by: rfc-4\n",
	}),
	...writeRfc({ number: 4, title: "Tables", status: "Final", author: "'@cy'", requires: "9" }),
	...writeRfc({ number: 5, title: "Sheets", status: "Withdrawn", author: "Cy Finch" }),
	...writeRfc({ number: 6, title: "Books", status: "Draft", author: "Ada Byron (@ada)" }),
};

describe("[T16] the frontmatter of a folder", () => {
	test("of a vault with several sorts of texts makes a kind for each folder, and notes stay notes", async () => {
		const bench = await Workbench.create(db);
		const write = (path: string, keys: string, body = "Text."): Files => ({
			[path]: `---\n${keys}\n---\n\n${body}\n`,
		});
		const book = (name: string, author: string, year: number, status: string): Files =>
			write(`Books/${name}.md`, `author: "[[${author}]]"\nyear: ${year}\nrating: 4\nstatus: ${status}`);
		const person = (name: string, email: string): Files =>
			write(`People/${name}.md`, `role: Writer\nemail: ${email}\nborn: 1960-02-03`);
		const meeting = (folder: string, name: string, minutes: number): Files =>
			write(
				`Meetings/${folder}/${name}.md`,
				`attendees: ["[[Ada Byron]]", "[[Cy Finch]]"]\nproject: Bridge\nduration: ${minutes}`,
			);
		const vault = {
			...book("Tides", "Ada Byron", 2001, "read"),
			...book("Dunes", "Cy Finch", 2004, "reading"),
			...book("Marsh", "Ada Byron", 2009, "read"),
			...person("Ada Byron", "ada@example.org"),
			...person("Ben Otter", "ben@example.org"),
			...person("Cy Finch", "cy@example.org"),
			...meeting("2024", "Kick-off", 30),
			...meeting("2024", "Review", 60),
			...meeting("2024", "Close", 45),
			...meeting("2025", "Restart", 20),
			...meeting("2025", "Plan", 90),
			...meeting("2025", "Retro", 15),
			"Ideas/Kite.md": "A kite over the marsh, see [[Marsh]].\n",
		};
		const path = await folders.make(vault);
		const plan = await bring(bench, path, { dryRun: true });
		expect(Object.keys(plan.mapping?.folders ?? {}).sort()).toEqual(["Books", "Meetings", "People"]);
		expect(plan.keys?.find(({ key }) => key === "year")).toMatchObject({
			folder: "Books",
			count: 3,
			fitting: 3,
		});
		await bring(bench, path);
		expect((await find(bench, "Kite")).kind).toBe("note");
		expect(await rowsOf(bench, "SELECT b FROM Book WHERE b.state = 'read' AND b.year > 2001")).toEqual([
			"Marsh",
		]);
		expect(await rowsOf(bench, "SELECT m FROM Meeting WHERE m.duration >= 60")).toEqual(["Plan", "Review"]);
		expect(await rowsOf(bench, "SELECT p FROM Person")).toEqual(["Ada Byron", "Ben Otter", "Cy Finch"]);
		expect((await find(bench, "Ada Byron")).props).toMatchObject({
			email: "ada@example.org",
			role: "Writer",
		});
		expect(await edgesOf(bench, "Tides")).toEqual([expect.stringContaining("author")]);

		expect((await bring(bench, path)).entities).toEqual({ created: 0, updated: 0, skipped: 13 });
		const mapping = plan.mapping as TableMapping;
		const renamed = {
			...mapping,
			folders: { ...mapping.folders, Meetings: { ...mapping.folders?.Books, kind: "Book", columns: {} } },
		};
		const again = await bring(await Workbench.create(db), path, { mapping: renamed, dryRun: true });
		expect(again.plan?.filter(({ kind }) => kind === "Meeting")).toEqual([]);
		const nested = {
			kind: "note",
			columns: {},
			folders: { Books: { kind: "Book", columns: {}, folders: {} } },
		};
		await expect(bring(bench, path, { mapping: nested })).rejects.toMatchObject({ code: "mapping_invalid" });
	});

	test("with a handle that YAML does not take is read all the same, and a file named for an address is called by its heading", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			"ada-byron.md": "---\nrole: Smith\nlead: @linus\n---\n\n# Ada Byron\n\nText.\n",
			"Kite plan.md": "# Something else\n\nSee [[ada-byron]] and [[Ada Byron]].\n",
		});
		const { losses } = await bring(bench, path);
		expect(losses).toEqual([]);
		const ada = await find(bench, "Ada Byron");
		expect(ada.props.frontmatter).toMatchObject({ role: "Smith", lead: "@linus" });
		expect(await edgesOf(bench, "Kite plan")).toEqual(["mentions>Ada Byron (link)"]);
	});

	test("of folders with the same keys is one kind, whatever else lies next to them", async () => {
		const bench = await Workbench.create(db);
		const texts = ["net", "node", "apps"].flatMap((topic) =>
			[1, 2, 3].map((n) => [
				`proposals/${topic}/${topic}-${n}.md`,
				`---\nstatus: draft\nowner: Ada Byron\nsize: ${n}\nscope: ${topic}\n---\n\nText.\n`,
			]),
		);
		const others = ["a", "b", "c"].map((name) => [
			`people/${name}.md`,
			"---\nrole: Smith\nteam: Iron\nborn: 1980-01-02\n---\n\nText.\n",
		]);
		const path = await folders.make(Object.fromEntries([...texts, ...others]));
		const { mapping } = await bring(bench, path, { dryRun: true });
		expect(mapping?.folders && Object.keys(mapping.folders).sort()).toEqual(["people", "proposals"]);
	});

	test("becomes a kind with a state, people, choices, dates and relations, which queries find", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make(RFCS);
		const planned = await bring(bench, path, { dryRun: true });
		expect(planned.mapping).toMatchObject({
			kind: "RFC",
			columns: {
				rfc: { to: "id" },
				status: { to: "state" },
				author: { to: "people", name: "author" },
				requires: { to: "relation", rel: "requires" },
				area: { to: "field", name: "area", type: "select", options: ["store", "wire"] },
				"superseded-by": { to: "relation", rel: "superseded_by" },
			},
		});
		expect(planned.keys).toContainEqual({
			...{ key: "requires", count: 3, fitting: 3, examples: ["1", "1, 2", "9"] },
			use: { to: "relation", rel: "requires" },
		});

		const report = await bring(bench, path);
		expect(report.entities).toEqual({ created: 10, updated: 0, skipped: 0 });
		expect(report.losses).toEqual([
			expect.objectContaining({ what: "1 text named by requires", where: "9 in rfcs/rfc-4.md" }),
		]);
		const rows = await find(bench, "Rows");
		expect(rows).toMatchObject({ kind: "RFC", state_key: "Draft" });
		expect(rows.aliases).toContain("RFC-3");
		expect(rows.created_at.slice(0, 10)).toBe("2024-03-01");
		expect(await edgesOf(bench, "Rows")).toEqual([
			"author>Ada Byron (field)",
			"author>Cy Finch (field)",
			"requires>Cells",
			"requires>Frames",
			"superseded_by>Tables",
		]);
		expect(await rowsOf(bench, "SELECT r FROM RFC WHERE r.state = 'Draft'")).toEqual([
			"Books",
			"Cells",
			"Rows",
		]);
		expect(await rowsOf(bench, "SELECT r FROM RFC WHERE r.area = 'wire' AND r.state = 'Final'")).toEqual([
			"Frames",
		]);
		expect(await rowsOf(bench, "SELECT r FROM RFC WHERE r.author = 'Ada Byron'")).toEqual([
			"Books",
			"Frames",
			"Rows",
		]);

		const again = await bring(bench, path);
		expect(again).toMatchObject({ entities: { created: 0, updated: 0, skipped: 10 }, edges: { created: 0 } });
	});

	test("a name in a link may have commas of its own", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			...RFCS,
			...writeRfc({
				...{ number: 7, title: "'Leaves, wide and narrow'", status: "Draft", author: "Cy Finch" },
				requires: "['[[Cells]], [[Sheets]]', '[[Books]]']",
			}),
			...writeRfc({
				...{ number: 8, title: "Trees", status: "Draft", author: "Cy Finch" },
				requires: "['[[Leaves, wide and narrow]]', '[[Cells]]']",
			}),
		});
		const { losses } = await bring(bench, path);
		expect(losses.map(({ where }) => where)).toEqual(["9 in rfcs/rfc-4.md"]);
		const required = async (title: string) =>
			(await edgesOf(bench, title)).filter((edge) => edge.startsWith("requires"));
		expect(await required("Trees")).toEqual(["requires>Cells", "requires>Leaves, wide and narrow"]);
		expect(await required("Leaves, wide and narrow")).toEqual([
			"requires>Books",
			"requires>Cells",
			"requires>Sheets",
		]);
	});

	test("Markdown links name texts as wikilinks do, and are no people", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			...RFCS,
			...writeRfc({
				...{ number: 7, title: "Leaves", status: "Draft", author: "Cy Finch" },
				requires: "'[RFC 2, on cells](rfc-2.md)'",
				more: "replaces: '[RFC 5](./rfc-5.md)'\n",
			}),
			...writeRfc({
				...{ number: 8, title: "Trees", status: "Draft", author: "Cy Finch" },
				more: "replaces: '[RFC 6](rfc-6.md), [RFC 1](rfc-1.md)'\n",
			}),
		});
		const { losses } = await bring(bench, path);
		expect(losses.map(({ where }) => where)).toEqual(["9 in rfcs/rfc-4.md"]);
		expect(await edgesOf(bench, "Leaves")).toEqual(
			expect.arrayContaining(["requires>Cells", "replaces>Sheets"]),
		);
		expect(await edgesOf(bench, "Trees")).toEqual(
			expect.arrayContaining(["replaces>Books", "replaces>Frames"]),
		);
		expect(await rowsOf(bench, "SELECT p FROM Person")).toEqual(["Ada Byron", "Ben Otter", "Cy Finch", "cy"]);
	});

	test("notes that call one another by number keep these relations in every further run", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			"rfc-1.md": "---\nrfc: 1\n---\nOne.\n",
			"rfc-2.md": "---\nrfc: 2\nrequires: 1\n---\nTwo.\n",
			"rfc-3.md": "---\nrfc: 3\nrequires: 1, 2\n---\nThree.\n",
		});
		expect((await bring(bench, path)).losses).toEqual([]);
		const edges = await edgesOf(bench, "rfc-3");
		expect(edges).toEqual(["references>rfc-1", "references>rfc-2"]);
		await writeFiles(path, { "rfc-3.md": "---\nrfc: 3\nrequires: 1, 2\n---\nThree, again.\n" });
		expect(await bring(bench, path)).toMatchObject({ losses: [], entities: { updated: 1 } });
		expect(await edgesOf(bench, "rfc-3")).toEqual(edges);
	});

	test("a key that came after the mapping stays plain, and says so", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make(RFCS);
		await bring(bench, path);
		await writeFiles(
			path,
			writeRfc({ number: 6, title: "Books", status: "Draft", author: "Cy Finch", more: "parent: 2\n" }),
		);
		expect((await bring(bench, path)).losses).toContainEqual(
			expect.objectContaining({ what: "the new key parent", where: "1 value: relation part_of" }),
		);
	});

	test("is said once in a context, as it was written, until a field is changed", async () => {
		const bench = await Workbench.create(db);
		await bring(bench, await folders.make(RFCS));
		const ask = async (): Promise<string> => {
			const { reader } = await bench.as("ada");
			const request = {
				query: "Which area is RFC-2 of?",
				type: "chat" as const,
				now: "2026-03-31T09:00:00.000Z",
			};
			return (await buildContext({ reader, request })).serialized;
		};
		const before = await ask();
		expect(before.match(/area: store/g)).toHaveLength(1);
		const { id, version, props } = await find(bench, "Cells");
		await bench.commit("ada", { op: "update", id, version, patch: { props: { ...props, area: "wire" } } });
		const after = await ask();
		expect(after).toContain("area: wire");
		expect(after).not.toContain("area: store");
	});

	test("a key of which one value does not fit stays plain, and says so; a mapping decides otherwise and is kept", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			...RFCS,
			...writeRfc({ number: 7, title: "Pens", status: "Draft", author: "42 people of the list" }),
		});
		const report = await bring(bench, path, { dryRun: true });
		expect(report.mapping?.columns.author).toEqual({ to: "ignore" });
		expect(report.losses).toContainEqual(
			expect.objectContaining({
				what: "the key author",
				where: "1 of 7 values do not fit: field author, people",
			}),
		);
		const mapping: TableMapping = {
			kind: "Standard",
			columns: { ...report.mapping?.columns, author: { to: "people", name: "written_by" } },
		};
		await bring(bench, path, { mapping });
		expect(await rowsOf(bench, "SELECT s FROM Standard WHERE s.written_by = 'Ada Byron'")).toEqual([
			"Books",
			"Frames",
			"Rows",
		]);
		await writeFiles(path, writeRfc({ number: 8, title: "Ink", status: "Living", author: "Cy Finch" }));
		expect(await bring(bench, path)).toMatchObject({ mapping, entities: { created: 1, skipped: 12 } });
		expect(await find(bench, "Ink")).toMatchObject({ kind: "Standard", state_key: "Living" });
	});

	test("stays as it is when asked, in a folder that was imported so, and where texts share no keys", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make(RFCS);
		expect(await bring(bench, path, { isPlain: true })).toMatchObject({ entities: { created: 6 } });
		expect(await find(bench, "Rows")).toMatchObject({ kind: "note", state_key: null });
		const again = await bring(bench, path);
		expect(again.entities).toEqual({ created: 0, updated: 0, skipped: 6 });
		expect(again.mapping).toBeUndefined();

		const mixed = await folders.make({
			"one.md": "---\nmood: calm\nup: two\n---\nText.\n",
			"two.md": "---\nrating: 4\n---\nText.\n",
			"three.md": "---\ncolour: red\nup: '[[one]]'\n---\nText.\n",
		});
		await bring(bench, mixed);
		expect(await find(bench, "one")).toMatchObject({ kind: "note" });
		expect(await edgesOf(bench, "one")).toEqual(["references>two"]);
		expect(await edgesOf(bench, "three")).toEqual(["references>one"]);
	});
});

describe("[T17] links of a folder", () => {
	test("lead to files, folders, names without ending, definitions and anchors; what leads nowhere is reported once", async () => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			"top.md":
				"[a](./deep) [b](./deep/) [c](deep/leaf) [d][there] [e](gone/away) [f](#place)\n\n<a href='deep/twig.md'>g</a> `[h](deep/none)`\n\n[there]: deep/bud.md \"Bud\"\n[^1]: deep/footnote.md\n",
			"deep/README.md":
				"# The deep\n\nSee https://example.org/repo/tree/main/deep/0007-far-leaf and [x](https://example.org/deep/leaf).\n",
			"deep/leaf.md": "Leaf.\n",
			"deep/twig.md": "Twig.\n",
			"deep/bud.md":
				"---\nsee: '[leaf](leaf.md)'\n---\nBud. [far](https://example.org/repo/tree/main/deep/0007-far-leaf)\n",
			"deep/0007-far-leaf.md": "Far.\n",
		});
		const { losses } = await bring(bench, path);
		expect(await edgesOf(bench, "top")).toEqual([
			"references>The deep",
			"references>bud",
			"references>leaf",
			"references>twig",
		]);
		expect(await edgesOf(bench, "bud")).toEqual(["references>leaf"]);
		expect(await edgesOf(bench, "The deep")).toEqual([]);
		expect(losses).toEqual([
			expect.objectContaining({ what: "1 Markdown link to a file", where: "gone/away in top.md" }),
		]);
	});

	test.each([
		["[f](there.md)", "there"],
		["[f](there.md 'Title')", "there"],
		['[f]( there.md "Title" )', "there"],
		["[f](there.md (Title))", "there"],
		["[f](<two words.md>)", "two words"],
		['[f](there.md "a title\nof two lines")', "there"],
		["[f](two%20words.md#part)", "two words"],
		["[f](plain.txt)", "plain"],
		["[f](release-1.2)", "release-1.2"],
		["[f](release-1.2.md)", "release-1.2"],
		["[![picture](https://example.org/a.png)](there.md)", "there"],
		["[f][name]\n\n[name]: <two words.md>", "two words"],
		["<a href=there.md>f</a>", "there"],
		['<a class="x" HREF = "there.md">f</a>', "there"],
		["[f](gone.md 'Title')", "1 Markdown link to a file: gone.md in top.md"],
		["[f](gone.txt)", "1 link to a file: gone.txt in top.md"],
		["[f](release-9.9)", "1 link to a file: release-9.9 in top.md"],
		["<a href=gone>f</a>", "1 Markdown link to a file: gone in top.md"],
		["![](gone.png) [f](gone.png)", "2 links to files: gone.png in top.md"],
		["[[gone]]", "1 link to names that nothing here answers to: [[gone]] (1)"],
		["---\nsee: '[f](gone.pdf)'\n---\n", "1 link to a file: gone.pdf in top.md"],
		["---\nsee: '[[gone]]'\n---\n", "1 link in frontmatter: [[gone]] in top.md"],
	])("%s: %s", async (text, found) => {
		const bench = await Workbench.create(db);
		const path = await folders.make({
			"top.md": text,
			...{ "there.md": "text", "two words.md": "text", "plain.txt": "text", "release-1.2.md": "text" },
		});
		const { losses } = await bring(bench, path);
		const reported = losses.map(({ what, where }) => `${what}: ${where}`);
		const edges = (await edgesOf(bench, "top")).map((edge) => edge.replace(/^\w+>| \(link\)$/g, ""));
		expect([...edges, ...reported]).toEqual([found]);
	});
});
