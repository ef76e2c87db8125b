import { describe, expect, test } from "vitest";
import { indexRows } from "../../../test/support/index-rows.ts";
import { EntityNotFoundError, InvalidInputError } from "../model/errors.ts";
import type { JsonObject } from "../model/json.ts";
import { KindRegistry } from "../model/kinds/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition } from "../model/own-kind.ts";
import { answerQuery, ComputedFields } from "./execute-query.ts";
import { QueryError, QueryTooCostlyError } from "./query-error.ts";
import type { QueryRow } from "./query-rows.ts";

const DEFINITIONS: readonly OwnKindDefinition[] = [
	{
		kind: "Person",
		label: "Person",
		fields: [
			{ name: "role", type: "text" },
			{ name: "email", type: "email" },
			{ name: "team", type: "entity_ref", kind: "Team" },
			{ name: "start", type: "date" },
			{ name: "skills", type: "text_list" },
			{ name: "desk", type: "number" },
			{ name: "extra", type: "json" },
			{ name: "profile", type: "note_ref" },
		],
	},
	{
		kind: "Team",
		label: "Team",
		fields: [
			{ name: "lead", type: "entity_ref", kind: "Person" },
			{ name: "members", type: "computed", query: "SELECT p FROM Person WHERE p.team = {this}" },
			{
				name: "newest",
				type: "computed",
				query: "SELECT p FROM Person WHERE p.team = {this} ORDER BY p.start DESC LIMIT 1",
			},
			{ name: "wrong", type: "computed", query: "SELECT p FROM Person WHERE" },
		],
	},
	{
		kind: "OKR",
		label: "OKR",
		fields: [
			{ name: "owner", type: "entity_ref", kind: "Person" },
			{ name: "state", type: "select", options: ["draft", "on_track", "at_risk", "missed"] },
			{ name: "goals", type: "entity_ref_list", kind: "goal" },
		],
	},
];

const kinds = new KindRegistry(DEFINITIONS.map(makeOwnKind));
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

function makeRow(
	number: number,
	kind: string,
	title: string,
	props: JsonObject,
	more?: Partial<QueryRow>,
): QueryRow {
	return {
		id: idOf(number),
		ref: `ref0000${number % 10}`,
		kind,
		project_id: null,
		owner_id: "",
		title,
		aliases: [],
		state_key: null,
		type_key: null,
		props,
		created_at: "2026-03-01T08:00:00.000Z",
		updated_at: "2026-03-01T08:00:00.000Z",
		completed_at: null,
		archived_at: null,
		...more,
	};
}

const firmware = idOf(1);
const hardware = idOf(2);
const hidden = idOf(999);

