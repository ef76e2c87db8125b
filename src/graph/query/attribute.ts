import { isBlocked } from "../model/due.ts";
import { foldTitle } from "../model/entity.ts";
import { type Field, referencedIds } from "../model/field.ts";
import { isId } from "../model/ids.ts";
import { type Json, textsIn } from "../model/json.ts";
import { isOpen, isTheirs, type Kind, listAssignees, type Person } from "../model/kind.ts";
import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import { type Direction, LOOSE, leadsToWaitedFor, RELATIONS } from "../model/relations.ts";
import { type DateValue, readDate } from "./query-dates.ts";
import { resolveName } from "./query-error.ts";
import { ANY, ANY_KIND, type JoinedRow, type QueryRow, type QueryRows } from "./query-rows.ts";

export type AttributeType =
	| { readonly type: "text" | "id" | "number" | "date" | "json" }
	/** Options are in the order of their declaration: low, medium, high. */
	| { readonly type: "option"; readonly options: readonly string[] }
	| { readonly type: "entity"; readonly kind: string }
	| { readonly type: "computed"; readonly query: string };

/** Something a query may name: a column that every entity has, or a field that its kind declares. */
export type Attribute = {
	readonly name: string;
	readonly isList: boolean;
	readonly read: (row: QueryRow, asker: Person | undefined) => Json | undefined;
	/** The rows that it refers to, where edges say so and no stored value does. */
	readonly reach?: (row: QueryRow, rows: QueryRows) => readonly QueryRow[];
} & AttributeType;

function typeOfField(field: Field): AttributeType {
	switch (field.type) {
		case "text":
		case "email":
		case "text_list":
			return { type: "text" };
		case "number":
		case "date":
		case "json":
			return { type: field.type };
		case "select":
			return { type: "option", options: field.options };
		case "entity_ref":
		case "entity_ref_list":
			return { type: "entity", kind: field.kind };
		case "note_ref":
			return { type: "entity", kind: "note" };
		case "computed":
			return { type: "computed", query: field.query };
	}
}

const LISTS: ReadonlySet<Field["type"]> = new Set(["text_list", "entity_ref_list", "computed"]);

function makeFieldAttribute(field: Field, { stateField }: Kind): Attribute {
	const { name } = field;
	const holdsState = name === stateField;
	const read = (row: QueryRow): Json | undefined => (holdsState ? row.state_key : row.props[name]);
	return { name, isList: LISTS.has(field.type), read, ...typeOfField(field) };
}

const TITLE_NAMES = ["name", "title", "text"] as const;
const MOMENTS = ["created_at", "updated_at", "completed_at", "archived_at"] as const;

function listColumns(kind: Kind): readonly Attribute[] {
	const column = (name: string, type: AttributeType, read: (row: QueryRow) => string | null): Attribute => ({
		name,
		isList: false,
		read,
		...type,
	});
	const states: AttributeType =
		kind === ANY_KIND ? { type: "text" } : { type: "option", options: kind.states.map((state) => state.key) };
	const titleNames = [kind.titleName, ...TITLE_NAMES.filter((name) => name !== kind.titleName)];
	return [
		...titleNames.map((name) => column(name, { type: "text" }, (row) => row.title)),
		column("id", { type: "id" }, (row) => row.id),
		column("ref", { type: "text" }, (row) => row.ref),
		column("type", { type: "text" }, (row) => row.kind),
		column("type_key", { type: "text" }, (row) => row.type_key),
		column("state", states, (row) => row.state_key),
		column("state_key", states, (row) => row.state_key),
		column("project", { type: "entity", kind: "project" }, (row) => row.project_id),
		column("project_id", { type: "entity", kind: "project" }, (row) => row.project_id),
		...MOMENTS.map((name) => column(name, { type: "date" }, (row) => row[name])),
	];
}

const YES_NO: AttributeType = { type: "option", options: ["no", "yes"] };

/** The attribute that depends on the caller. */
export const MINE = "mine";

