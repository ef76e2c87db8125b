import { expect, test } from "vitest";
import { readChosen } from "./read-chosen.ts";

const pick = (...paths: readonly string[]) =>
	paths.map((path) => ({ path, content: new File(["words"], path.split("/").at(-1) ?? "") }));

test.each([
	["Table.csv", "csv"],
	["linear-issues.csv", "linear"],
	["everything.jsonl", "jsonl"],
	["issues.json", "github"],
	["Export-0a1b2c3d-0001.zip", "notion"],
	["Vault.zip", "obsidian"],
	["Report.PDF", "pdf"],
	["letter.docx", "docx"],
	["page.htm", "html"],
])("%s is sent as it is, and taken for %s", (name, guess) => {
	expect(readChosen(pick(name))).toMatchObject({ name, guess, bytes: 5 });
});

test("a folder becomes one archive of its name, without what other programs keep in it", () => {
	const chosen = readChosen(
		pick("Vault/.obsidian/app.json", "Vault/a.md", "Vault/.git/HEAD", "Vault/.DS_Store"),
	);
	expect(chosen).toMatchObject({ name: "Vault.zip", guess: "obsidian", bytes: 10 });
});

test("a folder of plain Markdown is taken for that", () => {
	expect(readChosen(pick("Texts/a.md", "Texts/b.md"))).toMatchObject({
		name: "Texts.zip",
		guess: "markdown",
	});
});

test("nothing to read is said, not sent", () => {
	expect(readChosen(pick("Vault/.DS_Store"))).toEqual({ refused: "There is no file in it." });
});

test.each([
	[["Graph/logseq/config.edn", "Graph/pages/a.md"], "logseq"],
	[["Papers/a.pdf", "Papers/b.html"], "documents"],
	[["Texts/a.md", "Texts/plan.pdf"], "markdown"],
])("a folder of %j is taken for %s", (paths, guess) => {
	expect(readChosen(pick(...paths))).toMatchObject({ guess });
});