const ROWS: readonly QueryRow[] = [
	makeRow(1, "Team", "Firmware and data", { lead: idOf(11) }, { aliases: ["Software"] }),
	makeRow(2, "Team", "Hardware", { lead: idOf(13) }),
	makeRow(3, "Team", "Nobody yet", {}),
	makeRow(11, "Person", "Ada Ohm", {
		role: "Firmware lead",
		email: "Ada@Rillmark.example",
		team: firmware,
		start: "2021-05-03",
		skills: ["C", "Radio, long range", "100%"],
		desk: 7,
		extra: { car: ["red", { plate: "AB 12" }] },
		profile: idOf(31),
	}),
	makeRow(12, "Person", "bo Lind", {
		role: "firmware  engineer",
		team: firmware,
		start: "2024-01-15",
		skills: "CSS, c, under_score",
		desk: 12,
	}),
	makeRow(13, "Person", "Cleo Ångström", {
		role: "",
		team: hardware,
		start: "2019-09-01",
		skills: [],
		desk: -1.5,
	}),
	makeRow(14, "Person", "Dag", { team: hidden, start: "not a date", desk: "12", skills: null, extra: [] }),
	makeRow(21, "OKR", "Pilot", { owner: idOf(11), goals: [idOf(41), idOf(42)] }, { state_key: "on_track" }),
	makeRow(
		22,
		"OKR",
		"Service",
		{ owner: idOf(12), goals: `${idOf(42)}, ${hidden}` },
		{ state_key: "at_risk" },
	),
	makeRow(23, "OKR", "Reports", {}, { state_key: "renamed long ago" }),
	makeRow(31, "note", "About Ada", { tags: ["people"] }),
	makeRow(
		41,
		"goal",
		"Forty units",
		{ target_date: "2026-06-01" },
		{ state_key: "active", project_id: idOf(51) },
	),
	makeRow(42, "goal", "Five years", {}, { state_key: "draft", project_id: idOf(51) }),
	makeRow(51, "project", "Heron 2", { facet_scale: "large" }, { project_id: idOf(51), state_key: "active" }),
	makeRow(
		61,
		"task",
		"Late",
		{ priority: 1, due_at: "2026-03-30" },
		{ state_key: "todo", project_id: idOf(51) },
	),
	makeRow(
		62,
		"task",
		"Today",
		{ priority: 3, due_at: "2026-04-01" },
		{ state_key: "blocked", project_id: idOf(51) },
	),
	makeRow(
		63,
		"task",
		"Fresh",
		{ priority: 2 },
		{ state_key: "done", created_at: "2026-03-31T22:30:00.000Z" },
	),
];

const setting = {
	kinds,
	rows: indexRows(ROWS),
	now: new Date("2026-03-31T23:30:00Z"),
	timeZone: "Europe/Copenhagen",
};

const answer = (text: string, thisId?: string) => answerQuery({ ...setting, text, thisId });
const titles = (text: string, thisId?: string): string =>
	answer(text, thisId)
		.rows.map((row) => row.title)
		.join(", ");
const people = (condition: string, thisId?: string): string =>
	titles(`SELECT p FROM Person WHERE ${condition}`, thisId)
		.split(", ")
		.map((title) => title.slice(0, 1))
		.join("");

describe("[Q15] texts are compared without letter case and runs of spaces", () => {
	test.each([
		["role = 'firmware LEAD'", "A"],
		["role = 'Firmware engineer'", "b"],
		["role != 'firmware lead'", "bCD"],
		["name < 'b'", "A"],
		["name >= 'BO lind'", "bCD"],
		["name > 'bo lind'", "CD"],
		["email = 'ada@rillmark.example'", "A"],
		["role CONTAINS FIRM", "Ab"],
		["role CONTAINS 'e e'", "b"],
		["role CONTAINS ' lead'", "A"],
		["role CONTAINS ''", "Ab"],
		["name CONTAINS 'ÅNG'", "C"],
		["role CONTAINS '%'", ""],
		["role CONTAINS 'firm_are'", ""],
		["role CONTAINS '.*'", ""],
		["name IN ('dag', 'ADA OHM', nobody)", "AD"],
		["type = person", "AbCD"],
	])("%s", (condition, expected) => {
		expect(people(condition)).toBe(expected);
	});
});

