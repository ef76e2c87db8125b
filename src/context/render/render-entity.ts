import type { Entity } from "../../graph/model/entity.ts";
import type { Json } from "../../graph/model/json.ts";
import type { Kind, LightField, Surroundings } from "../../graph/model/kind.ts";
import { fenceText, inOneLine } from "./fence-text.ts";
import { clipText, formatValue, isEmpty } from "./format-value.ts";

/** What a renderer may know besides the entity itself; all of it as the reader sees it. */
export interface RenderScope {
	readonly kind: Kind;
	readonly around: Surroundings;
	/** How an id is printed; undefined for what the reader may not see or what is gone. */
	readonly refOf: (id: string) => string | undefined;
	readonly nameOf: (id: string) => string | undefined;
}

type Row = readonly [name: string, value: string];

const GONE = "(deleted)";

function readColumn(entity: Entity, kind: Kind, name: string): Json | undefined {
	if (name === kind.titleName) return entity.title;
	if (name === kind.bodyName) return entity.body;
	if (name in entity) return entity[name as keyof Entity] as Json;
	return entity.props[name];
}

/** References print as names with their id; everything else as it is. */
function printReferences(kind: Kind, name: string, value: Json, scope: RenderScope): Json {
	const type = kind.fields.find((field) => field.name === name)?.type;
	const sign = type === "note_ref" ? (title: string) => `[[${title}]]` : (title: string) => `@${title}`;
	if (type !== "entity_ref" && type !== "entity_ref_list" && type !== "note_ref") return value;
	const ids = Array.isArray(value) ? value : String(value).split(",");
	return ids.map((id) => {
		const title = scope.nameOf(String(id).trim());
		return title === undefined ? GONE : `${sign(inOneLine(title))} [id:${scope.refOf(String(id).trim())}]`;
	});
}

const sameDay = (a: string, b: string): boolean => a.slice(0, 10) === b.slice(0, 10);

function lightRow(entity: Entity, field: LightField, scope: RenderScope): Row | null {
	if (field.name === "updated_at" && sameDay(entity.updated_at, entity.created_at)) return null;
	if (field.name === scope.kind.titleName) return null;
	const raw = field.derive
		? field.derive(entity, scope.around)
		: (field.read?.(entity) ?? readColumn(entity, scope.kind, field.name));
	if (raw === undefined || isEmpty(raw)) return null;
	const ids = field.derive && Array.isArray(raw) ? raw.map((id) => scope.refOf(String(id)) ?? GONE) : raw;
	const text = formatValue(printReferences(scope.kind, field.name, ids, scope));
	return [field.name, field.clip === undefined ? text : clipText(text, field.clip)];
}

const printRows = (rows: readonly (Row | null)[]): string =>
	rows.flatMap((row) => (row === null ? [] : [`${row[0]}: ${row[1]}\n`])).join("");

const header = (entity: Entity): string =>
	`[${inOneLine(entity.title)}] [${entity.kind}] [id:${entity.ref}]\n`;

/** One line: what it is called, which id it has, how it stands. */
export function renderTitle(entity: Pick<Entity, "title" | "ref" | "kind" | "state_key">): string {
	const state = entity.state_key === null ? "" : ` (${entity.state_key})`;
	return `- [${entity.kind}] **${inOneLine(entity.title)}** [${entity.ref}]${state}\n`;
}

/** The fields its kind calls light, clipped as the kind says. */
export function renderLight(entity: Entity, scope: RenderScope): string {
	return header(entity) + printRows(scope.kind.light.map((field) => lightRow(entity, field, scope)));
}

/** Every field, then the body between fences. */
export function renderFull(entity: Entity, scope: RenderScope, body = entity.body): string {
	// A field that only sums up another is left out where that other stands in full.
	const lightBody = scope.kind.light.filter(
		(field) => field.read === undefined && ![scope.kind.bodyName, "description"].includes(field.name),
	);
	const shown = new Set(lightBody.map((field) => field.name));
	const rest = Object.entries(entity.props)
		.filter(([name, value]) => !shown.has(name) && !isEmpty(value))
		.map(
			([name, value]): Row => [name, formatValue(printReferences(scope.kind, name, value ?? null, scope))],
		);
	const description: Row | null =
		entity.description === "" ? null : ["description", inOneLine(entity.description)];
	const rows = [
		...lightBody.map((field) => lightRow(entity, { ...field, clip: Infinity }, scope)),
		...rest,
		description,
	];
	return (
		header(entity) +
		printRows(rows) +
		(body.trim() === "" ? "" : `${scope.kind.bodyName}:\n${fenceText(body)}`)
	);
}
