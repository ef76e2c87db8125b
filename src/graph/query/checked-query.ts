import type { Kind } from "../model/kind.ts";
import type { Attribute } from "./attribute.ts";
import type { DateLiteral } from "./query-dates.ts";

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