describe("[Q16] numbers, options and dates are compared as what they are", () => {
	test.each([
		["desk < 12", "AC"],
		["desk >= 12.0", "bD"],
		["desk = -1.50", "C"],
		["desk IN (7, 8, 12)", "AbD"],
		["desk CONTAINS 1", "bCD"],
		["start < 2021-05-04", "AC"],
		["start <= '2021-05-03'", "AC"],
		["start CONTAINS '-01-'", "b"],
		["start > today-3y", "b"],
	])("%s", (condition, expected) => {
		expect(people(condition)).toBe(expected);
	});

	test.each([
		["SELECT o FROM OKR WHERE o.state > draft", "Pilot, Service"],
		["SELECT o FROM OKR WHERE o.state = at_risk", "Service"],
		["SELECT o FROM OKR WHERE o.state_key = at_risk", "Service"],
		["SELECT t FROM task WHERE t.state IN (todo, Blocked)", "Late, Today"],
		["SELECT t FROM task WHERE t.state CONTAINS 'o'", "Late, Today, Fresh"],
		["SELECT t FROM task WHERE t.due_at < today", "Late"],
		["SELECT t FROM task WHERE t.due_at < now", "Late"],
		["SELECT t FROM task WHERE t.due_at = now", "Today"],
		["SELECT t FROM task WHERE t.created_at = today", "Fresh"],
		["SELECT t FROM task WHERE t.created_at >= now-1h", "Fresh"],
		["SELECT t FROM task WHERE t.created_at > now-1h", ""],
		["SELECT t FROM task WHERE t.created_at IN (today, 2026-03-01)", "Late, Today, Fresh"],
	])("%s", (text, expected) => {
		expect(titles(text)).toBe(expected);
	});

	test("what day it is depends on where the reader lives", () => {
		const text = "SELECT t FROM task WHERE t.created_at = today";
		const inLima = answerQuery({
			...setting,
			text,
			timeZone: "America/Lima",
			now: new Date("2026-03-31T12:00Z"),
		});
		expect(inLima.rows.map((row) => row.title)).toEqual(["Fresh"]);
		const inTokyo = answerQuery({
			...setting,
			text,
			timeZone: "Asia/Tokyo",
			now: new Date("2026-03-31T12:00Z"),
		});
		expect(inTokyo.total).toBe(0);
	});
});

describe("[Q17] a list is asked for its entries", () => {
	test.each([
		["skills = C", "Ab"],
		["skills CONTAINS c", "Ab"],
		["skills CONTAINS 'radio, long range'", "A"],
		["skills CONTAINS radio", ""],
		["skills CONTAINS '100%'", "A"],
		["skills CONTAINS under_score", "b"],
		["skills CONTAINS 'underXscore'", ""],
		["skills != c", "CD"],
		["skills NOT CONTAINS css", "ACD"],
		["skills IN (css, '100%')", "Ab"],
		["skills > 'q'", "Ab"],
		["skills IS NULL", "CD"],
	])("%s", (condition, expected) => {
		expect(people(condition)).toBe(expected);
	});

	test.each([
		["o.goals = 'five years'", "Pilot, Service"],
		["o.goals CONTAINS 'Forty units'", "Pilot"],
		["o.goals != 'Forty units'", "Service, Reports"],
		["o.goals IS NULL", "Reports"],
		["o.goals.target_date = 2026-06-01", "Pilot"],
		["o.goals.name CONTAINS 'y'", "Pilot, Service"],
	])("%s", (condition, expected) => {
		expect(titles(`SELECT o FROM OKR WHERE ${condition}`)).toBe(expected);
	});
});

describe("[Q18] references are compared by id, ref or name", () => {
	test.each([
		[`team = '${firmware}'`, "Ab"],
		[`team = ${firmware}`, "Ab"],
		["team = ref00001", "Ab"],
		["team = 'firmware AND data'", "Ab"],
		["team = Software", "Ab"],
		["team CONTAINS 'ware'", "AbC"],
		["team > 'g'", "C"],
		["team IN (hardware, Software)", "AbC"],
		["team != hardware", "AbD"],
		["profile = 'about ada'", "A"],
		["profile.tags = people", "A"],
	])("%s", (condition, expected) => {
		expect(people(condition)).toBe(expected);
	});

	test("{this} is one entity, whatever others are called", () => {
		const impostor = makeRow(4, "Team", firmware, {});
		const follower = makeRow(15, "Person", "Eve", { team: impostor.id });
		const rows = indexRows([...ROWS, impostor, follower]);
		const text = "SELECT p FROM Person WHERE p.team = {this}";
		expect(answerQuery({ ...setting, rows, text, thisId: firmware }).rows.map((row) => row.title)).toEqual([
			"Ada Ohm",
			"bo Lind",
		]);
	});

	test("{this} among others", () => {
		expect(people("p.team = {this}", hardware)).toBe("C");
		expect(people("p.team IN ({this}, Hardware)", firmware)).toBe("AbC");
		expect(people("p.id != {this}", idOf(12))).toBe("ACD");
		expect(titles("SELECT t FROM Team WHERE t.lead CONTAINS {this}", idOf(11))).toBe("Firmware and data");
	});

	test("an entity that cannot be read is no {this}", () => {
		expect(() => people("p.team = {this}", hidden)).toThrow(EntityNotFoundError);
		expect(people("p.role CONTAINS firmware", hidden)).toBe("Ab");
	});

	test("a reference to what cannot be seen is missing, by every way of asking", () => {
		expect(people("team IS NULL")).toBe("D");
		expect(people(`team = '${hidden}'`)).toBe("");
		expect(people(`team != '${hidden}'`)).toBe("AbCD");
	});
});

