import type { Kind } from "../model/kind.ts";
import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import { type Attribute, findAttribute, findRelation, listAttributes, MINE } from "./attribute.ts";
import {
	type ConditionSyntax,
	type ExpressionSyntax,
	type NameSyntax,
	type PathSyntax,
	parseQuery,
	type QuerySyntax,
	type ValueSyntax,
} from "./parse-query.ts";
import { DATE_FORMS, type DateLiteral, readDateLiteral } from "./query-dates.ts";
import { joinChoices, QueryError, quote, resolveName } from "./query-error.ts";
import { ANY, ANY_KIND } from "./query-rows.ts";

/** A query whose every name has been found and whose every value fits; it holds until the kinds change. */
export interface CheckedQuery {
	readonly kind: Kind;
	readonly where: CheckedExpression | null;
	readonly orderBy: readonly CheckedSort[];
	readonly limit: number | null;
	readonly usesThis: boolean;
}

/** One word of a path; with the query of the field when that is computed. */
export interface CheckedStep {
	readonly attribute: Attribute;
	readonly computed: CheckedQuery | null;
}

/** The attribute at the end of a path, and the reference that leads to the entities it is read from. */
export interface CheckedPath {
	readonly via: { readonly step: CheckedStep; readonly kind: string } | null;
	readonly last: CheckedStep;
}

export type Operand =
	| { readonly type: "this" }
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "number"; readonly number: number }
	| { readonly type: "date"; readonly date: DateLiteral }
	| { readonly type: "option"; readonly position: number };

/** All that a condition can ask; `=`, IN and membership are one question, and `!=` is its negation. */
export type Test = "equals any" | "contains" | "is missing" | "<" | "<=" | ">" | ">=";

export interface CheckedCondition {
	readonly type: "condition";
	readonly path: CheckedPath;
	readonly test: Test;
	readonly operands: readonly Operand[];
}

export type CheckedExpression =
	| CheckedCondition
	| { readonly type: "not"; readonly part: CheckedExpression }
	| { readonly type: "and" | "or"; readonly parts: readonly CheckedExpression[] };

export interface CheckedSort {
	readonly path: CheckedPath;
	readonly descending: boolean;
}

export interface CheckQueryInput {
	readonly query: QuerySyntax;
	readonly kinds: KindRegistry;
	readonly givesThis: boolean;
	/** Whether edges have a name that nothing declares. */
	readonly hasRelation?: ((rel: string) => boolean) | undefined;
	/** Set for the query of a computed field, which may not lean on another one: two could go round in a circle. */
	readonly isComputed?: boolean;
}

class Checker {
	readonly #input: CheckQueryInput;
	#usesThis = false;

	constructor(input: CheckQueryInput) {
		this.#input = input;
	}

	checkQuery(): CheckedQuery {
		const { query } = this.#input;
		const kind = this.#findKind(query.kind);
		const where = query.where && this.#checkExpression(kind, query.where);
		const orderBy = query.orderBy.map(({ path, descending }) => {
			const checked = this.#checkPath(kind, path);
			const end = path.at(-1) ?? path[0];
			if (checked.last.attribute.type === "json") {
				this.#fail(end, ["another field"], `${end.text} has no order to sort by.`);
			}
			return { path: checked, descending };
		});
		return { kind, where, orderBy, limit: query.limit, usesThis: this.#usesThis };
	}

	#findKind(name: NameSyntax): Kind {
		const { kinds } = this.#input;
		const known = kinds.all.map((kind) => kind.kind);
		const kind = kinds.find(resolveName(name.text, known) ?? "");
		if (kind === undefined && name.text.toLowerCase() === ANY) return ANY_KIND;
		return (
			kind ?? this.#fail(name, known, `there is no kind ${quote(name.text)}. Known: ${known.join(", ")}.`)
		);
	}

