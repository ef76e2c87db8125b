import type { Field } from "../../src/graph/model/field.ts";
import type { QueryRow } from "../../src/graph/query/query-rows.ts";

/**
 * The same rules written a second time, as plainly as can be and from the user's guide alone: a question is made as a
 * small tree, printed, answered by the language and answered here by walking the tree.
 */
export interface Question {
	readonly where: Asked;
	readonly orderBy: readonly { readonly path: Path; readonly descending: boolean }[];
	readonly limit: number | null;
}
export type Path = readonly [string] | readonly [string, string];
export type Asked =
	| { readonly is: "and" | "or"; readonly parts: readonly Asked[] }
	| { readonly is: "not"; readonly part: Asked }
	| { readonly is: "null"; readonly path: Path; readonly negated: boolean }
	| { readonly is: "in"; readonly path: Path; readonly values: readonly string[]; readonly negated: boolean }
	| { readonly is: "compared"; readonly path: Path; readonly operator: string; readonly value: string };

export const NOW = new Date("2026-03-29T00:30:00Z");
export const OPTIONS = ["low", "mid", "high"];
const MEMBERS = "SELECT m FROM Item WHERE m.box = {this} AND m.size > 1 ORDER BY m.size DESC";

export const idOf = (number: number): string => `00000000-0000-7000-8000-00000000000${number}`;

export const FIELD_POOL: readonly Field[] = [
	{ name: "label", type: "text" },
	{ name: "mail", type: "email" },
	{ name: "size", type: "number" },
	{ name: "due", type: "date" },
	{ name: "level", type: "select", options: OPTIONS },
	{ name: "tags", type: "text_list" },
	{ name: "box", type: "entity_ref", kind: "Box" },
	{ name: "boxes", type: "entity_ref_list", kind: "Box" },
];
/** Always there, so that a reference has something to lead to and a computed field something to ask. */
export const NEEDED = new Set(["box", "size"]);
export const BOX_FIELDS: readonly Field[] = [
	{ name: "size", type: "number" },
	{ name: "held", type: "computed", query: MEMBERS },
];

const plain = (text: string): string =>
	text.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");

export interface World {
	readonly rows: readonly QueryRow[];
	readonly fields: readonly Field[];
	readonly timeZone: string;
}

type Fact =
	| { readonly of: "text" | "entry"; readonly text: string }
	| { readonly of: "number"; readonly number: number }
	| { readonly of: "date"; readonly text: string }
	| { readonly of: "level"; readonly text: string }
	| { readonly of: "link" | "member"; readonly row: QueryRow };

const isPresent = (text: string): boolean => plain(text) !== "";

function factsOf(world: World, row: QueryRow, name: string): readonly Fact[] {
	if (name === "name") return [{ of: "text", text: row.title }];
	if (name === "created_at") return [{ of: "date", text: row.created_at }];
	if (name === "held") {
		const inside = world.rows
			.filter((item) => item.kind === "Item" && item.props.box === row.id)
			.filter((item) => factsOf(world, item, "size").some((fact) => fact.of === "number" && fact.number > 1));
		return sortRows(world, inside, [{ path: ["size"], descending: true }]).map((item) => ({
			of: "member",
			row: item,
		}));
	}
	const field = [...world.fields, ...BOX_FIELDS].find((candidate) => candidate.name === name);
	const stored = row.props[name];
	if (stored === undefined || stored === null) return [];
	const parts = typeof stored === "string" ? stored.split(",") : Array.isArray(stored) ? stored : [];
	const targets = parts.flatMap((id) => world.rows.filter((other) => other.id === String(id).trim()));
	switch (field?.type) {
		case "number":
			return typeof stored === "number" ? [{ of: "number", number: stored }] : [];
		case "date":
			return /^\d{4}-/.test(String(stored)) ? [{ of: "date", text: String(stored) }] : [];
		case "select":
			return OPTIONS.includes(String(stored)) ? [{ of: "level", text: String(stored) }] : [];
		case "text_list":
			return parts
				.map(String)
				.filter(isPresent)
				.map((text) => ({ of: "entry", text }));
		case "entity_ref":
			return targets.map((target) => ({ of: "link", row: target }));
		case "entity_ref_list":
			return targets.map((target) => ({ of: "member", row: target }));
		default:
			return isPresent(String(stored)) ? [{ of: "text", text: String(stored) }] : [];
	}
}

function factsAt(world: World, row: QueryRow, [first, second]: Path): readonly Fact[] {
	const facts = factsOf(world, row, first);
	if (second === undefined) return facts;
	return facts.flatMap((fact) => ("row" in fact ? factsOf(world, fact.row, second) : []));
}

const dayIn = (timeZone: string, moment: Date): string => moment.toLocaleDateString("sv-SE", { timeZone });
const plusDays = (day: string, count: number): string =>
	new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

