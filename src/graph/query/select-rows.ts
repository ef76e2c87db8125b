import { foldTitle } from "../model/entity.ts";
import { referencedIds } from "../model/field.ts";
import { addTo } from "../model/group-by.ts";
import { remember } from "../model/remember.ts";
import { type Attribute, readValues, type Value } from "./attribute.ts";
import type {
	CheckedCondition,
	CheckedExpression,
	CheckedPath,
	CheckedQuery,
	CheckedSort,
	CheckedStep,
	Operand,
	Test,
} from "./check-query.ts";
import { type Calendar, compareDates } from "./query-dates.ts";
import { ANY, type QueryRow } from "./query-rows.ts";
import type { QueryRun } from "./query-run.ts";

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

const COLLATOR = new Intl.Collator("en");

/** Compares as a dictionary does, and what is equal there by characters, so that 0 means the same text. */
function compareTexts(a: string, b: string): number {
	return COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** A target that many rows refer to would otherwise be folded once for each of them. */
const FOLDED = new WeakMap<QueryRow, readonly [title: string, ...aliases: string[]]>();

/** The title of a row and its other names, as they are compared. */
const foldNames = (row: QueryRow): readonly [title: string, ...aliases: string[]] =>
	remember(FOLDED, row, () => [foldTitle(row.title), ...row.aliases.map(foldTitle)]);

type ValueTest = (value: Value) => boolean;

/** Returns the key that a value is looked up by; none for dates, because a day equals many moments. */
function keyOf(value: Value): string | number | undefined {
	if (value.type === "text") return value.text;
	if (value.type === "number") return value.number;
	return value.type === "option" ? value.position : undefined;
}

function keyFor(operand: Operand, thisId: string): string | number | undefined {
	switch (operand.type) {
		case "this":
			return thisId;
		case "text":
			return foldTitle(operand.text);
		case "number":
			return operand.number;
		case "option":
			return operand.position;
		default:
			return undefined;
	}
}

function textsOf(value: Value): readonly string[] {
	switch (value.type) {
		case "text":
			return [value.text];
		case "number":
			return [String(value.number)];
		case "entity":
			return [foldNames(value.row)[0]];
		case "json":
			return value.texts;
		default:
			return [foldTitle(value.text)];
	}
}

/** Like `foldTitle`, but a space at either end was typed on purpose. */
const foldPart = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");

/** Below 0 when the value comes first. */
function makeOrder(operand: Operand | undefined, calendar: Calendar): (value: Value) => number {
	switch (operand?.type) {
		case "number":
			return (value) => (value.type === "number" ? value.number - operand.number : Number.NaN);
		case "option":
			return (value) => (value.type === "option" ? value.position - operand.position : Number.NaN);
		case "date": {
			const bound = calendar.resolve(operand.date);
			return (value) => (value.type === "date" ? compareDates(value.date, bound) : Number.NaN);
		}
		case "text": {
			const text = foldTitle(operand.text);
			return (value) => compareTexts(textsOf(value)[0] ?? "", text);
		}
		default:
			return () => Number.NaN;
	}
}

const HOLDS: Readonly<Record<"<" | "<=" | ">" | ">=", (order: number) => boolean>> = {
	"<": (order) => order < 0,
	"<=": (order) => order <= 0,
	">": (order) => order > 0,
	">=": (order) => order >= 0,
};

/** `{this}` is compared by its id alone: another entity may have that id as its title. */
function makeEntityEquality(operands: readonly Operand[], thisId: string): ValueTest {
	const texts = operands.flatMap((operand) => (operand.type === "text" ? [foldTitle(operand.text)] : []));
	const ids = new Set([
		...texts,
		...operands.flatMap((operand) => (operand.type === "this" ? [thisId] : [])),
	]);
	const names = new Set(texts);
	return (value) => {
		if (value.type !== "entity") return false;
		const { row } = value;
		if (ids.has(row.id)) return true;
		return names.size > 0 && (names.has(row.ref) || foldNames(row).some((name) => names.has(name)));
	};
}

function makeEquality(type: Attribute["type"], operands: readonly Operand[], setting: Setting): ValueTest {
	const { thisId, calendar } = setting;
	if (type === "entity" || type === "computed") return makeEntityEquality(operands, thisId);
	if (type === "date") {
		const orders = operands.map((operand) => makeOrder(operand, calendar));
		return (value) => orders.some((order) => order(value) === 0);
	}
	const wanted = new Set(operands.map((operand) => keyFor(operand, thisId)));
	return (value) => wanted.has(keyOf(value));
}

interface Setting {
	readonly thisId: string;
	readonly calendar: Calendar;
}

/** Returns the test of a condition for one value. A row with several values passes when one of them does. */
function makeTest(
	condition: CheckedCondition & { readonly test: Exclude<Test, "is missing"> },
	setting: Setting,
): ValueTest {
	const { path, operands } = condition;
	const [operand] = operands;
	switch (condition.test) {
		case "equals any":
			return makeEquality(path.last.attribute.type, operands, setting);
		case "contains": {
			const part = operand?.type === "text" ? foldPart(operand.text) : "";
			return (value) => textsOf(value).some((text) => text.includes(part));
		}
		default: {
			const order = makeOrder(operand, setting.calendar);
			const holds = HOLDS[condition.test];
			return (value) => holds(order(value));
		}
	}
}

/** The reference that must lead to `{this}` if a row is to pass at all, if there is one. */
function findLink(expression: CheckedExpression | null): Attribute | undefined {
	if (expression?.type === "and") return expression.parts.map(findLink).find((link) => link !== undefined);
	if (expression?.type !== "condition" || expression.test !== "equals any") return undefined;
	const { path, operands } = expression;
	const leadsToThis = path.via === null && operands.length === 1 && operands[0]?.type === "this";
	const { attribute } = path.last;
	return leadsToThis && attribute.type === "entity" && attribute.reach === undefined ? attribute : undefined;
}

function indexReferrers({ kind }: CheckedQuery, link: Attribute, run: QueryRun): Map<string, QueryRow[]> {
	const referrers = new Map<string, QueryRow[]>();
	for (const row of run.rows.ofKind(kind.kind)) {
		const ids = new Set(referencedIds(link.read(row, undefined)));
		run.spend(ids.size, 0);
		for (const id of ids) addTo(referrers, id, row);
	}
	return referrers;
}

/** The rows to look at for one entity. Without an index of who refers to it, n entities would read all rows n times. */
export function findReferrers(query: CheckedQuery, run: QueryRun, thisId: string): Iterable<QueryRow> {
	const link = findLink(query.where);
	if (link === undefined) return run.rows.ofKind(query.kind.kind);
	return run.referrers(query, () => indexReferrers(query, link, run)).get(thisId) ?? [];
}
