import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/project.mjs";

/** The first cells of the table under a heading of docs/import.md: what a source says that it carries. */
export function readDocsTable(heading: string): readonly string[] {
	const docs = readFileSync(join(root, "docs/import.md"), "utf8");
	const [, section = ""] = docs.split(`\n## ${heading}\n`);
	const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
	return rows.slice(1).map((row) => row.slice(2, row.indexOf(" | ", 2)));
}