/** Attributes that every kind computes for its own rows, under one name: when something is due, or open. */
function listDerived(kinds: KindRegistry): readonly Attribute[] {
	const derive = (
		name: string,
		type: AttributeType,
		read: (kind: Kind, row: QueryRow, asker: Person | undefined) => Json | undefined | boolean,
		isList = false,
	): Attribute => ({
		name,
		isList,
		...type,
		read: (row, asker) => {
			const kind = kinds.find(row.kind);
			const value = kind && read(kind, row, asker);
			return typeof value === "boolean" ? (value ? "yes" : "no") : value;
		},
	});
	const held = ({ props }: QueryRow, field: string | undefined): Json | undefined =>
		field === undefined ? undefined : props[field];
	return [
		derive("due", { type: "date" }, ({ dates }, row) => held(row, dates?.due)),
		derive("decided", { type: "date" }, ({ dates }, row) => held(row, dates?.decided)),
		derive("assigned", { type: "text" }, (kind, row) => listAssignees(kind, row) as Json, true),
		derive("open", YES_NO, (kind, { state_key }) => isOpen(kind, state_key)),
		derive("blocked", YES_NO, (kind, row) => isBlocked(kind, row)),
		derive(MINE, YES_NO, (kind, row, asker) => asker !== undefined && isTheirs(kind, row, asker)),
	];
}

/** All attributes of a kind, its relations aside. A declared field hides the column of the same name. */
export function listAttributes(kind: Kind, kinds: KindRegistry): readonly Attribute[] {
	const fields = kind.fields.map((field) => makeFieldAttribute(field, kind));
	const declared = new Set(fields.map((field) => field.name));
	const columns = [...listColumns(kind), ...listDerived(kinds)];
	return [...fields, ...columns.filter((column) => !declared.has(column.name))];
}

export function findAttribute(kind: Kind, name: string, kinds: KindRegistry): Attribute | undefined {
	const attributes = listAttributes(kind, kinds);
	const resolved = resolveName(
		name,
		attributes.map((attribute) => attribute.name),
	);
	return attributes.find((attribute) => attribute.name === resolved);
}

/** As it is compared: plain texts are folded; the text of a date or option is as it is stored. */
export type Value =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "number"; readonly number: number }
	| { readonly type: "date"; readonly date: DateValue; readonly text: string }
	| { readonly type: "option"; readonly position: number; readonly text: string }
	| { readonly type: "entity"; readonly row: QueryRow }
	| { readonly type: "json"; readonly texts: readonly string[] };

/** The entries of a list, which may be stored as an array or as one text with commas. */
function listEntries(raw: Json): readonly Json[] {
	return Array.isArray(raw) ? raw : typeof raw === "string" ? raw.split(",") : [raw];
}

function readText(raw: Json): readonly Value[] {
	if (raw === null || typeof raw === "object") return [];
	const text = foldTitle(String(raw));
	return text === "" ? [] : [{ type: "text", text }];
}

function readNumber(raw: Json): readonly Value[] {
	const number = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
	return typeof number === "number" && Number.isFinite(number) ? [{ type: "number", number }] : [];
}

/** A single reference is by far the most common, and is read once for every row. */
function listTargets(raw: Json): readonly string[] {
	return typeof raw === "string" && isId(raw) ? [raw] : referencedIds(raw);
}

function readJson(raw: Json): readonly Value[] {
	const isEmpty = raw === "" || (Array.isArray(raw) && raw.length === 0);
	return isEmpty ? [] : [{ type: "json", texts: [...textsIn(raw)].map(foldTitle) }];
}

/** None when missing, empty or of another type. A reference to a hidden entity is missing too, as to a deleted one. */
export function readValues(
	attribute: Attribute,
	row: QueryRow,
	rows: QueryRows,
	asker?: Person | undefined,
): readonly Value[] {
	if (attribute.reach) return attribute.reach(row, rows).map((target) => ({ type: "entity", row: target }));
	const raw = attribute.read(row, asker);
	if (raw === undefined || raw === null) return [];
	switch (attribute.type) {
		case "text":
		case "id":
			return attribute.isList ? listEntries(raw).flatMap(readText) : readText(raw);
		case "number":
			return readNumber(raw);
		case "date": {
			const date = typeof raw === "string" ? readDate(raw) : null;
			return date === null ? [] : [{ type: "date", date, text: String(raw) }];
		}
		case "option": {
			const option = typeof raw === "string" ? resolveName(raw.trim(), attribute.options) : undefined;
			if (option === undefined) return [];
			return [{ type: "option", position: attribute.options.indexOf(option), text: option }];
		}
		case "entity":
			return listTargets(raw).flatMap((id): Value[] => {
				const target = rows.row(id);
				return target ? [{ type: "entity", row: target }] : [];
			});
		case "json":
			return readJson(raw);
		case "computed":
			return [];
	}
}