	#checkExpression(kind: Kind, expression: ExpressionSyntax): CheckedExpression {
		switch (expression.type) {
			case "condition":
				return this.#checkCondition(kind, expression);
			case "not":
				return { type: "not", part: this.#checkExpression(kind, expression.part) };
			default: {
				const parts = expression.parts.map((part) => this.#checkExpression(kind, part));
				return { type: expression.type, parts };
			}
		}
	}

	#checkCondition(kind: Kind, condition: ConditionSyntax): CheckedExpression {
		const path = this.#checkPath(kind, condition.path);
		const test = chooseTest(path, condition);
		const operands = condition.values.map((value): Operand => {
			const { givesThis } = this.#input;
			if (value.type === "this" && !givesThis) {
				this.#fail(value, ["a value"], "{this} names nothing here: say which entity the query is about.");
			}
			this.#usesThis ||= value.type === "this";
			const operand = checkOperand(path.last.attribute, test, value);
			return "says" in operand ? this.#fail(value, operand.expected, operand.says) : operand;
		});
		const checked: CheckedExpression = { type: "condition", path, test, operands };
		return condition.operator === "!=" ? { type: "not", part: checked } : checked;
	}

	#checkPath(kind: Kind, path: PathSyntax): CheckedPath {
		const { alias } = this.#input.query;
		const [first, ...others] = path;
		const startsAtAlias = others.length > 0 && first.text.toLowerCase() === alias.text.toLowerCase();
		const [field, next, tooFar] = startsAtAlias ? others : path;
		if (field === undefined) return this.#fail(first, ["a field"]);
		if (!startsAtAlias && next !== undefined && this.#findAttribute(kind, field.text) === undefined) {
			const expected = [`${alias.text}.`, ...this.#listNames(kind)];
			this.#fail(
				first,
				expected,
				`${quote(first.text)} is not what the rows are called: that is ${alias.text}.`,
			);
		}
		const step = this.#checkStep(kind, field);
		if (next === undefined) return { via: null, last: step };
		if (tooFar !== undefined) {
			const says = `a path goes one reference far, as in ${alias.text}.${field.text}.${next.text}, and no further.`;
			this.#fail(tooFar, ["the end of the path"], says);
		}
		const target = this.#findTarget(field, step);
		return { via: { step, kind: target.kind }, last: this.#checkStep(target, next) };
	}

	#checkStep(kind: Kind, name: NameSyntax): CheckedStep {
		const attribute = this.#findAttribute(kind, name.text);
		if (attribute === undefined) {
			const known = this.#listNames(kind);
			const says = `${kind.kind} has no field ${quote(name.text)}. Known: ${known.join(", ")}.`;
			return this.#fail(name, known, says);
		}
		if (
			this.#input.isComputed &&
			attribute.name === MINE &&
			!kind.fields.some((field) => field.name === MINE)
		) {
			const says = "mine depends on who asks, and a computed field holds the same for everybody.";
			this.#fail(name, ["a field that is the same for everybody"], says);
		}
		if (attribute.type !== "computed") return { attribute, computed: null };
		if (this.#input.isComputed) {
			const says = `${attribute.name} is computed, and a computed field cannot be built on another one.`;
			this.#fail(name, ["a field that is not computed"], says);
		}
		return { attribute, computed: this.#checkComputed(kind, name, attribute.query) };
	}

