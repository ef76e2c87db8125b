import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";
import type { Entity } from "../../src/graph/model/entity.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import type { ImportReport } from "../../src/graph/transfer/source/import-report.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { DRAWING, makeDocx, table, word } from "./make-docx.ts";
import { makePdf } from "./make-pdf.ts";
import { readDocsTable } from "./read-docs-table.ts";
import { type Files, Folders, writeFiles, zip } from "./write-folder.ts";

const folders = new Folders();
let db: Db;
beforeAll(async () => {
	db = (await TEST_ENGINES[0]?.open()) as Db;
});
afterAll(async () => {
	await db.close();
	await folders.remove();
});

const REPORT = makePdf(
	[
		[
			{ text: "Harbour report", y: 760, size: 8 },
			{ text: "The crane", y: 720, size: 20 },
			{ text: "It was in-", y: 690 },
			{ text: "spected in spring, and its well-known arm of", y: 676 },
			{ text: "1", y: 40 },
		],
		[
			{ text: "Harbour report", y: 760, size: 8 },
			{ text: "forty tons was found sound.", y: 720 },
			{ text: "Each day costs less than [[a rope]] does.", y: 680 },
			{ text: "2", y: 40 },
		],
		...["Third page.", "Fourth page."].map((text, at) => [
			{ text: "Harbour report", y: 760, size: 8 },
			{ text, y: 720 },
			{ text: String(at + 3), y: 40 },
		]),
		[],
	],
	{
		...{ Title: "Crane report 2024", Author: "Ben", Subject: "What was found.", Keywords: "crane; spring" },
		CreationDate: "D:20240301120000+01'00'",
		ModDate: "D:20240302120000Z",
	},
);

const makeContract = (): Promise<Uint8Array> =>
	makeDocx(
		[
			word("Contract", "Heading1"),
			word("Between [[us]] and snake_case &amp; co."),
			word("Set in our way", "Ours"),
			table([
				["Item", "Price"],
				["Rope", "3"],
			]),
			DRAWING,
		].join(""),
		{
			properties: {
				...{ "dc:title": "Crane contract", "dc:creator": "Cy &amp; Dot", "cp:keywords": "crane, money" },
				...{ "dcterms:created": "2024-01-02T03:04:05Z", "dcterms:modified": "2024-01-03T03:04:05Z" },
			},
			comments: ["Why?"],
		},
	);

class Import {
	readonly bench: Workbench;
	readonly report: ImportReport;
	readonly path: string;

	private constructor(bench: Workbench, report: ImportReport, path: string) {
		this.bench = bench;
		this.report = report;
		this.path = path;
	}

	static async of(path: string, source = "documents"): Promise<Import> {
		const bench = await Workbench.create(db);
		const { imports } = await bench.as("ada");
		return new Import(bench, await runImport({ imports, source, path }), path);
	}

	async find(title: string): Promise<Entity> {
		const { reader } = await this.bench.as("ada");
		const node = [...reader.graph.nodes()].find((candidate) => candidate.title === title);
		return reader.rows.get(node?.id ?? title);
	}

	async edgesOf(title: string): Promise<readonly string[]> {
		return this.bench.edgesOf("ada", (await this.find(title)).id);
	}

	async kinds(): Promise<readonly string[]> {
		const { reader } = await this.bench.as("ada");
		return [...reader.graph.nodes()].map(({ kind, title }) => `${kind} ${title}`).sort();
	}

	get losses(): readonly string[] {
		return this.report.losses.map(({ what, where, why }) => `${what} | ${where} | ${why}`);
	}
}

async function copyFixture(): Promise<string> {
	const path = await folders.make();
	await cp(join(root, "src/graph/transfer/sources/documents/fixture"), path, { recursive: true });
	await writeFiles(path, {
		"report.pdf": REPORT,
		"contract.docx": await makeContract(),
		"broken.pdf": "%PDF-1.4 nothing",
		"broken.docx": "no archive",
	});
	return path;
}

