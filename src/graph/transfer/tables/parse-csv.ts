import { Parser } from "csv-parse";
import { InvalidInputError } from "../../model/errors.ts";
import { runSteps, type Steps } from "../../model/run-steps.ts";

export interface CsvTable {
	readonly header: readonly string[];
	/** Each with as many cells as the header has. */
	readonly rows: readonly (readonly string[])[];
	/** Rows that had more cells than the header, by their number in the file. */
	readonly ragged: readonly number[];
}

const MOST_COLUMNS = 500;
const MOST_ROWS = 500_000;
/** Short rows are filled up to the header: 500 columns over 500,000 rows would need more than ten gigabytes. */
const MOST_CELLS = 10_000_000;
const LONGEST_ROW = 10_000_000;
/** The header, all rows that may be there, and one more that shows there are too many. */
const MOST_RECORDS = MOST_ROWS + 2;
/** Bytes that are parsed within milliseconds, in the worst case too. */
const PIECE = 16_384;
/** Rows that are filled up within milliseconds, however many columns there are. */
const ROWS_AT_ONCE = 1_000;

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

function checkSize(cells: number, header: readonly string[]): void {
	if (header.length > MOST_COLUMNS) throw refuse(`it has more than ${MOST_COLUMNS} columns.`);
	if (cells > MOST_CELLS) {
		const most = Math.floor(MOST_CELLS / header.length);
		throw refuse(
			`it has more than ${MOST_CELLS} cells. Split it into files of ${most} rows, or leave out columns.`,
		);
	}
}

/** Takes a table in pieces, and keeps each record as soon as its end was read. */
class RecordReader extends Parser {
	readonly records: (readonly string[])[] = [];
	cells = 0;

	override push(record: readonly string[] | null): boolean {
		if (record !== null) this.records.push(record);
		this.cells += record?.length ?? 0;
		// Makes csv-parse take every record for the first. It compares all others with the first and builds an error for each
		// that is shorter or longer, also where that is allowed: a megabyte of short rows took five seconds.
		(this.info as { records: number }).records = 0;
		return true;
	}

	readPiece(bytes: Uint8Array): void {
		this._transform(bytes, "utf8", throwFault);
	}

	readEnd(): void {
		this._flush(throwFault);
	}
}

const throwFault = (fault?: Error | null): void => {
	if (fault) throw fault;
};

function* readRecords(text: string): Steps<readonly (readonly string[])[]> {
	const reader = new RecordReader({
		bom: true,
		delimiter: findSeparator(text),
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
		max_record_size: LONGEST_ROW,
	});
	const bytes = Buffer.from(text);
	try {
		for (let start = 0; start < bytes.length && reader.records.length < MOST_RECORDS; start += PIECE) {
			reader.readPiece(bytes.subarray(start, start + PIECE));
			const [header = []] = reader.records;
			checkSize(Math.max(reader.cells, header.length * reader.records.length), header);
			yield;
		}
		if (reader.records.length < MOST_RECORDS) reader.readEnd();
	} catch (error) {
		if (error instanceof InvalidInputError) throw error;
		// A table with too many rows is refused for that, even if a row that was not read is broken.
		if (reader.records.length < MOST_RECORDS) throw refuse((error as Error).message);
	}
	return reader.records.slice(0, MOST_RECORDS);
}

/** A table of texts. Who made it does not always double the quotes inside a cell, or fill every row. */
export function* parseCsvInSteps(text: string): Steps<CsvTable> {
	const [header = [], ...records] = yield* readRecords(text);
	if (header.every((name) => name.trim() === "")) throw refuse("its first line names no columns.");
	checkSize(header.length * records.length, header);
	if (records.length > MOST_ROWS) throw refuse(`it has more than ${MOST_ROWS} rows. Split it.`);
	const rows: (readonly string[])[] = [];
	const ragged: number[] = [];
	for (const [index, cells] of records.entries()) {
		if (cells.length > header.length) ragged.push(index + 2);
		rows.push(cells.length === header.length ? cells : header.map((_, column) => cells[column] ?? ""));
		if (rows.length % ROWS_AT_ONCE === 0) yield;
	}
	return { header: header.map((name) => name.trim()), rows, ragged };
}

/** The same without a pause. */
export const parseCsv = (text: string): CsvTable => runSteps(parseCsvInSteps(text));
