import { ANY } from "./any-kind.ts";
import type {
	CheckedExpression,
	CheckedPath,
	CheckedQuery,
	CheckedSort,
	CheckedStep,
} from "./checked-query.ts";
import { compareTexts } from "./compare-texts.ts";
import { findReferrers } from "./find-referrers.ts";
import { foldNames } from "./fold-names.ts";
import { makeTest } from "./make-test.ts";
import type { QueryRow } from "./query-rows.ts";
import type { QueryRun } from "./query-run.ts";
import { readValues, type Value } from "./read-values.ts";

function readStep({ attribute, computed }: CheckedStep, row: QueryRow, run: QueryRun): readonly Value[] {
	if (computed === null) return readValues(attribute, row, run.rows, run.asker);
	return run.computed(computed, row.id, () => {
		const found = selectRows(computed, { run, thisId: row.id, among: findReferrers(computed, run, row.id) });
		return found.slice(0, computed.limit ?? found.length).map((target) => ({ type: "entity", row: target }));
	});
}

/** The target of a reference may be of another kind than its field declares; then it has none of that kind's fields. */
function readPath({ via, last }: CheckedPath, row: QueryRow, run: QueryRun): readonly Value[] {
	if (via === null) return readStep(last, row, run);
	return readStep(via.step, row, run).flatMap((value) =>
		value.type === "entity" && (via.kind === ANY || value.row.kind === via.kind)
			? readStep(last, value.row, run)
			: [],
	);
}

function measure(value: Value): number {
	if (value.type === "json") return value.texts.reduce((sum, text) => sum + text.length, 0);
	if (value.type === "entity") return value.row.title.length;
	return "text" in value ? value.text.length : 0;
}

type RowTest = (row: QueryRow) => boolean;

function makeRowTest(expression: CheckedExpression, run: QueryRun, thisId: string): RowTest {
	switch (expression.type) {
		case "not": {
			const part = makeRowTest(expression.part, run, thisId);
			return (row) => !part(row);
		}
		case "and": {
			const parts = expression.parts.map((part) => makeRowTest(part, run, thisId));
			return (row) => parts.every((part) => part(row));
		}
		case "or": {
			const parts = expression.parts.map((part) => makeRowTest(part, run, thisId));
			return (row) => parts.some((part) => part(row));
		}
		case "condition": {
			const { path, test, operands } = expression;
			// All but dates are looked up in one step; a date is compared with each of them.
			const looks = path.last.attribute.type === "date" ? operands.length : 1;
			const read = (row: QueryRow): readonly Value[] => {
				const values = readPath(path, row, run);
				const characters = values.reduce((sum, value) => sum + measure(value), 0);
				run.spend(values.length * looks, characters);
				return values;
			};
			if (test === "is missing") return (row) => read(row).length === 0;
			const holds = makeTest({ ...expression, test }, { thisId, calendar: run.calendar });
			return (row) => read(row).some(holds);
		}
	}
}

type SortKey = string | number | null;

function readSortKey({ path }: CheckedSort, row: QueryRow, run: QueryRun): SortKey {
	const [value] = readPath(path, row, run);
	run.spend(0, value ? measure(value) : 0);
	switch (value?.type) {
		case "text":
			return value.text;
		case "number":
			return value.number;
		case "option":
			return value.position;
		case "date":
			return "day" in value.date ? run.calendar.startOf(value.date.day) : value.date.moment;
		case "entity":
			return foldNames(value.row)[0];
		default:
			return null;
	}
}

function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
	// In both directions, rows without a value come last.
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	const order = typeof a === "string" ? compareTexts(a, String(b)) : a - Number(b);
	return descending ? -order : order;
}

/** Every order ends with the id: equal rows would otherwise change places between two runs. */
function sortRows(
	rows: readonly QueryRow[],
	orderBy: readonly CheckedSort[],
	run: QueryRun,
): readonly QueryRow[] {
	return rows
		.map((row) => ({ row, keys: orderBy.map((sort) => readSortKey(sort, row, run)) }))
		.sort((a, b) => {
			for (const [index, { descending }] of orderBy.entries()) {
				const order = compareKeys(a.keys[index] ?? null, b.keys[index] ?? null, descending);
				if (order !== 0) return order;
			}
			return a.row.id < b.row.id ? -1 : a.row.id > b.row.id ? 1 : 0;
		})
		.map(({ row }) => row);
}

/** All rows that a query finds among some, in its order and before its limit. */
export function selectRows(
	query: CheckedQuery,
	input: { readonly run: QueryRun; readonly thisId: string; readonly among: Iterable<QueryRow> },
): readonly QueryRow[] {
	const { run, thisId, among } = input;
	const passes = query.where === null ? () => true : makeRowTest(query.where, run, thisId);
	const found: QueryRow[] = [];
	for (const row of among) {
		run.spend(0, 0);
		if (passes(row)) found.push(row);
	}
	return sortRows(found, query.orderBy, run);
}