	#findAttribute(kind: Kind, name: string): Attribute | undefined {
		const { kinds, hasRelation = () => false } = this.#input;
		return findAttribute(kind, name, kinds) ?? findRelation(name, { kind, kinds, hasRelation });
	}

	#listNames(kind: Kind): readonly string[] {
		return listAttributes(kind, this.#input.kinds).map((attribute) => attribute.name);
	}

	#checkComputed(kind: Kind, name: NameSyntax, query: string): CheckedQuery {
		try {
			const { kinds, hasRelation } = this.#input;
			const checked = { query: parseQuery(query), kinds, hasRelation, givesThis: true, isComputed: true };
			return checkQuery(checked);
		} catch (error) {
			if (!(error instanceof QueryError)) throw error;
			const says = `the query of the computed field ${name.text} of ${kind.kind} has a fault. ${error.message}`;
			return this.#fail(name, error.expected, says);
		}
	}

	#findTarget(name: NameSyntax, { attribute, computed }: CheckedStep): Kind {
		if (computed) return computed.kind;
		if (attribute.type !== "entity") {
			const says = `${name.text} refers to no other entity, so nothing can follow it.`;
			return this.#fail(name, ["a reference"], says);
		}
		const kind = attribute.kind === ANY ? ANY_KIND : this.#input.kinds.find(attribute.kind);
		return kind ?? this.#fail(name, [], `${name.text} refers to ${attribute.kind}, a kind that is gone.`);
	}

	#fail({ text, at }: NameSyntax, expected: readonly string[], says?: string): never {
		const { source } = this.#input.query;
		throw new QueryError({ source, at, found: quote(text), expected, ...(says !== undefined && { says }) });
	}
}

/** A list contains what is among its entries; a text contains what is a part of it. */
function chooseTest({ last }: CheckedPath, { operator, values }: ConditionSyntax): Test {
	switch (operator) {
		case "IS NULL":
			return "is missing";
		case "=":
		case "!=":
		case "IN":
			return "equals any";
		case "CONTAINS": {
			const { type, isList } = last.attribute;
			const asksForThis = values[0]?.type === "this" && (type === "entity" || type === "id");
			return isList || asksForThis ? "equals any" : "contains";
		}
		default:
			return operator;
	}
}

/** Finds the names of a query among a workspace's kinds. Throws a `QueryError` for the first one that is missing. */
export function checkQuery(input: CheckQueryInput): CheckedQuery {
	return new Checker(input).checkQuery();
}

/** Why a value does not fit an attribute, and which values would. */
interface Misfit {
	readonly expected: readonly string[];
	readonly says: string;
}

const NULL_HINT = " To ask for entries without a value, write IS NULL.";

function refuse(attribute: Attribute, value: ValueSyntax, expected: readonly string[]): Misfit {
	const hint = value.type === "word" && value.text.toUpperCase() === "NULL" ? NULL_HINT : "";
	return {
		expected,
		says: `${quote(value.text)} does not fit ${attribute.name}, which takes ${joinChoices(expected)}.${hint}`,
	};
}

function readNumber(text: string): number | undefined {
	const number = Number(text);
	return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}

/** The value in the form its attribute is compared in, or why there is none. */
function checkOperand(attribute: Attribute, test: Test, value: ValueSyntax): Operand | Misfit {
	const { text } = value;
	const isText = value.type !== "this";
	if (test === "contains") {
		return isText ? { type: "text", text } : refuse(attribute, value, ["a text"]);
	}
	switch (attribute.type) {
		case "json":
			return {
				expected: ["CONTAINS", "IS NULL"],
				says: `${attribute.name} takes CONTAINS and IS NULL only.`,
			};
		case "text":
			return isText ? { type: "text", text } : refuse(attribute, value, ["a text"]);
		case "id":
			return isText ? { type: "text", text } : { type: "this" };
		case "entity":
		case "computed":
			if (isText) return { type: "text", text };
			return test === "equals any" ? { type: "this" } : refuse(attribute, value, ["a title to sort by"]);
		case "number": {
			const number = isText ? readNumber(text) : undefined;
			return number === undefined ? refuse(attribute, value, ["a number"]) : { type: "number", number };
		}
		case "date": {
			const date = isText ? readDateLiteral(text) : null;
			return date === null ? refuse(attribute, value, [`a date (${DATE_FORMS})`]) : { type: "date", date };
		}
		case "option": {
			const option = isText ? resolveName(text, attribute.options) : undefined;
			if (option !== undefined) return { type: "option", position: attribute.options.indexOf(option) };
			if (attribute.options.length > 0) return refuse(attribute, value, attribute.options);
			return {
				expected: ["IS NULL"],
				says: `there are no values of ${attribute.name} here to compare with.`,
			};
		}
	}
}
