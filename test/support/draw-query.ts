import type { Field } from "../../src/graph/model/field.ts";
import type { Json, JsonObject } from "../../src/graph/model/json.ts";
import type { QueryRow } from "../../src/graph/query/query-rows.ts";
import { fc } from "./drawn.ts";
import {
	type Asked,
	BOX_FIELDS,
	FIELD_POOL,
	idOf,
	NEEDED,
	OPTIONS,
	type Path,
	type Question,
} from "./naive-query.ts";

export const inQuotes = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Prints a value; it may have no quotes when it cannot be read as anything else. */
function printAsked(value: string, bare: boolean): string {
	const isBare = bare && /^(?:-?\d+(?:\.\d+)?|[a-z][a-z0-9_]*(?:[-+]\d+d)?|\d{4}-\d\d-\d\d)$/.test(value);
	return isBare && !["and", "or"].includes(value) ? value : inQuotes(value);
}

function printQuestion(asked: Asked, style: Style): string {
	const path = (names: Path): string => (style.alias ? ["i", ...names] : names).join(".");
	const space = style.tight ? "" : "\n ";
	switch (asked.is) {
		case "and":
		case "or": {
			const joint = ` ${style.loud ? asked.is.toUpperCase() : asked.is} `;
			return `(${asked.parts.map((part) => printQuestion(part, style)).join(joint)})`;
		}
		case "not":
			return `NOT${space}(${printQuestion(asked.part, style)})`;
		case "null":
			return `${path(asked.path)} IS ${asked.negated ? "not " : ""}NULL`;
		case "in": {
			const values = asked.values.map((value) => printAsked(value, style.bare)).join(`,${space}`);
			return `${path(asked.path)} ${asked.negated ? "NOT " : ""}IN${space}(${values})`;
		}
		case "compared": {
			const gap = asked.operator === "CONTAINS" ? " " : space;
			return `${path(asked.path)}${gap}${asked.operator}${gap}${printAsked(asked.value, style.bare)}`;
		}
	}
}

export interface Style {
	readonly alias: boolean;
	readonly tight: boolean;
	readonly loud: boolean;
	readonly bare: boolean;
}

const word = fc.constantFrom(
	"a",
	"B",
	"b c",
	"b  C",
	"Ä",
	"ä%",
	"a_b",
	"100%",
	"O'Hara",
	"ｂ",
	"--",
	"{this}",
	'"q"',
	"10",
	"",
);
const number = fc.constantFrom(-1.5, 0, 1, 2, 2.5, 10);
const date = fc.constantFrom(
	"2026-03-27",
	"2026-03-28",
	"2026-03-29",
	"2026-03-30",
	"2026-03-28T22:59:59.999Z",
	"2026-03-28T23:00:00.000Z",
	"2026-03-29T00:30:00.000Z",
	"2026-03-29T22:00:00.000Z",
);
const askedDate = fc.oneof(date, fc.constantFrom("today", "today-1d", "today+1d", "now", "now-1d", "now+1d"));
const level = fc.constantFrom(...OPTIONS);
const boxId = fc.constantFrom(idOf(1), idOf(2), idOf(3), idOf(9));

function storedValue(field: Field): fc.Arbitrary<Json | undefined> {
	const missing = fc.constantFrom(undefined, null);
	const usual: Record<string, fc.Arbitrary<Json>> = {
		text: word,
		email: word,
		number,
		date: fc.oneof({ arbitrary: date, weight: 5 }, { arbitrary: fc.constant("whenever"), weight: 1 }),
		select: fc.oneof({ arbitrary: level, weight: 5 }, { arbitrary: fc.constant("gone"), weight: 1 }),
		text_list: fc.oneof(
			fc.array(word, { maxLength: 3 }),
			fc.array(word, { maxLength: 3 }).map((entries) => entries.join(", ")),
		),
		entity_ref: boxId,
		entity_ref_list: fc.oneof(
			fc.array(boxId, { maxLength: 3 }),
			fc.array(boxId, { maxLength: 3 }).map((ids) => ids.join(" , ")),
		),
	};
	return fc.oneof({ arbitrary: usual[field.type] ?? word, weight: 4 }, { arbitrary: missing, weight: 1 });
}

const propsOf = (fields: readonly Field[]): fc.Arbitrary<JsonObject> =>
	fc.record(Object.fromEntries(fields.map((field) => [field.name, storedValue(field)])));

const makeRow = (
	number: number,
	kind: string,
	title: string,
	props: JsonObject,
	created: string,
): QueryRow => ({
	id: idOf(number),
	ref: `0000000${number}`,
	kind,
	project_id: null,
	owner_id: "",
	title,
	aliases: number % 2 === 0 ? ["Other"] : [],
	state_key: null,
	type_key: null,
	props,
	created_at: created,
	updated_at: created,
	completed_at: null,
	archived_at: null,
});

const title = fc.constantFrom("a", "B", "b c", "Crate", "crate ", "ä");
const moment = date.map((text) => (text.includes("T") ? text : `${text}T12:00:00.000Z`));

