import { QueryError, quote } from "./query-error.ts";
import { type Token, tokenizeQuery } from "./tokenize-query.ts";

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

const DEEPEST = 32;
const SIGNS: readonly string[] = ["=", "!=", "<", "<=", ">", ">="] satisfies Comparison[];
const OPERATORS = [...SIGNS, "CONTAINS", "IN", "IS"];
const A_FIELD = "a field";
const A_VALUE = "a value ('text', 12, 2026-03-31, today or {this})";
const THE_END = "the end of the query";

/** Never a name or a value unless quoted, or a missing one would be read as the word that follows it. */
const KEYWORDS = new Set(["SELECT", "FROM", "WHERE", "AND", "ORDER", "LIMIT"]);
/** Words that older queries may use as bare names and values. They are keywords only where they can be nothing else. */
const SOFT_KEYWORDS = new Set(["OR", "NOT", "IN", "IS", "NULL", "CONTAINS", "BY", "ASC", "DESC"]);

const wordOf = (token: Token): string => (token.type === "word" ? token.text.toUpperCase() : "");

class Parser {
	readonly #source: string;
	readonly #tokens: readonly Token[];
	#position = 0;
	#depth = 0;

	constructor(source: string) {
		this.#source = source;
		this.#tokens = tokenizeQuery(source);
	}

