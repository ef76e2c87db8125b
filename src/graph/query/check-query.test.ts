import { describe, expect, test } from "vitest";
import { KindRegistry } from "../model/kinds/kind-registry.ts";
import { makeOwnKind } from "../model/own-kind.ts";
import { checkQuery } from "./check-query.ts";
import { parseQuery } from "./parse-query.ts";
import { QueryError } from "./query-error.ts";

const kinds = new KindRegistry(
	[
		{
			kind: "Person",
			label: "Person",
			fields: [
				{ name: "role", type: "text" as const },
				{ name: "team", type: "entity_ref" as const, kind: "Team" },
				{ name: "start", type: "date" as const },
				{ name: "skills", type: "text_list" as const },
				{ name: "old", type: "entity_ref" as const, kind: "Gone" },
			],
		},
		{
			kind: "Team",
			label: "Team",
			fields: [
				{ name: "lead", type: "entity_ref" as const, kind: "Person" },
				{ name: "members", type: "computed" as const, query: "SELECT p FROM Person WHERE p.team = {this}" },
				{ name: "broken", type: "computed" as const, query: "SELECT p FROM Persn" },
				{ name: "circle", type: "computed" as const, query: "SELECT t FROM Team WHERE t.circle = {this}" },
				{
					name: "second",
					type: "computed" as const,
					query: "SELECT p FROM Person ORDER BY p.team.members",
				},
			],
		},
		{ kind: "twin", label: "Twin", fields: [{ name: "a", type: "text" as const }] },
		{
			kind: "Twin",
			label: "Twin",
			fields: [
				{ name: "b", type: "text" as const },
				{ name: "B", type: "text" as const },
				{ name: "name", type: "number" as const },
			],
		},
	].map(makeOwnKind),
);

const check = (text: string, givesThis = false) => checkQuery({ query: parseQuery(text), kinds, givesThis });

function failureOf(text: string, givesThis = false): QueryError {
	try {
		check(text, givesThis);
	} catch (error) {
		if (error instanceof QueryError) return error;
		throw error;
	}
	throw new Error(`"${text}" passed`);
}

describe("[Q7] kinds and fields are found by name", () => {
	test.each([
		["SELECT p FROM Person", "Person"],
		["SELECT p FROM person", "Person"],
		["SELECT t FROM TASK", "task"],
		['SELECT t FROM "task"', "task"],
		["SELECT t FROM twin", "twin"],
		["SELECT t FROM Twin", "Twin"],
	])("%s", (text, kind) => {
		expect(check(text).kind.kind).toBe(kind);
	});

	test("two kinds that differ in case alone are told apart by it", () => {
		expect(failureOf("SELECT t FROM TWIN")).toMatchObject({ line: 1, column: 15, found: '"TWIN"' });
	});

	test("an unknown kind is answered with the known ones", () => {
		const failure = failureOf("SELECT p\nFROM Persn");
		expect(failure).toMatchObject({ code: "invalid_query", line: 2, column: 6, found: '"Persn"' });
		expect(failure.expected).toEqual(expect.arrayContaining(["task", "Person", "Team"]));
		expect(failure.message).toMatch(/^Line 2, column 6: there is no kind "Persn"\. Known: project, .*Team/);
	});

	test.each([
		"role = x",
		"p.ROLE = x",
		"P.role = x",
		"id = x",
		"p.name = x",
		"title = x",
		"text = x",
		"ref = x",
		"type = Person",
		"type_key IS NULL",
		"state IS NULL",
		"project IS NULL",
		"project_id.name = x",
		"created_at < now",
		"updated_at < now",
		"completed_at < now",
		"archived_at IS NULL",
		"team.lead = x",
		"p.team.lead = x",
		"p.team.members CONTAINS x",
	])("Person has %s", (condition) => {
		expect(check(`SELECT p FROM Person WHERE ${condition}`).where).not.toBeNull();
	});

	test("an unknown field is answered with the known ones", () => {
		const failure = failureOf("SELECT p FROM Person WHERE p.role = x AND p.tema = x");
		expect(failure).toMatchObject({ line: 1, column: 45, found: '"tema"' });
		expect(failure.expected.slice(0, 6)).toEqual(["role", "team", "start", "skills", "old", "name"]);
		expect(failure.message).toContain('Person has no field "tema". Known: role, team, start');
	});

	test("what is kept beside the declared fields cannot be asked for", () => {
		for (const name of ["props", "body", "description", "constructor", "__proto__", "owner_id"]) {
			expect(failureOf(`SELECT p FROM Person WHERE ${name} = x`).found).toBe(`"${name}"`);
		}
	});

	test("fields that differ in case alone are told apart by it", () => {
		expect(check("SELECT t FROM Twin WHERE t.b = x AND t.B = x").where).not.toBeNull();
	});

	test("a declared field hides the column of its name", () => {
		expect(failureOf("SELECT t FROM Twin WHERE t.name = x").message).toContain("a number");
		expect(check("SELECT t FROM Twin WHERE t.title = x").where).not.toBeNull();
	});
});