const rowsOf = (fields: readonly Field[]): fc.Arbitrary<readonly QueryRow[]> =>
	fc
		.tuple(
			fc.array(fc.tuple(title, propsOf(BOX_FIELDS.slice(0, 1)), moment), { minLength: 1, maxLength: 3 }),
			fc.array(fc.tuple(title, propsOf(fields), moment), { maxLength: 5 }),
		)
		.map(([boxes, items]) => [
			...items.map(([name, props, created], index) => makeRow(index + 4, "Item", name, props, created)),
			...boxes.map(([name, props, created], index) => makeRow(index + 1, "Box", name, props, created)),
		]);

const askedName = fc.oneof(
	title,
	fc.constantFrom("other", "nobody", idOf(1), idOf(9), "00000001", "00000002"),
);

/** Paths with what they may be compared to. */
function subjects(
	fields: readonly Field[],
): readonly { readonly path: Path; readonly value: fc.Arbitrary<string> }[] {
	const values: Record<string, fc.Arbitrary<string>> = {
		number: number.map(String),
		date: askedDate,
		select: level,
		entity_ref: askedName,
		entity_ref_list: askedName,
		computed: askedName,
	};
	const has = new Set(fields.map((field) => field.name));
	const through = ["box", "boxes"].filter((name) => has.has(name));
	return [
		{ path: ["name"], value: title },
		{ path: ["created_at"], value: askedDate },
		...fields.map((field) => ({ path: [field.name] as const, value: values[field.type] ?? word })),
		...through.flatMap((name) => [
			{ path: [name, "name"] as const, value: title },
			...BOX_FIELDS.map((field) => ({
				path: [name, field.name] as const,
				value: values[field.type] ?? word,
			})),
		]),
	];
}

function askedOf(fields: readonly Field[]): fc.Arbitrary<Asked> {
	const operators = fc.constantFrom("=", "!=", "<", "<=", ">", ">=", "CONTAINS", "CONTAINS", "CONTAINS");
	const leaf = fc.constantFrom(...subjects(fields)).chain(
		({ path, value }): fc.Arbitrary<Asked> =>
			fc.oneof(
				{
					weight: 5,
					arbitrary: fc.record({
						is: fc.constant("compared" as const),
						path: fc.constant(path),
						operator: operators,
						value,
					}),
				},
				{
					weight: 1,
					arbitrary: fc.record({
						is: fc.constant("in" as const),
						path: fc.constant(path),
						values: fc.array(value, { minLength: 1, maxLength: 3 }),
						negated: fc.boolean(),
					}),
				},
				{
					weight: 1,
					arbitrary: fc.record({
						is: fc.constant("null" as const),
						path: fc.constant(path),
						negated: fc.boolean(),
					}),
				},
			),
	);
	return fc.letrec<{ asked: Asked }>((tie) => ({
		asked: fc.oneof(
			{ maxDepth: 3 },
			{ weight: 4, arbitrary: leaf },
			{
				weight: 2,
				arbitrary: fc.record({
					is: fc.constantFrom("and" as const, "or" as const),
					parts: fc.array(tie("asked"), { minLength: 1, maxLength: 3 }),
				}),
			},
			{ weight: 1, arbitrary: fc.record({ is: fc.constant("not" as const), part: tie("asked") }) },
		),
	})).asked;
}

const questionOf = (fields: readonly Field[]): fc.Arbitrary<Question> =>
	fc.record({
		where: askedOf(fields),
		orderBy: fc.array(
			fc.record({
				path: fc.constantFrom(...subjects(fields).map((subject) => subject.path)),
				descending: fc.boolean(),
			}),
			{ maxLength: 3 },
		),
		limit: fc.option(fc.nat(5)),
	});

const style: fc.Arbitrary<Style> = fc.record({
	alias: fc.boolean(),
	tight: fc.boolean(),
	loud: fc.boolean(),
	bare: fc.boolean(),
});

export const scene = fc
	.subarray(FIELD_POOL.filter((field) => !NEEDED.has(field.name)))
	.map((chosen) => FIELD_POOL.filter((field) => NEEDED.has(field.name) || chosen.includes(field)))
	.chain((fields) =>
		fc.record({
			fields: fc.constant(fields),
			rows: rowsOf(fields),
			question: questionOf(fields),
			style,
			timeZone: fc.constantFrom("UTC", "Europe/Copenhagen", "America/Los_Angeles", "Asia/Kathmandu"),
		}),
	);

export function printDrawn({ where, orderBy, limit }: Question, style: Style): string {
	const sorts = orderBy.map(({ path, descending }) => `${path.join(".")}${descending ? " DESC" : ""}`);
	return [
		"SELECT i FROM Item WHERE",
		printQuestion(where, style),
		...(sorts.length > 0 ? ["ORDER BY", sorts.join(", ")] : []),
		...(limit === null ? [] : ["LIMIT", String(limit)]),
	].join(" ");
}