describe("[Q19] paths lead one reference far", () => {
	test.each([
		["p.team.lead = 'Ada Ohm'", "Ab"],
		["p.team.name = hardware", "C"],
		["team.lead = {this}", "C"],
		["p.team.members CONTAINS 'bo lind'", "Ab"],
		["p.team.lead IS NULL", "D"],
		["p.team.lead != 'Ada Ohm'", "CD"],
	])("%s", (condition, expected) => {
		expect(people(condition, idOf(13))).toBe(expected);
	});

	test("through the project too", () => {
		expect(titles("SELECT t FROM task WHERE t.project.facet_scale > small")).toBe("Late, Today");
		expect(titles("SELECT t FROM task WHERE t.project = 'heron 2'")).toBe("Late, Today");
	});

	test("a target of another kind than was declared has none of its fields", () => {
		const rows = indexRows([...ROWS, makeRow(16, "Person", "Finn", { team: idOf(31) })]);
		const ask = (text: string) => answerQuery({ ...setting, rows, text }).rows.map((row) => row.title);
		expect(ask("SELECT p FROM Person WHERE p.team = 'About Ada'")).toEqual(["Finn"]);
		expect(ask("SELECT p FROM Person WHERE p.team.name = 'About Ada'")).toEqual([]);
	});
});

describe("[Q20] a condition on a value that is not there is false, and NOT turns it round", () => {
	test.each([
		["role = x", ""],
		["role != x", "AbCD"],
		["NOT role = x", "AbCD"],
		["role < zzz", "Ab"],
		["NOT role < zzz", "CD"],
		["role IN (x)", ""],
		["role NOT IN (x)", "AbCD"],
		["role IS NULL", "CD"],
		["role IS NOT NULL", "Ab"],
		["NOT (role IS NULL OR desk = 7)", "b"],
		["start IS NULL", "D"],
		["desk IS NULL", ""],
		["extra IS NULL", "bCD"],
		["extra CONTAINS 'ab 1'", "A"],
		["extra CONTAINS plate", ""],
		["desk = 7 OR desk = 12 AND role IS NULL", "AD"],
		["(desk = 7 OR desk = 12) AND role IS NULL", "D"],
	])("%s", (condition, expected) => {
		expect(people(condition)).toBe(expected);
	});

	test("an option that is no longer declared is missing", () => {
		expect(titles("SELECT o FROM OKR WHERE o.state IS NULL")).toBe("Reports");
	});
});

