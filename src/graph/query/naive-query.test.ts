import { expect, test } from "vitest";
import { inQuotes, printDrawn, scene } from "../../../test/support/draw-query.ts";
import { fc } from "../../../test/support/drawn.ts";
import { indexRows } from "../../../test/support/index-rows.ts";
import { BOX_FIELDS, holds, NOW, sortRows } from "../../../test/support/naive-query.ts";
import { KindRegistry } from "../model/kinds/kind-registry.ts";
import { makeOwnKind } from "../model/own-kind.ts";
import { answerQuery } from "./execute-query.ts";
import {
	type ExpressionSyntax,
	type PathSyntax,
	parseQuery,
	type QuerySyntax,
	type ValueSyntax,
} from "./parse-query.ts";

const printName = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const printPath = (path: PathSyntax): string => path.map(({ text }) => printName(text)).join(".");

function printValue({ type, text }: ValueSyntax): string {
	return type === "text" ? inQuotes(text) : text;
}

function printExpression(expression: ExpressionSyntax): string {
	switch (expression.type) {
		case "not":
			return `NOT (${printExpression(expression.part)})`;
		case "and":
		case "or":
			return expression.parts
				.map((part) => `(${printExpression(part)})`)
				.join(` ${expression.type.toUpperCase()} `);
		case "condition": {
			const { path, operator, values } = expression;
			if (operator === "IS NULL") return `${printPath(path)} IS NULL`;
			const printed = values.map(printValue).join(", ");
			return `${printPath(path)} ${operator} ${operator === "IN" ? `(${printed})` : printed}`;
		}
	}
}

function printSyntax({ alias, kind, where, orderBy, limit }: QuerySyntax): string {
	const sorts = orderBy.map(({ path, descending }) => `${printPath(path)} ${descending ? "DESC" : "ASC"}`);
	return [
		`SELECT ${printName(alias.text)} FROM ${printName(kind.text)}`,
		...(where ? [`WHERE ${printExpression(where)}`] : []),
		...(sorts.length > 0 ? [`ORDER BY ${sorts.join(", ")}`] : []),
		...(limit === null ? [] : [`LIMIT ${limit}`]),
	].join(" ");
}

function withoutPlaces(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPlaces);
	if (value === null || typeof value !== "object") return value;
	const kept = Object.entries(value).filter(([key]) => key !== "at" && key !== "source");
	return Object.fromEntries(kept.map(([key, entry]) => [key, withoutPlaces(entry)]));
}

const RUNS = 1_500;

test("[Q24] answers as the plain reading of the rules does", () => {
	let found = 0;
	fc.assert(
		fc.property(scene, ({ fields, rows, question, style, timeZone }) => {
			const world = { rows, fields, timeZone };
			const kinds = new KindRegistry([
				makeOwnKind({ kind: "Item", label: "Item", fields }),
				makeOwnKind({ kind: "Box", label: "Box", fields: BOX_FIELDS }),
			]);
			const items = rows.filter((row) => row.kind === "Item");
			const expected = sortRows(
				world,
				items.filter((row) => holds(world, row, question.where)),
				question.orderBy,
			);
			const text = printDrawn(question, style);
			const answer = answerQuery({ text, kinds, rows: indexRows(rows), now: NOW, timeZone });
			expect(answer.total).toBe(expected.length);
			expect(answer.rows.map((row) => row.id)).toEqual(
				expected.slice(0, question.limit ?? expected.length).map((row) => row.id),
			);
			found += expected.length;
		}),
		{ numRuns: RUNS },
	);
	expect(found, "questions that find nothing compare nothing").toBeGreaterThan(RUNS / 2);
});

test("[Q25] what was read can be printed and read again", () => {
	fc.assert(
		fc.property(scene, ({ question, style }) => {
			const syntax = parseQuery(printDrawn(question, style));
			expect(withoutPlaces(parseQuery(printSyntax(syntax)))).toEqual(withoutPlaces(syntax));
		}),
		{ numRuns: RUNS },
	);
});

test("[Q6] whatever is typed is read or refused, never anything else", () => {
	const pieces = fc.constantFrom(
		..."SELECT FROM WHERE AND OR NOT IN IS NULL ORDER BY LIMIT CONTAINS p.a p {this} ( ) , . = != < > 1 -2.5 'x' ' \" -- \n now-7d 🦆 \0 \\ % $1 ; */".split(
			" ",
		),
	);
	const typed = fc.oneof(
		fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(" ")),
		fc.array(pieces, { maxLength: 30 }).map((parts) => `SELECT p FROM Item WHERE ${parts.join(" ")}`),
		fc.string({ unit: "binary", maxLength: 200 }),
	);
	fc.assert(
		fc.property(typed, (text) => {
			try {
				parseQuery(text);
			} catch (error) {
				expect(error).toMatchObject({ code: "invalid_query", line: expect.any(Number) });
			}
		}),
		{ numRuns: 5_000 },
	);
});