describe("[Q8] the alias is the one that was given", () => {
	test("another one is refused", () => {
		const failure = failureOf("SELECT p FROM Person WHERE q.role = x");
		expect(failure).toMatchObject({ line: 1, column: 28, found: '"q"' });
		expect(failure.message).toBe('Line 1, column 28: "q" is not what the rows are called: that is p.');
		expect(failureOf("SELECT p FROM Person ORDER BY q.role").column).toBe(31);
	});

	test("an alias called like a field is an alias where something follows it", () => {
		expect(check("SELECT team FROM Person WHERE team.role = x AND team = y").where).not.toBeNull();
		expect(failureOf("SELECT team FROM Person WHERE team.lead = x").message).toContain('no field "lead"');
		expect(check("SELECT team FROM Person WHERE team.team.lead = x").where).not.toBeNull();
	});
});

describe("[Q9] a path goes one reference far", () => {
	test.each([
		["p.team.lead.role", 40, '"role"', "no further"],
		["p.role.name", 30, '"role"', "refers to no other entity"],
		["p.old.name", 30, '"old"', "Gone, a kind that is gone"],
		["p.team.nothing", 35, '"nothing"', 'Team has no field "nothing"'],
	])("%s", (path, column, found, words) => {
		const failure = failureOf(`SELECT p FROM Person WHERE ${path} = x`);
		expect(failure).toMatchObject({ line: 1, column, found });
		expect(failure.message).toContain(words);
		expect(failureOf(`SELECT p FROM Person ORDER BY ${path}`).message).toContain(words);
	});
});

describe("[Q10] a value fits its field", () => {
	test.each([
		["task", "due_at < tomorrowish", "tomorrowish", "a date ("],
		["task", "due_at = 2026-02-31", "2026-02-31", "a date ("],
		["task", "due_at = 2026", "2026", "a date ("],
		["task", "due_at = today+3h", "today+3h", "a date ("],
		["task", "due_at = null", "null", "IS NULL"],
		["task", "due_at IN (today, soon)", "soon", "a date ("],
		["task", "priority = high", "high", "a number"],
		["task", "priority = ''", "''", "a number"],
		["task", `priority = ${"9".repeat(400)}`, "9", "a number"],
		["task", "priority = {this}", "{this}", "a number"],
		["task", "state = doing", "doing", "todo, in_progress, blocked or done"],
		["task", "facet_scale > huge", "huge", "micro, small, medium, large or epic"],
		["task", "title = {this}", "{this}", "a text"],
		["task", "title CONTAINS {this}", "{this}", "a text"],
		["task", "assignees CONTAINS {this}", "{this}", "a text"],
		["task", "project < {this}", "{this}", "a title"],
		["note", "state = open", "open", "there are no values of state here"],
		["note", "frontmatter = x", "x", "CONTAINS and IS NULL only"],
	])("%s: %s", (kind, condition, written, words) => {
		const text = `SELECT x FROM ${kind} WHERE ${condition}`;
		const failure = failureOf(text, true);
		expect(failure.message).toContain(words);
		expect(failure).toMatchObject({ line: 1, column: text.lastIndexOf(` ${written}`) + 2 });
		expect(failure.expected.length).toBeGreaterThan(0);
	});

	test.each([
		["task", "due_at < now-7d"],
		["task", "due_at = '2026-03-31'"],
		["task", "due_at CONTAINS '2026-03'"],
		["task", "priority <= 2.5"],
		["task", "priority = '2'"],
		["task", "priority CONTAINS 2"],
		["task", "state = TODO"],
		["task", "state CONTAINS prog"],
		["task", "title = 7"],
		["task", "title = null"],
		["task", "project = {this}"],
		["task", "project CONTAINS {this}"],
		["task", "id != {this}"],
		["task", "id CONTAINS {this}"],
		["note", "state IS NULL"],
		["note", "frontmatter CONTAINS x"],
		["Team", "members = {this}"],
		["Team", "members.start < today"],
	])("%s: %s fits", (kind, condition) => {
		expect(check(`SELECT x FROM ${kind} WHERE ${condition}`, true).where).not.toBeNull();
	});

	test("what has no order is not sorted by", () => {
		expect(failureOf("SELECT n FROM note ORDER BY n.frontmatter")).toMatchObject({
			column: 31,
			message: "Line 1, column 31: frontmatter has no order to sort by.",
		});
	});
});

describe("[Q11] {this} stands for an entity where there is one", () => {
	test("and is refused elsewhere", () => {
		const text = "SELECT p FROM Person WHERE p.team = {this}";
		expect(check(text, true).usesThis).toBe(true);
		expect(failureOf(text)).toMatchObject({ line: 1, column: 37, found: '"{this}"' });
		expect(failureOf(text).message).toContain("say which entity");
	});

	test("a computed field brings its own", () => {
		expect(check("SELECT t FROM Team WHERE t.members = 'Ada'").usesThis).toBe(false);
	});
});

describe("[Q12] a computed field is not built on another one", () => {
	test.each([
		["t.circle IS NULL", "circle is computed, and a computed field cannot be built on another one"],
		["t.second IS NULL", "members is computed"],
		["t.broken IS NULL", 'Line 1, column 15: there is no kind "Persn"'],
	])("%s", (condition, words) => {
		const failure = failureOf(`SELECT t FROM Team WHERE ${condition}`);
		expect(failure).toMatchObject({ line: 1, column: 28 });
		expect(failure.message).toContain("the query of the computed field");
		expect(failure.message).toContain(words);
	});
});