describe("[Q21] order", () => {
	test.each([
		["", "AbCD"],
		["ORDER BY p.name", "AbCD"],
		["ORDER BY name DESC", "DCbA"],
		["ORDER BY p.role", "bACD"],
		["ORDER BY p.role DESC", "AbCD"],
		["ORDER BY p.start", "CAbD"],
		["ORDER BY p.start DESC", "bACD"],
		["ORDER BY p.desk", "CAbD"],
		["ORDER BY p.desk DESC", "bDAC"],
		["ORDER BY p.team DESC, p.start DESC", "CbAD"],
		["ORDER BY p.team.lead DESC, name DESC", "CbAD"],
		["ORDER BY p.skills", "AbCD"],
		["ORDER BY type", "AbCD"],
	])("%s", (order, expected) => {
		const found = titles(`SELECT p FROM Person ${order}`).split(", ");
		expect(found.map((title) => title.slice(0, 1)).join("")).toBe(expected);
	});

	test("options stand in the order they were declared in", () => {
		expect(titles("SELECT o FROM OKR ORDER BY o.state DESC")).toBe("Service, Pilot, Reports");
		expect(titles("SELECT t FROM task ORDER BY t.state DESC")).toBe("Fresh, Today, Late");
	});

	test("rows come in the same order whatever order they are stored in", () => {
		const rows = indexRows([...ROWS].reverse());
		const text = "SELECT p FROM Person ORDER BY p.type";
		expect(answerQuery({ ...setting, rows, text }).rows.map((row) => row.id)).toEqual(
			answer(text).rows.map((row) => row.id),
		);
	});
});

describe("[Q22] limits", () => {
	const many = indexRows(
		Array.from({ length: 2_500 }, (_, index) => makeRow(index, "Person", `P ${index}`, { desk: index })),
	);
	const ask = (text: string) => {
		const { rows, total, truncated } = answerQuery({ ...setting, rows: many, text });
		return [rows.length, total, truncated];
	};

	test.each<[string, readonly [number, number, boolean]]>([
		["SELECT p FROM Person", [100, 2_500, true]],
		["SELECT p FROM Person LIMIT 3", [3, 2_500, true]],
		["SELECT p FROM Person LIMIT 0", [0, 2_500, true]],
		["SELECT p FROM Person LIMIT 5000", [1_000, 2_500, true]],
		["SELECT p FROM Person WHERE desk < 7 LIMIT 10", [7, 7, false]],
		["SELECT p FROM Person WHERE desk < 0", [0, 0, false]],
	])("%s", (text, expected) => {
		expect(ask(text)).toEqual(expected);
	});

	test("rows are put in order before they are cut off", () => {
		const text = "SELECT p FROM Person ORDER BY p.desk DESC LIMIT 1";
		expect(answerQuery({ ...setting, rows: many, text }).rows[0]?.title).toBe("P 2499");
	});

	test("a question that costs too much is stopped and says so", () => {
		const text = "SELECT p FROM Person WHERE desk = 1 AND name = x";
		expect(() => answerQuery({ ...setting, rows: many, text, mostWork: 4_000 })).toThrow(QueryTooCostlyError);
		expect(answerQuery({ ...setting, rows: many, text, mostWork: 8_000 }).total).toBe(0);
	});

	test("a long text costs more than a short one, and a computed field what its rows cost", () => {
		const long = indexRows([makeRow(1, "Person", "Long", { role: "x".repeat(100_000) })]);
		const text = "SELECT p FROM Person WHERE role CONTAINS y";
		expect(() => answerQuery({ ...setting, rows: long, text, mostWork: 500 })).toThrow(QueryTooCostlyError);
		const teams = "SELECT t FROM Team WHERE t.members IS NULL";
		expect(() => answerQuery({ ...setting, text: teams, mostWork: 20 })).toThrow(QueryTooCostlyError);
		expect(answerQuery({ ...setting, text: teams, mostWork: 40 }).total).toBe(1);
	});
});