describe("[T22] documents carry what their table says", () => {
	let brought: Import;
	beforeAll(async () => {
		brought = await Import.of(await copyFixture());
	});
	const expectLosses = (...places: readonly string[]): void => {
		for (const place of places) expect(brought.losses).toContainEqual(expect.stringContaining(place));
	};

	const checks: Readonly<Record<string, () => Promise<void>>> = {
		"HTML: `<title>`, else `og:title`, else the first `<h1>`": async () => {
			expect(await brought.kinds()).toEqual([
				"document Crane contract",
				"document Crane report 2024",
				"document Harbour handbook",
				"document Tides",
				"note Crane",
			]);
		},
		"HTML: `<meta>` description, author, keywords, dates; `lang`": async () => {
			expect(await brought.find("Harbour handbook")).toMatchObject({
				description: "How the harbour works.",
				state_key: "ready",
				created_at: "2024-03-01T08:00:00.000Z",
				updated_at: "2024-04-02T00:00:00.000Z",
				props: { tags: ["harbour", "tides"], frontmatter: { author: "Ada Byron", language: "en" } },
			});
		},
		"HTML: `<main>`, else the only `<article>`, else the page": async () => {
			const { body } = await brought.find("Harbour handbook");
			expect(body).toBe(`# Harbour handbook

Ships come in with the [tides](tides.html#spring), and the [crane](../crane.md) is **never** left alone. The [old rules](lost.html) are gone. Call \`open_gate()\`; see \\[\\[no link]].

- Ropes
  - long
- [x] Lamps

| Gate | Width |
| - | - |
| North | 12 m |

\`\`\`sh
open --gate north
\`\`\`

> Slow is smooth.

![The gate](gate.png)
`);
		},
		"HTML: pictures of the same folder": async () => {
			expect(Object.keys((await brought.find("Harbour handbook")).held_files)).toEqual(["pages/gate.png"]);
		},
		"HTML: navigation bars, footers, videos, drawings, embedded pages": async () =>
			expectLosses("1 navigation bar | pages/index.html", "1 page footer | pages/index.html"),
		"PDF: its title, else the first heading, else the file name": async () => {
			expect(await brought.find("Crane report 2024")).toMatchObject({ aliases: ["report", "report.pdf"] });
		},
		"PDF: author, subject, keywords, dates": async () => {
			expect(await brought.find("Crane report 2024")).toMatchObject({
				description: "What was found.",
				created_at: "2024-03-01T11:00:00.000Z",
				updated_at: "2024-03-02T12:00:00.000Z",
				props: { tags: ["crane", "spring"], frontmatter: { author: "Ben", pages: 5 } },
			});
		},
		"PDF: lines of text": async () => {
			const { body } = await brought.find("Crane report 2024");
			expect(body).toBe(`Harbour report

# The crane

It was inspected in spring, and its well-known arm of forty tons was found sound.

Each day costs less than \\[\\[a rope]] does.

Third page.

Fourth page.
`);
		},
		"PDF: running heads, pages without text": async () =>
			expectLosses("7 running heads and page numbers | report.pdf", "1 page without text | report.pdf"),
		"PDF: pictures, tables, columns as they look": async () => {
			expect(Object.keys((await brought.find("Crane report 2024")).held_files)).toEqual(["report.pdf"]);
			expectLosses("1 PDF file | report.pdf | Only its text is read");
		},
		"DOCX: title, author, description, keywords, dates": async () => {
			expect(await brought.find("Crane contract")).toMatchObject({
				created_at: "2024-01-02T03:04:05.000Z",
				updated_at: "2024-01-03T03:04:05.000Z",
				props: { tags: ["crane", "money"], frontmatter: { author: "Cy & Dot" } },
			});
		},
		"DOCX: headings, lists, tables, links, footnotes, bold and italic": async () => {
			expect((await brought.find("Crane contract")).body).toBe(`# Contract

Between \\[\\[us]] and snake_case & co.

Set in our way

| Item | Price |
| - | - |
| Rope | 3 |

![a point](contract.docx-1.png)
`);
		},
		"DOCX: pictures": async () => {
			const { held_files } = await brought.find("Crane contract");
			expect(Object.keys(held_files).sort()).toEqual(["contract.docx", "contract.docx-1.png"]);
		},
		"DOCX: comments, styles of one's own": async () =>
			expectLosses("1 comment | contract.docx", "1 style | contract.docx"),
		"a link to another file of the folder": async () => {
			expect(await brought.edgesOf("Harbour handbook")).toEqual([
				...["references<Crane", "references<Tides", "references>Crane", "references>Tides"],
			]);
			expect(await brought.edgesOf("Tides")).toEqual([
				...["references<Harbour handbook", "references>Crane report 2024"],
				"references>Harbour handbook",
			]);
			expect(await brought.edgesOf("Crane")).toEqual([
				...["mentions>Crane contract (link)", "references<Harbour handbook"],
				"references>Crane report 2024",
				"references>Harbour handbook",
			]);
		},
		"a link to a file that is not there": async () =>
			expectLosses("1 link to a file | lost.html in pages/index.html"),
		"a file that is broken, encrypted, too large, or takes too long": async () =>
			expectLosses("a file | broken.pdf | It is no PDF file", "a file | broken.docx | It is no DOCX file"),
	};
	const rows = readDocsTable("Web pages, PDF and Word files");

	test.each(rows)("%s", async (row) => {
		expect(Object.keys(checks)).toContain(row);
		await checks[row]?.();
	});

	test("each row that is checked is in the table, and nothing else was lost", () => {
		expect(Object.keys(checks)).toEqual(rows);
		expect(brought.losses).toHaveLength(10);
	});

	test("a second run changes nothing; what has changed is updated", async () => {
		const { imports } = await brought.bench.as("ada");
		const run = () => runImport({ imports, source: "documents", path: brought.path });
		expect((await run()).entities).toEqual({ created: 0, updated: 0, skipped: 5 });
		await writeFile(join(brought.path, "pages/tides.html"), "<title>Tides</title><p>Thrice.");
		expect((await run()).entities).toEqual({ created: 0, updated: 1, skipped: 4 });
		expect((await brought.find("Tides")).body).toBe("Thrice.\n");
	});
});

