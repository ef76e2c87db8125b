import { posix } from "node:path";
import { LONGEST_BODY } from "../../../../contract/limits.ts";
import { runStepsInTurns, type Steps } from "../../../model/run-steps.ts";
import { decodeText, type SourceFile } from "../../files/source-file.ts";
import { cleanLine } from "../../source/clean-text.ts";
import type { Loss } from "../../source/import-report.ts";
import { type CsvTable, parseCsvInSteps } from "../../tables/parse-csv.ts";

export interface NotionPage {
	/** Notion's own id where the name of the file has it, else its path. */
	readonly id: string;
	readonly path: string;
	readonly title: string;
	/** Without the title at the top. */
	readonly text: string;
}

export interface NotionDatabase {
	readonly id: string;
	readonly path: string;
	readonly title: string;
	readonly table: CsvTable;
}

const ID = /[ -]?([0-9a-f]{32})(?=$|_all$)/;
const PAGE = /\.md$/i;
const TABLE = /\.csv$/i;
const LARGEST_TABLE = 200_000_000;

/** The id at the end of a name, if there is one, and the name without it. */
export function splitName(name: string): { readonly id: string | undefined; readonly title: string } {
	const stem = name.replace(/\.(?:md|csv)$/i, "");
	const match = ID.exec(stem);
	return match === null
		? { id: undefined, title: stem.replace(/_all$/, "") }
		: { id: match[1], title: stem.slice(0, match.index) || "Untitled" };
}

/** The folder in which the pages of a page or the rows of a database lie. */
export const folderOf = (path: string): string => path.replace(/(?:_all)?\.(?:md|csv)$/i, "");

export async function readNotionFiles(
	files: readonly SourceFile[],
	losses: Loss[],
	signal: AbortSignal | undefined,
): Promise<{ readonly pages: readonly NotionPage[]; readonly databases: readonly NotionDatabase[] }> {
	const pages: NotionPage[] = [];
	const databases = new Map<string, NotionDatabase>();
	// The table with `_all` holds every row; the other one only those of the view that was open. It sorts later.
	for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
		signal?.throwIfAborted();
		if (!PAGE.test(file.path) && !TABLE.test(file.path)) continue;
		try {
			const largest = PAGE.test(file.path) ? LONGEST_BODY : LARGEST_TABLE;
			if (file.size > largest) throw new Error(`It has ${file.size} bytes.`);
			const { bytes } = await file.read();
			if (bytes.length > largest) throw new Error(`It has ${bytes.length} bytes.`);
			const text = decodeText(bytes).replaceAll("\0", "");
			const { id = folderOf(file.path), title } = splitName(posix.basename(file.path));
			if (PAGE.test(file.path)) pages.push(readPage({ id, path: file.path, text, fileTitle: title }));
			else
				databases.set(id, {
					id,
					path: file.path,
					title,
					table: await runStepsInTurns(readTable(text)),
				});
		} catch (error) {
			const why = error instanceof TypeError ? "It is not valid UTF-8." : (error as Error).message;
			losses.push({ what: "a file", where: file.path, why });
		}
	}
	return { pages, databases: [...databases.values()] };
}

/** Dates are written out there, in the words of one language; the title stays as it is. */
function* readTable(text: string): Steps<CsvTable> {
	const table = yield* parseCsvInSteps(text);
	const rows: (readonly string[])[] = [];
	for (const cells of table.rows) {
		rows.push(cells.map((cell, column) => (column === 0 ? cell : readWrittenDate(cell))));
		yield;
	}
	return { ...table, rows };
}

function readPage(input: {
	readonly id: string;
	readonly path: string;
	readonly text: string;
	readonly fileTitle: string;
}): NotionPage {
	const { fileTitle, text, ...rest } = input;
	const heading = /^# (.*)\r?\n?/.exec(text);
	const title = cleanLine(heading?.[1] ?? "") || cleanLine(fileTitle) || "Untitled";
	return {
		...rest,
		title,
		text: heading === null ? text : text.slice(heading[0].length),
	};
}

const MONTHS = [
	...["january", "february", "march", "april", "may", "june", "july"],
	...["august", "september", "october", "november", "december"],
];
const WRITTEN = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})(?: (\d{1,2}):(\d{2}) (AM|PM))?(?: \(UTC\))?$/;

const pad = (number: number): string => String(number).padStart(2, "0");

/** `March 3, 2025 2:00 PM` as `2025-03-03T14:00Z`; any other text stays as it is. */
export function readWrittenDate(text: string): string {
	const [, month = "", day = "", year = "", hour, minute = "", half] = WRITTEN.exec(text.trim()) ?? [];
	const number = MONTHS.indexOf(month.toLowerCase()) + 1;
	if (number === 0) return text;
	const date = `${year}-${pad(number)}-${pad(Number(day))}`;
	if (hour === undefined) return date;
	return `${date}T${pad((Number(hour) % 12) + (half === "PM" ? 12 : 0))}:${minute}Z`;
}