describe("[Q23] computed fields", () => {
	const fields = new ComputedFields(setting);
	const run = (field: string, entityId: string, limit?: number) =>
		fields.read({ entityId, field, ...(limit !== undefined && { limit }) });

	test("hold what their query finds for their entity", () => {
		expect(run("members", firmware).rows.map((row) => row.title)).toEqual(["Ada Ohm", "bo Lind"]);
		expect(run("newest", firmware).rows.map((row) => row.title)).toEqual(["bo Lind"]);
		expect(run("members", idOf(3))).toEqual({ rows: [], total: 0, truncated: false });
	});

	test("are cut to what is shown, and tell how many there are", () => {
		expect(run("members", firmware, 1)).toMatchObject({
			rows: [{ title: "Ada Ohm" }],
			total: 2,
			truncated: true,
		});
		expect(run("newest", firmware, 10)).toMatchObject({
			rows: [{ title: "bo Lind" }],
			total: 1,
			truncated: false,
		});
	});

	test.each([
		["t.members CONTAINS 'Ada Ohm'", "Firmware and data"],
		["t.members IS NULL", "Nobody yet"],
		["t.newest = 'Ada Ohm'", ""],
		["t.newest = 'bo Lind'", "Firmware and data"],
		["t.members.start < 2020-01-01", "Hardware"],
	])("can be asked for: %s", (condition, expected) => {
		expect(titles(`SELECT t FROM Team WHERE ${condition}`)).toBe(expected);
	});

	test("can be sorted by", () => {
		expect(titles("SELECT t FROM Team ORDER BY t.members DESC")).toBe(
			"Hardware, Firmware and data, Nobody yet",
		);
	});

	test("that are not there, not computed or not sound are typed errors", () => {
		expect(() => run("members", hidden)).toThrow(EntityNotFoundError);
		expect(() => run("lead", firmware)).toThrow(InvalidInputError);
		expect(() => run("nothing", firmware)).toThrow(InvalidInputError);
		expect(() => run("wrong", firmware)).toThrow(QueryError);
	});
});

describe("[Q26] what every kind says of itself has one name", () => {
	test.each([
		["SELECT x FROM any WHERE x.due < today AND x.open = yes", "Late"],
		["SELECT x FROM any WHERE x.due >= today", "Forty units, Today"],
		["SELECT t FROM task WHERE t.open = no", "Fresh"],
		["SELECT t FROM task WHERE t.blocked = yes", "Today"],
		["SELECT x FROM any WHERE x.type IN (task, goal) AND x.state IN (todo, active)", "Forty units, Late"],
		["SELECT x FROM any WHERE x.project.state = active AND x.type = goal", "Forty units, Five years"],
		["SELECT o FROM OKR WHERE o.open = no", ""],
	])("%s", (text, expected) => {
		expect(titles(text)).toBe(expected);
	});

	test("a kind of one's own that is called so is that kind", () => {
		const own = new KindRegistry([makeOwnKind({ kind: "Any", label: "Any", fields: [] })]);
		const found = answerQuery({ ...setting, kinds: own, text: "SELECT a FROM any" });
		expect(found.total).toBe(0);
	});

	test("fields of one kind cannot be asked of all", () => {
		expect(() => answer("SELECT x FROM any WHERE x.priority = 1")).toThrow(/any has no field "priority"/);
	});
});

describe("[Q26] mine is what is assigned to the one who asks, or theirs where it is assigned to nobody", () => {
	const mine = [
		makeRow(71, "task", "Assigned", { assignees: ["Ada Ohm"] }, { owner_id: "bo" }),
		makeRow(72, "task", "Left alone", {}, { owner_id: "ada" }),
		makeRow(73, "task", "Of others", { assignees: ["bo Lind"] }, { owner_id: "ada" }),
	];
	const rows = indexRows(mine);
	const text = "SELECT t FROM task WHERE t.mine = yes";

	test("each reader has their own answer, and nobody has none", () => {
		const ada = answerQuery({ ...setting, rows, text, asker: { accountId: "ada", names: ["ada ohm"] } });
		expect(ada.rows.map(({ title }) => title)).toEqual(["Assigned", "Left alone"]);
		expect(answerQuery({ ...setting, rows, text }).total).toBe(0);
	});

	test("a computed field holds the same for everybody, so it cannot ask", () => {
		const kind = makeOwnKind({
			kind: "Desk",
			label: "Desk",
			fields: [{ name: "held", type: "computed", query: text }],
		});
		const asked = {
			...setting,
			kinds: new KindRegistry([kind]),
			rows,
			text: "SELECT d FROM Desk WHERE d.held IS NULL",
		};
		expect(() => answerQuery(asked)).toThrow(/mine depends on who asks/);
	});
});

