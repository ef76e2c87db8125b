import { describe, expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";
import { QueryError } from "./query-error.ts";

/** Everything but the positions. */
function strip(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(strip);
	if (value === null || typeof value !== "object") return value;
	const kept = Object.entries(value).filter(([key]) => key !== "at" && key !== "source");
	return Object.fromEntries(kept.map(([key, entry]) => [key, strip(entry)]));
}

const whereOf = (condition: string): unknown =>
	strip(parseQuery(`SELECT p FROM Person WHERE ${condition}`).where);

const path = (...names: string[]) => names.map((text) => ({ text }));
const compare = (names: string[], operator: string, type: string, text: string) => ({
	type: "condition",
	path: path(...names),
	operator,
	values: [{ type, text }],
});
const isNull = (...names: string[]) => ({
	type: "condition",
	path: path(...names),
	operator: "IS NULL",
	values: [],
});

function failureOf(text: string): QueryError {
	try {
		parseQuery(text);
	} catch (error) {
		if (error instanceof QueryError) return error;
		throw error;
	}
	throw new Error(`"${text}" was read without complaint`);
}

describe("[Q1] what a query is made of", () => {
	test("all its parts", () => {
		const text =
			"select p from Person where p.role = engineer order by p.team.name desc, name limit 5 -- the newest";
		expect(strip(parseQuery(text))).toEqual({
			alias: { text: "p" },
			kind: { text: "Person" },
			where: compare(["p", "role"], "=", "word", "engineer"),
			orderBy: [
				{ path: path("p", "team", "name"), descending: true },
				{ path: path("name"), descending: false },
			],
			limit: 5,
		});
	});

	test("only its first two parts", () => {
		expect(strip(parseQuery("SELECT p FROM Person"))).toEqual({
			alias: { text: "p" },
			kind: { text: "Person" },
			where: null,
			orderBy: [],
			limit: null,
		});
	});

	test("comments end with their line, and spaces do not count", () => {
		const text = "\n\tSELECT p--'\r\nFROM Person -- WHERE p.a = 1\rWHERE p.b=-2.50--";
		expect(strip(parseQuery(text).where)).toEqual(compare(["p", "b"], "=", "number", "-2.50"));
	});
});

describe("[Q2] conditions", () => {
	const a = compare(["a"], "=", "number", "1");
	const b = compare(["b"], "!=", "word", "x");
	const c = compare(["p", "c"], "CONTAINS", "text", "it's");

	test.each([
		["a = 1", a],
		["a=1 AND b!=x", { type: "and", parts: [a, b] }],
		["a=1 and b!=x And p.c contains 'it''s'", { type: "and", parts: [a, b, c] }],
		["a=1 OR b!=x AND p.c CONTAINS 'it''s'", { type: "or", parts: [a, { type: "and", parts: [b, c] }] }],
		["(a=1 OR b!=x) AND p.c CONTAINS 'it''s'", { type: "and", parts: [{ type: "or", parts: [a, b] }, c] }],
		["NOT a=1 AND b!=x", { type: "and", parts: [{ type: "not", part: a }, b] }],
		["NOT (a=1 AND b!=x)", { type: "not", part: { type: "and", parts: [a, b] } }],
		["NOT NOT a=1", { type: "not", part: { type: "not", part: a } }],
		["((a=1))", a],
		["a IS NULL", isNull("a")],
		["p.team.lead is not null", { type: "not", part: isNull("p", "team", "lead") }],
		[
			"a NOT IN (1, x, 'y', {this})",
			{
				type: "not",
				part: {
					type: "condition",
					path: path("a"),
					operator: "IN",
					values: [
						{ type: "number", text: "1" },
						{ type: "word", text: "x" },
						{ type: "text", text: "y" },
						{ type: "this", text: "{this}" },
					],
				},
			},
		],
		["p.c NOT CONTAINS 'it''s'", { type: "not", part: c }],
		['"odd name".x = "a ""b"""', compare(["odd name", "x"], "=", "text", 'a "b"')],
	])("%s", (text, expected) => {
		expect(whereOf(text)).toEqual(expected);
	});

	test.each(["=", "!=", "<", "<=", ">", ">=", "CONTAINS"])("the operator %s", (operator) => {
		expect(whereOf(`a ${operator} {this}`)).toEqual(compare(["a"], operator, "this", "{this}"));
		if (operator !== "CONTAINS") {
			expect(whereOf(`a${operator}{ THIS }`)).toEqual(compare(["a"], operator, "this", "{this}"));
		}
	});
});

describe("[Q3] values", () => {
	test.each([
		["'two words'", "text", "two words"],
		["''", "text", ""],
		["'100% _sure_ -- not a comment'", "text", "100% _sure_ -- not a comment"],
		["'two\nlines'", "text", "two\nlines"],
		['"A name"', "text", "A name"],
		["12", "number", "12"],
		["-3", "number", "-3"],
		["0.25", "number", "0.25"],
		["active", "word", "active"],
		["in-progress", "word", "in-progress"],
		["größe_2", "word", "größe_2"],
		["日本", "word", "日本"],
		["مرحبا", "word", "مرحبا"],
		["2026-03-31", "word", "2026-03-31"],
		["2026-03-31T08:30:15.5+02:00", "word", "2026-03-31T08:30:15.5+02:00"],
		["today", "word", "today"],
		["now-7d", "word", "now-7d"],
		["today+2w", "word", "today+2w"],
		["019a2f3c-77aa-7bcd-8123-0123456789ab", "word", "019a2f3c-77aa-7bcd-8123-0123456789ab"],
	])("%s", (written, type, text) => {
		expect(whereOf(`a = ${written}`)).toEqual(compare(["a"], "=", type, text));
		expect(whereOf(`(a=${written})`)).toEqual(compare(["a"], "=", type, text));
	});
});

describe("[Q4] what the AND-only language could say is still said", () => {
	const soft = ["or", "not", "in", "is", "null"];

	test.each(soft)("%s is a name where it is compared", (word) => {
		expect(whereOf(`${word} = 1`)).toEqual(compare([word], "=", "number", "1"));
		expect(whereOf(`p.${word} = 1`)).toEqual(compare(["p", word], "=", "number", "1"));
		expect(whereOf(`${word} CONTAINS x`)).toEqual(compare([word], "CONTAINS", "word", "x"));
		expect(strip(parseQuery(`SELECT p FROM x ORDER BY ${word} DESC`).orderBy)).toEqual([
			{ path: path(word), descending: true },
		]);
	});

	test.each(soft)("%s is a value where nothing else can stand", (word) => {
		const first = compare(["a"], "=", "word", word);
		expect(whereOf(`a = ${word}`)).toEqual(first);
		expect(whereOf(`a = ${word} AND b = 2`)).toEqual({
			type: "and",
			parts: [first, compare(["b"], "=", "number", "2")],
		});
		expect(parseQuery(`SELECT p FROM x WHERE a = ${word} ORDER BY a LIMIT 3`).limit).toBe(3);
	});

	test("a kind or field may be called like a keyword", () => {
		expect(parseQuery("SELECT o FROM Order WHERE o.limit = 3 ORDER BY o.order").kind.text).toBe("Order");
		expect(parseQuery('SELECT o FROM "Where"').kind.text).toBe("Where");
		expect(whereOf("order = 1 AND limit > 2")).toMatchObject({ type: "and" });
	});
});

const SIGNS = ["=", "!=", "<", "<=", ">", ">=", "CONTAINS", "IN", "IS"];
const VALUE = ["a value ('text', 12, 2026-03-31, today or {this})"];
const CONDITION = ["a field", "NOT", "("];
const END = "the end of the query";

describe("[Q5] a query that cannot be read says where, what and what instead", () => {
	test.each<[string, number, number, string, readonly string[]]>([
		["", 1, 1, END, ["SELECT"]],
		["  \n -- nothing\n", 3, 1, END, ["SELECT"]],
		["FROM Person", 1, 1, '"FROM"', ["SELECT"]],
		["SELECT", 1, 7, END, ["a name for the rows, such as p"]],
		["SELECT FROM Person", 1, 8, '"FROM"', ["a name for the rows, such as p"]],
		["SELECT * FROM Person", 1, 8, '"*"', ["a name for the rows, such as p"]],
		["SELECT p FORM Person", 1, 10, '"FORM"', ["FROM"]],
		["SELECT p, q FROM Person", 1, 9, '","', ["FROM"]],
		["SELECT p FROM", 1, 14, END, ["the name of a kind"]],
		["SELECT p FROM WHERE a = 1", 1, 15, '"WHERE"', ["the name of a kind"]],
		["SELECT p FROM 7", 1, 15, '"7"', ["the name of a kind"]],
		["SELECT p FROM ORDER BY a", 1, 15, '"ORDER"', ["the name of a kind"]],
		["SELECT p FROM Person WHER a = 1", 1, 22, '"WHER"', ["WHERE", "ORDER BY", "LIMIT", END]],
		["SELECT p FROM Person;", 1, 21, '";"', ["WHERE", "ORDER BY", "LIMIT", END]],
		["SELECT p FROM Person WHERE", 1, 27, END, CONDITION],
		["SELECT p FROM Person\nWHERE AND a = 1", 2, 7, '"AND"', CONDITION],
		["SELECT p FROM Person WHERE 'a' = 1", 1, 28, `"'a'"`, CONDITION],
		["SELECT p FROM Person WHERE NOT", 1, 31, END, CONDITION],
		["SELECT p FROM Person WHERE ORDER BY a", 1, 28, '"ORDER"', CONDITION],
		["SELECT p FROM Person WHERE p. = 1", 1, 31, '"="', ["a field"]],
		['SELECT p FROM Person WHERE "" = 1', 1, 28, '""""', CONDITION],
		["SELECT p FROM Person WHERE a", 1, 29, END, SIGNS],
		["SELECT p FROM Person WHERE a LIKE 'x'", 1, 30, '"LIKE"', SIGNS],
		["SELECT p FROM Person WHERE a ~ 'x'", 1, 30, '"~"', SIGNS],
		["SELECT p FROM Person WHERE a NOT LIKE 'x'", 1, 34, '"LIKE"', ["IN", "CONTAINS"]],
		["SELECT p FROM Person WHERE a <> 1", 1, 30, '"<>"', SIGNS],
		["SELECT p FROM Person WHERE a == 1", 1, 30, '"=="', SIGNS],
		["SELECT p FROM Person WHERE \u001b[31m = 1", 1, 28, '" "', CONDITION],
		["SELECT p FROM Person WHERE a =", 1, 31, END, VALUE],
		["SELECT p FROM Person WHERE a = AND b = 1", 1, 32, '"AND"', VALUE],
		["SELECT p FROM Person WHERE a = OR b = 1", 1, 32, '"OR"', VALUE],
		["SELECT p FROM Person WHERE a = LIMIT 3", 1, 32, '"LIMIT"', VALUE],
		["SELECT p FROM Person WHERE a = “x”", 1, 32, '"“"', VALUE],
		["SELECT p FROM Person WHERE 🦆.a = 1", 1, 28, '"🦆"', CONDITION],
		["SELECT p FROM Person WHERE a = '🦆🦆' 🦆", 1, 37, '"🦆"', ["AND", "OR", "ORDER BY", "LIMIT", END]],
		["SELECT p FROM Person WHERE a = {that}", 1, 32, '"{"', VALUE],
		["SELECT p FROM Person WHERE a = 1 b = 2", 1, 34, '"b"', ["AND", "OR", "ORDER BY", "LIMIT", END]],
		["SELECT p FROM Person WHERE a = 1)", 1, 33, '")"', ["AND", "OR", "ORDER BY", "LIMIT", END]],
		["SELECT p FROM Person WHERE (a = 1", 1, 34, END, ["AND", "OR", ")"]],
		["SELECT p FROM Person WHERE ()", 1, 29, '")"', CONDITION],
		["SELECT p FROM Person WHERE a IS 3", 1, 33, '"3"', ["NULL", "NOT NULL"]],
		["SELECT p FROM Person WHERE a IS NOT 3", 1, 37, '"3"', ["NULL"]],
		["SELECT p FROM Person WHERE a IN 3", 1, 33, '"3"', ["("]],
		["SELECT p FROM Person WHERE a IN ()", 1, 34, '")"', VALUE],
		["SELECT p FROM Person WHERE a IN (1 2)", 1, 36, '"2"', [",", ")"]],
		["SELECT p FROM Person ORDER a", 1, 28, '"a"', ["BY"]],
		["SELECT p FROM Person ORDER BY", 1, 30, END, ["a field"]],
		["SELECT p FROM Person ORDER BY LIMIT 3", 1, 31, '"LIMIT"', ["a field"]],
		["SELECT p FROM Person ORDER BY a UP", 1, 33, '"UP"', ["ASC", "DESC", ",", "LIMIT", END]],
		["SELECT p FROM Person ORDER BY a ASC UP", 1, 37, '"UP"', [",", "LIMIT", END]],
		["SELECT p FROM Person LIMIT", 1, 27, END, ["a whole number"]],
		["SELECT p FROM Person LIMIT -1", 1, 28, '"-1"', ["a whole number"]],
		["SELECT p FROM Person LIMIT 2.5", 1, 28, '"2.5"', ["a whole number"]],
		["SELECT p FROM Person LIMIT ten", 1, 28, '"ten"', ["a whole number"]],
		["SELECT p FROM Person LIMIT 3 ORDER BY a", 1, 30, '"ORDER"', [END]],
		["SELECT p FROM Person WHERE a = 'x", 1, 32, `"'x"`, ["'"]],
		["SELECT p FROM Person WHERE a = 'x''", 1, 32, `"'x''"`, ["'"]],
		['SELECT p\r\nFROM "Person', 2, 6, '""Person"', ['"']],
	])("%s", (text, line, column, found, expected) => {
		const failure = failureOf(text);
		expect(failure).toMatchObject({ code: "invalid_query", line, column, found, expected });
		expect(failure.details).toEqual({ line, column, found, expected });
		expect(failure.message).toMatch(new RegExp(`^Line ${line}, column ${column}: .+\\.$`, "s"));
	});

	test("in words a person can read", () => {
		expect(failureOf("SELECT p FROM Person WHERE (a = 1").message).toBe(
			"Line 1, column 34: found the end of the query, expected AND, OR or ).",
		);
		expect(failureOf("SELECT p FROM 'x").message).toBe(
			"Line 1, column 15: the text that opens here has no closing '.",
		);
	});
});

describe("[Q6] hostile input is refused in bounded time", () => {
	const long = (text: string): string => `SELECT p FROM Person WHERE a = ${text}`;

	test.each<[string, string, string]>([
		["20,000 words", "word ".repeat(20_000), "characters"],
		["a megabyte", "x".repeat(1_000_000), "characters"],
		["too many signs", long("(".repeat(3_000)), "value"],
		[
			"too many tokens",
			"SELECT p FROM Person WHERE a IN (1".concat(",1".repeat(4_000), ")"),
			"words and signs",
		],
		["deep parentheses", `SELECT p FROM Person WHERE ${"(".repeat(3_000)}`, "levels"],
		["deep NOT", `SELECT p FROM Person WHERE ${"NOT ".repeat(3_000)}`, "levels"],
		["quotes", long("'".repeat(10_001)), "'"],
		["double quotes", long('"'.repeat(10_001)), '"'],
		["dashes", "-".repeat(19_999), "SELECT"],
		["digits", long(`${"9".repeat(15_000)}x.y`), "AND"],
		["hyphens", long(`${"a-".repeat(5_000)}`), "AND"],
		["combining marks", long(`a${"\u0301".repeat(10_000)}!`), "AND"],
		["half a surrogate pair", long("\ud83d"), "value"],
		["a NUL", long("\0"), "value"],
		["SQL", "SELECT p FROM Person WHERE a = ''; DROP TABLE entities; --'", "AND"],
		["a union", "SELECT p FROM Person UNION SELECT q FROM Team", "WHERE"],
		["a regular expression", "^(a+)+$", "SELECT"],
		["right to left", "اختر كل الأشخاص", "SELECT"],
		["emoji", "🦆🦆🦆", "SELECT"],
	])("%s", (_, text, expected) => {
		const failure = failureOf(text);
		expect(failure.expected.join(" ")).toContain(expected);
		expect(failure.message.length).toBeLessThan(400);
	});

	test("as deep as it may be", () => {
		const nest = (levels: number): string =>
			`SELECT p FROM Person WHERE ${"(".repeat(levels)}a = 1${")".repeat(levels)}`;
		expect(parseQuery(nest(32)).where).toMatchObject({ operator: "=" });
		expect(failureOf(nest(33))).toMatchObject({ line: 1, column: 28 + 32, found: '"("' });
		expect(failureOf(nest(33)).message).toContain("nested too deep");
	});

	test("a long chain is not deep", () => {
		const chain = Array.from({ length: 900 }, (_, index) => `a = ${index}`).join(" OR ");
		expect(parseQuery(`SELECT p FROM Person WHERE ${chain}`).where).toMatchObject({ type: "or" });
	});
});