	parseQuery(): QuerySyntax {
		this.#expectWord("SELECT");
		const alias = this.#parseName("a name for the rows, such as p");
		this.#expectWord("FROM");
		const kind = this.#parseName("the name of a kind");
		const where = this.#takeWord("WHERE") ? this.#parseAny() : null;
		const afterWhere = where === null ? ["WHERE"] : ["AND", "OR"];
		const orderBy = this.#takeWord("ORDER") ? this.#parseOrder() : [];
		const limit = this.#takeWord("LIMIT") ? this.#parseLimit() : null;
		if (this.#next.type !== "end") {
			const ordered = orderBy.length > 0;
			this.#fail([
				...(ordered || limit !== null ? [] : [...afterWhere, "ORDER BY"]),
				...(ordered && limit === null ? [...this.#directionsLeft(), ","] : []),
				...(limit === null ? ["LIMIT"] : []),
				THE_END,
			]);
		}
		return { source: this.#source, alias, kind, where, orderBy, limit };
	}

	#parseAny(): ExpressionSyntax {
		const parts = [this.#parseAll()];
		while (this.#takeWord("OR")) parts.push(this.#parseAll());
		return parts.length === 1 && parts[0] ? parts[0] : { type: "or", parts };
	}

	#parseAll(): ExpressionSyntax {
		const parts = [this.#parseOne()];
		while (this.#takeWord("AND")) parts.push(this.#parseOne());
		return parts.length === 1 && parts[0] ? parts[0] : { type: "and", parts };
	}

	#parseOne(): ExpressionSyntax {
		if (this.#next.text === "(" && this.#next.type === "symbol") {
			this.#deepen();
			this.#position += 1;
			const inside = this.#parseAny();
			if (!this.#takeSign(")")) this.#fail(["AND", "OR", ")"]);
			this.#depth -= 1;
			return inside;
		}
		if (wordOf(this.#next) === "NOT" && !this.#isComparedNext()) {
			this.#deepen();
			this.#position += 1;
			const part = this.#parseOne();
			this.#depth -= 1;
			return { type: "not", part };
		}
		return this.#parseCondition();
	}

	#parseCondition(): ExpressionSyntax {
		const path = this.#parsePath([A_FIELD, "NOT", "("]);
		const { at } = this.#next;
		if (this.#takeWord("IS")) {
			const negated = this.#takeWord("NOT");
			if (!this.#takeWord("NULL")) this.#fail(negated ? ["NULL"] : ["NULL", "NOT NULL"]);
			const isNull: ExpressionSyntax = { type: "condition", path, operator: "IS NULL", values: [], at };
			return negated ? { type: "not", part: isNull } : isNull;
		}
		const negated = this.#takeWord("NOT");
		const condition = this.#parseComparison(path, negated);
		return negated ? { type: "not", part: condition } : condition;
	}

	#parseComparison(path: PathSyntax, negated: boolean): ExpressionSyntax {
		const { at } = this.#next;
		if (this.#takeWord("IN")) {
			return { type: "condition", path, operator: "IN", values: this.#parseList(), at };
		}
		if (this.#takeWord("CONTAINS")) {
			return { type: "condition", path, operator: "CONTAINS", values: [this.#parseValue()], at };
		}
		if (negated) this.#fail(["IN", "CONTAINS"]);
		const operator = SIGNS.find((sign) => this.#takeSign(sign));
		if (operator === undefined) this.#fail(OPERATORS);
		return { type: "condition", path, operator: operator as Comparison, values: [this.#parseValue()], at };
	}

	#parseList(): readonly ValueSyntax[] {
		if (!this.#takeSign("(")) this.#fail(["("]);
		const values = [this.#parseValue()];
		while (this.#takeSign(",")) values.push(this.#parseValue());
		if (!this.#takeSign(")")) this.#fail([",", ")"]);
		return values;
	}

	#parseValue(): ValueSyntax {
		const { text, at } = this.#next;
		const type = this.#readValueType(this.#next);
		if (type === undefined) this.#fail([A_VALUE]);
		this.#position += 1;
		return { type, text: type === "this" ? "{this}" : text, at };
	}

	#readValueType(token: Token): ValueSyntax["type"] | undefined {
		switch (token.type) {
			case "this":
			case "number":
			case "text":
				return token.type;
			case "name":
				return "text";
			case "word": {
				const word = wordOf(token);
				if (KEYWORDS.has(word)) return undefined;
				return SOFT_KEYWORDS.has(word) && !this.#mayFollowValue(this.#peek(1)) ? undefined : "word";
			}
			default:
				return undefined;
		}
	}

	#mayFollowValue(token: Token): boolean {
		const ends = token.type === "end" || token.text === ")" || token.text === ",";
		return ends || ["AND", "OR", "ORDER", "LIMIT"].includes(wordOf(token));
	}

	#parseOrder(): readonly SortSyntax[] {
		this.#expectWord("BY");
		const sorts: SortSyntax[] = [];
		do {
			const path = this.#parsePath([A_FIELD]);
			const descending = this.#takeWord("DESC");
			if (!descending) this.#takeWord("ASC");
			sorts.push({ path, descending });
		} while (this.#takeSign(","));
		return sorts;
	}

	#directionsLeft(): readonly string[] {
		return ["ASC", "DESC"].includes(wordOf(this.#peek(-1))) ? [] : ["ASC", "DESC"];
	}

	#parseLimit(): number {
		const { type, text } = this.#next;
		const limit = Number(text);
		if (type !== "number" || !/^\d+$/.test(text) || !Number.isSafeInteger(limit)) {
			this.#fail(["a whole number"]);
		}
		this.#position += 1;
		return limit;
	}

	#parsePath(expected: readonly string[]): PathSyntax {
		const word = wordOf(this.#next);
		const isField = this.#isComparedNext() || (SOFT_KEYWORDS.has(word) && this.#isSortedNext());
		if ((KEYWORDS.has(word) || SOFT_KEYWORDS.has(word)) && !isField) this.#fail(expected);
		const path: [NameSyntax, ...NameSyntax[]] = [this.#takeName(expected)];
		while (this.#takeSign(".")) path.push(this.#takeName([A_FIELD]));
		return path;
	}

	/** A word before an operator can only be a field, even if it is a keyword. */
	#isComparedNext(): boolean {
		const token = this.#peek(1);
		if (token.type === "symbol") return token.text !== "(" && token.text !== ")";
		return wordOf(token) === "CONTAINS" && this.#peek(2).type !== "symbol";
	}

	#isSortedNext(): boolean {
		const token = this.#peek(1);
		return token.type === "end" || ["ASC", "DESC", "LIMIT"].includes(wordOf(token));
	}

	#parseName(expected: string): NameSyntax {
		if (KEYWORDS.has(wordOf(this.#next)) && !this.#isNameInPlace()) this.#fail([expected]);
		return this.#takeName([expected]);
	}

	/** A kind called Order is a name when what follows could not follow the keyword. */
	#isNameInPlace(): boolean {
		return wordOf(this.#next) === "ORDER" && wordOf(this.#peek(1)) !== "BY";
	}

	#takeName(expected: readonly string[]): NameSyntax {
		const { type, text, at } = this.#next;
		if ((type !== "word" && type !== "name") || text === "") this.#fail(expected);
		this.#position += 1;
		return { text, at };
	}

	get #next(): Token {
		return this.#peek(0);
	}

	/** Past the end there is nothing but the end. */
	#peek(offset: number): Token {
		const token = this.#tokens[this.#position + offset] ?? this.#tokens.at(-1);
		return token ?? { type: "end", text: "", raw: "", at: this.#source.length };
	}

	#takeWord(word: string): boolean {
		if (wordOf(this.#next) !== word) return false;
		this.#position += 1;
		return true;
	}

	#takeSign(sign: string): boolean {
		if (this.#next.type !== "symbol" || this.#next.text !== sign) return false;
		this.#position += 1;
		return true;
	}

	#expectWord(word: string): void {
		if (!this.#takeWord(word)) this.#fail([word]);
	}

	/** Without a limit a text of parentheses alone would use up the stack. */
	#deepen(): void {
		this.#depth += 1;
		if (this.#depth <= DEEPEST) return;
		const expected = `at most ${DEEPEST} levels of parentheses and NOT`;
		this.#fail([expected], `the conditions are nested too deep: there may be ${expected}.`);
	}

	#fail(expected: readonly string[], says?: string): never {
		const { type, raw, at } = this.#next;
		const source = this.#source;
		if (type === "unclosed") {
			const closing = raw.slice(0, 1);
			const explanation = `the text that opens here has no closing ${closing}`;
			throw new QueryError({ source, at, found: quote(raw), expected: [closing], says: `${explanation}.` });
		}
		const found = type === "end" ? THE_END : quote(raw);
		throw new QueryError({ source, at, found, expected, ...(says !== undefined && { says }) });
	}
}

/** Parses a query. Throws a `QueryError` that says where it stopped making sense and what it expected there. */
export function parseQuery(source: string): QuerySyntax {
	return new Parser(source).parseQuery();
}