describe("one format", () => {
	const files: Files = { "a.html": '<p>See <a href="b.pdf">b</a>', "b.pdf": REPORT, "c.md": "note" };

	test.each([
		["html", ["document a"]],
		["pdf", ["document Crane report 2024"]],
	])("%s reads that alone", async (source, titles) => {
		const brought = await Import.of(await folders.make(files), source);
		expect(await brought.kinds()).toEqual(titles);
		expect(brought.losses).toContainEqual(expect.stringContaining("c.md"));
	});

	test("a PDF file that a page names is kept with it, where it is no document itself", async () => {
		const brought = await Import.of(await folders.make(files), "html");
		expect(Object.keys((await brought.find("a")).held_files)).toEqual(["b.pdf"]);
	});

	test("a single file, and an archive", async () => {
		const folder = await folders.make({
			"b.pdf": REPORT,
			"Pages.zip": await zip({ "in/a.html": "<h1>In</h1>" }),
		});
		expect((await Import.of(join(folder, "b.pdf"), "pdf")).report.entities.created).toBe(1);
		expect(await (await Import.of(join(folder, "Pages.zip"), "html")).kinds()).toEqual(["document In"]);
	});

	test("Markdown keeps the PDF files that its notes name, and makes no documents of them", async () => {
		const folder = await folders.make({ "a.md": "See [b](b.pdf).", "b.pdf": REPORT });
		const brought = await Import.of(folder, "markdown");
		expect(await brought.kinds()).toEqual(["note a"]);
		expect(Object.keys((await brought.find("a")).held_files)).toEqual(["b.pdf"]);
	});
});

test("pages of a site are called without its name, and headings are no links to themselves", async () => {
	const page = (name: string, heading: string): string =>
		`<title>${name} - Harbour - docs</title><h1>${heading}</h1>`;
	const folder = await folders.make({
		"a.html": page("One", '<a href="#one">One</a>'),
		"b.html": page("Two - a", 'Two <a href="#two">¶</a>'),
		"c.html": page("Three", '<a href="a.html">Three</a>'),
		"d.html": "<title>Four - alone</title>",
	});
	const brought = await Import.of(folder, "html");
	expect(await brought.kinds()).toEqual([
		...[
			"document Four - alone",
			"document One - Harbour",
			"document Three - Harbour",
			"document Two - a - Harbour",
		],
	]);
	const bodies = ["One - Harbour", "Two - a - Harbour", "Three - Harbour"].map(
		async (title) => (await brought.find(title)).body,
	);
	expect(await Promise.all(bodies)).toEqual(["# One\n", "# Two\n", "# [Three](a.html)\n"]);
});

test("a page says its encoding, is called by its folder, and keeps what is beside its main part out", async () => {
	const folder = await folders.make({
		"old.html": Buffer.concat([Buffer.from('<meta charset="iso-8859-1"><title>Caf'), Buffer.from([0xe9])]),
		"shop/index.html": "<body><p>No title. <a href='gone/'>gone</a></p><svg></svg></body>",
	});
	const brought = await Import.of(folder, "html");
	expect(await brought.kinds()).toEqual(["document Café", "document shop"]);
	expect(brought.losses).toContainEqual(expect.stringContaining("1 link to a page | shop/index.html"));
	expect(brought.losses).toContainEqual(expect.stringContaining("1 drawing | shop/index.html"));
});
