/** A query as it was written, before anybody asks whether its kinds and fields exist. `at` is an offset into `source`. */
export interface QuerySyntax {
	readonly source: string;
	readonly alias: NameSyntax;
	readonly kind: NameSyntax;
	readonly where: ExpressionSyntax | null;
	readonly orderBy: readonly SortSyntax[];
	readonly limit: number | null;
}

export interface NameSyntax {
	readonly text: string;
	readonly at: number;
}

/** `p.team.lead`, alias included where it was written. Never empty. */
export type PathSyntax = readonly [NameSyntax, ...NameSyntax[]];

export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=" | "CONTAINS";

/** The type of a word (a text, a date, an option) depends on the field it is compared with. */
export interface ValueSyntax {
	readonly type: "this" | "text" | "number" | "word";
	readonly text: string;
	readonly at: number;
}

export interface ConditionSyntax {
	readonly type: "condition";
	readonly path: PathSyntax;
	readonly operator: Comparison | "IN" | "IS NULL";
	/** One for a comparison, one or more for IN, none for IS NULL. */
	readonly values: readonly ValueSyntax[];
	readonly at: number;
}

export type ExpressionSyntax =
	| ConditionSyntax
	| { readonly type: "not"; readonly part: ExpressionSyntax }
	| { readonly type: "and" | "or"; readonly parts: readonly ExpressionSyntax[] };

export interface SortSyntax {
	readonly path: PathSyntax;
	readonly descending: boolean;
}
