import { parse } from "csv-parse/sync";
import { InvalidInputError } from "../../model/errors.ts";

export interface CsvTable {
	readonly header: readonly string[];
	/** Each with as many cells as the header has. */
	readonly rows: readonly (readonly string[])[];
	/** Rows that had more cells than the header, by their number in the file. */
	readonly ragged: readonly number[];
}

const MOST_COLUMNS = 500;
const MOST_ROWS = 500_000;
const LONGEST_ROW = 10_000_000;

const refuse = (why: string): InvalidInputError =>
	new InvalidInputError(`The table cannot be read: ${why}`, {}, "csv_invalid");

/** The separator that the first line holds most of, outside quotes: tables are saved with commas, semicolons or tabs. */
function findSeparator(text: string): string {
	const line =
		text
			.slice(0, 10_000)
			.replace(/"(?:[^"]|"")*"/g, "")
			.split(/\r?\n/, 1)[0] ?? "";
	const counts = [",", ";", "\t"].map((mark) => [mark, line.split(mark).length] as const);
	return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** A table of texts. Who made it does not always double the quotes inside a cell, or fill every row. */
export function parseCsv(text: string): CsvTable {
	let records: readonly (readonly string[])[];
	try {
		records = parse(text, {
			bom: true,
			delimiter: findSeparator(text),
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
			to: MOST_ROWS + 2,
			max_record_size: LONGEST_ROW,
		});
	} catch (error) {
		throw refuse((error as Error).message);
	}
	const [header = [], ...rows] = records;
	if (header.every((name) => name.trim() === "")) throw refuse("its first line names no columns.");
	if (header.length > MOST_COLUMNS) throw refuse(`it has more than ${MOST_COLUMNS} columns.`);
	if (rows.length > MOST_ROWS) throw refuse(`it has more than ${MOST_ROWS} rows. Split it.`);
	return {
		header: header.map((name) => name.trim()),
		rows: rows.map((cells) => header.map((_, index) => cells[index] ?? "")),
		ragged: rows.flatMap((cells, index) => (cells.length > header.length ? [index + 2] : [])),
	};
}