describe("[Q27] a relation is a list of references, read from either end", () => {
	const task = (number: number, title: string, state = "todo"): QueryRow =>
		makeRow(number, "task", title, {}, { state_key: state });
	const [build, lid, hinge, order, paint, old] = [
		task(81, "Build"),
		task(82, "Lid"),
		task(83, "Hinge"),
		task(84, "Order"),
		task(85, "Paint", "done"),
		task(86, "Before paint"),
	] as const;
	const ada = makeRow(11, "Person", "Ada Ohm", { team: firmware });
	const team = makeRow(1, "Team", "Firmware and data", {});
	const plan = makeRow(87, "plan", "First series", {});
	const edge = (src: QueryRow, rel: string, dst: QueryRow) => ({ src_id: src.id, rel, dst_id: dst.id });
	const rows = indexRows(
		[build, lid, hinge, order, paint, old, ada, team, plan],
		[
			edge(lid, "blocks", build),
			edge(lid, "depends_on", hinge),
			edge(order, "blocks", hinge),
			edge(paint, "blocks", build),
			edge(old, "blocks", paint),
			edge(plan, "has_task", build),
			edge(plan, "mentions", lid),
			edge(ada, "team", team),
			edge(ada, "sits_near", lid),
		],
	);
	const found = (text: string): string =>
		answerQuery({ ...setting, rows, text })
			.rows.map(({ title }) => title)
			.join(", ");

	test.each([
		["SELECT t FROM task WHERE t.blocks = Build", "Lid, Paint"],
		["SELECT t FROM task WHERE t.blocked_by = Lid", "Build"],
		["SELECT t FROM task WHERE t.needed_by = Lid", "Hinge"],
		["SELECT t FROM task WHERE t.task_of = 'First series'", "Build"],
		["SELECT t FROM task WHERE t.task_of.name CONTAINS 'series'", "Build"],
		["SELECT p FROM plan WHERE p.has_task.state = todo", "First series"],
		["SELECT t FROM task WHERE t.linked = 'First series'", "Build"],
		["SELECT t FROM task WHERE t.blocks IS NULL", "Build, Hinge"],
		["SELECT x FROM any WHERE x.team = 'Firmware and data'", "Ada Ohm"],
		["SELECT x FROM any WHERE x.is_team_of = 'Ada Ohm'", "Firmware and data"],
		["SELECT t FROM task WHERE t.is_sits_near_of = 'Ada Ohm'", "Lid"],
	])("%s", (text, expected) => {
		expect(found(text)).toBe(expected);
	});

	test.each([
		["SELECT t FROM task WHERE t.holds_up = Build", "Lid, Hinge, Order"],
		["SELECT t FROM task WHERE t.waits_for = 'Order'", "Build, Lid, Hinge"],
		["SELECT t FROM task WHERE t.holds_up = Paint", "Before paint"],
		["SELECT t FROM task WHERE t.waits_for = 'Before paint'", ""],
	])("[Q28] a chain is followed over what is open: %s", (text, expected) => {
		expect(found(text)).toBe(expected);
	});

	test("a name that nothing declares and no edge has is a slip", () => {
		expect(() => found("SELECT t FROM task WHERE t.bloks = Build")).toThrow(/task has no field "bloks"/);
		expect(() => found("SELECT t FROM task WHERE t.team = Build")).toThrow(/task has no field "team"/);
	});
});