/** A chain is followed this far: work is bounded in every graph. */
const FARTHEST = 8;

const INVERSE_NAMES = new Map(
	RELATIONS.map(({ rel, inverseLabel }) => [inverseLabel.toLowerCase().replaceAll(" ", "_"), rel]),
);

const OF = /^is_(.+)_of$/;

/** The name under which a query reads a relation from one of its ends. */
export function nameRelation(rel: string, direction: Direction): string {
	if (direction === "outgoing") return rel;
	return [...INVERSE_NAMES].find(([, known]) => known === rel)?.[0] ?? `is_${rel}_of`;
}

type Reach = NonNullable<Attribute["reach"]>;

const reachBy =
	(isMeant: (joined: JoinedRow) => boolean): Reach =>
	({ id }, rows) =>
		rows.joined(id).flatMap((joined) => (isMeant(joined) ? [joined.row] : []));

const along =
	(rel: string, direction: Direction): Reach =>
	(row, rows) =>
		reachBy((joined) => joined.rel === rel && joined.seenFrom === direction)(row, rows);

/** A chain begins at something open and passes through what is open only: what is done holds nothing up. Its end may be done. */
function followWaiting(
	start: QueryRow,
	rows: QueryRows,
	kinds: KindRegistry,
	up: boolean,
): readonly QueryRow[] {
	const isLive = ({ kind, state_key, archived_at }: QueryRow): boolean => {
		const declared = kinds.find(kind);
		return archived_at === null && (declared === undefined || isOpen(declared, state_key));
	};
	if (!isLive(start)) return [];
	const found = new Map<string, QueryRow>();
	let frontier: readonly QueryRow[] = [start];
	for (let depth = 0; depth < FARTHEST && frontier.length > 0; depth += 1) {
		const next: QueryRow[] = [];
		for (const { id } of frontier) {
			for (const joined of rows.joined(id)) {
				const { row } = joined;
				if (leadsToWaitedFor(joined.rel, joined.seenFrom) !== up || row.id === start.id || found.has(row.id))
					continue;
				found.set(row.id, row);
				if (isLive(row)) next.push(row);
			}
		}
		frontier = next;
	}
	return [...found.values()];
}

/** The names of fields that refer to entities, whichever kind declares them. */
const listReferences = (kinds: KindRegistry): readonly string[] =>
	kinds.all.flatMap(({ fields }) =>
		fields.flatMap(({ name, type }) => (type === "entity_ref" || type === "entity_ref_list" ? [name] : [])),
	);

interface RelationScope {
	readonly kind: Kind;
	readonly kinds: KindRegistry;
	/** Whether edges have a name that nothing declares. */
	readonly hasRelation: (rel: string) => boolean;
}

/** Finds the relation that a name refers to: a built-in one, a reference field of some kind, or the name of an edge. */
function findReach(name: string, { kind, kinds, hasRelation }: RelationScope): Reach | undefined {
	if (name === "linked") return reachBy(({ rel }) => !LOOSE.has(rel));
	if (name === "holds_up") return (row, rows) => followWaiting(row, rows, kinds, false);
	if (name === "waits_for") return (row, rows) => followWaiting(row, rows, kinds, true);
	const inverse = INVERSE_NAMES.get(name);
	if (inverse !== undefined) return along(inverse, "incoming");
	const rel = OF.exec(name)?.[1] ?? name;
	const direction = rel === name ? "outgoing" : "incoming";
	const references = listReferences(kinds);
	// A field of another kind is a slip here: a kind that declares it has found it before.
	if (direction === "outgoing" && kind !== ANY_KIND && references.includes(rel)) return undefined;
	const known = RELATIONS.some((relation) => relation.rel === rel) || references.includes(rel);
	return known || hasRelation(rel) ? along(rel, direction) : undefined;
}

/** Returns the attribute that lists the rows joined by a relation; undefined where no relation has this name. */
export function findRelation(name: string, scope: RelationScope): Attribute | undefined {
	const reach =
		findReach(name, scope) ?? findReach(name.toLowerCase(), { ...scope, hasRelation: () => false });
	return reach && { name, isList: true, type: "entity", kind: ANY, read: () => undefined, reach };
}