function orderOfDates({ timeZone }: World, stored: string, asked: string): number {
	const [, from, count = "0"] = /^(today|now)([+-]\d+)?d?$/.exec(asked) ?? [];
	const meant =
		from === "now"
			? new Date(NOW.getTime() + Number(count) * 86_400_000).toISOString()
			: from === "today"
				? plusDays(dayIn(timeZone, NOW), Number(count))
				: asked;
	if (stored.includes("T") && meant.includes("T")) return Date.parse(stored) - Date.parse(meant);
	const [a = "", b = ""] = [stored, meant].map((text) =>
		text.includes("T") ? dayIn(timeZone, new Date(text)) : text,
	);
	return a.localeCompare(b);
}

function orderOfTexts(a: string, b: string): number {
	const [x, y] = [plain(a), plain(b)];
	if (x === y) return 0;
	return x.localeCompare(y, "en") || (x < y ? -1 : 1);
}

function orderOf(world: World, fact: Fact, asked: string): number {
	switch (fact.of) {
		case "number":
			return fact.number - Number(asked);
		case "date":
			return orderOfDates(world, fact.text, asked);
		case "level":
			return OPTIONS.indexOf(fact.text) - OPTIONS.indexOf(asked);
		case "link":
		case "member":
			return orderOfTexts(fact.row.title, asked);
		default:
			return orderOfTexts(fact.text, asked);
	}
}

function isSame(world: World, fact: Fact, asked: string): boolean {
	if (!("row" in fact)) return orderOf(world, fact, asked) === 0;
	const { id, ref, title, aliases } = fact.row;
	return id === asked || ref === asked || [title, ...aliases].some((name) => plain(name) === plain(asked));
}

function isPartOf(fact: Fact, asked: string): boolean {
	const whole = "row" in fact ? fact.row.title : fact.of === "number" ? String(fact.number) : fact.text;
	return plain(whole).includes(asked.normalize("NFKC").toLowerCase().replace(/\s+/g, " "));
}

export function holds(world: World, row: QueryRow, asked: Asked): boolean {
	if ("parts" in asked) {
		const answers = asked.parts.map((part) => holds(world, row, part));
		return asked.is === "and" ? !answers.includes(false) : answers.includes(true);
	}
	if (asked.is === "not") return !holds(world, row, asked.part);
	const facts = factsAt(world, row, asked.path);
	if (asked.is === "null") return (facts.length === 0) !== asked.negated;
	if (asked.is === "in") {
		return facts.some((fact) => asked.values.some((value) => isSame(world, fact, value))) !== asked.negated;
	}
	const { operator, value } = asked;
	if (operator === "!=") return !facts.some((fact) => isSame(world, fact, value));
	return facts.some((fact) => {
		const isEntry = fact.of === "entry" || fact.of === "member";
		if (operator === "=" || (operator === "CONTAINS" && isEntry)) return isSame(world, fact, value);
		if (operator === "CONTAINS") return isPartOf(fact, value);
		const order = orderOf(world, fact, value);
		if (operator === "<") return order < 0;
		if (operator === "<=") return order <= 0;
		return operator === ">" ? order > 0 : order >= 0;
	});
}

/** Date and time on the wall; no clock is put back on the days used here, so this is also their order. */
const clockIn = ({ timeZone }: World, moment: string): string =>
	new Intl.DateTimeFormat("sv-SE", {
		timeZone,
		year: "numeric",
		month: "2-digit",
		day: "2-digit",
		hour: "2-digit",
		minute: "2-digit",
		second: "2-digit",
		fractionalSecondDigits: 3,
	}).format(new Date(moment));

/** Compares two facts of one attribute, the first of each row; a day counts as its beginning. */
function orderOfFacts(world: World, a: Fact, b: Fact): number {
	if (a.of === "date" && b.of === "date") {
		const [placeA, placeB] = [a, b].map(({ text }) =>
			text.includes("T") ? clockIn(world, text) : `${text} 00:00:00,000`,
		);
		return String(placeA).localeCompare(String(placeB));
	}
	const text = "row" in b ? b.row.title : b.of === "number" ? String(b.number) : b.text;
	return orderOf(world, a, text);
}

export function sortRows(
	world: World,
	rows: readonly QueryRow[],
	orderBy: Question["orderBy"],
): readonly QueryRow[] {
	return [...rows].sort((a, b) => {
		for (const { path, descending } of orderBy) {
			const [factA] = factsAt(world, a, path);
			const [factB] = factsAt(world, b, path);
			if (factA === undefined && factB === undefined) continue;
			if (factA === undefined) return 1;
			if (factB === undefined) return -1;
			const order = orderOfFacts(world, factA, factB);
			if (order !== 0) return descending ? -order : order;
		}
		return a.id.localeCompare(b.id);
	});
}
