import type { Entity } from "../../graph/model/entity.ts";
import { isSaidInText, listShownFields, printTextFields } from "../../graph/model/entity-text.ts";
import { type Field, listReferences } from "../../graph/model/field.ts";
import type { Json } from "../../graph/model/json.ts";
import {
	type Fact,
	type Kind,
	type LightField,
	type Surroundings,
	shortTitle,
} from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kinds/kind-registry.ts";
import { isEmpty, readLightField } from "../../graph/model/light-field.ts";
import { LINE_ENDS } from "../../graph/model/line-ends.ts";
import { dropAsides } from "../../graph/model/scan-markdown.ts";
import { clipValue, fenceText, formatValue, inOneLine } from "./fence-text.ts";

/** The graph as the reader sees it, as far as texts need it. */
export interface RenderGraph extends Surroundings {
	readonly kinds: KindRegistry;
	node(
		id: string,
	): { readonly ref: string; readonly title: string; readonly archived_at: string | null } | undefined;
	/** Where a thing was imported from, if another has its title. */
	folderOf(entity: Pick<Entity, "id" | "title" | "props">): string | undefined;
}

/** The data that a renderer may read besides the entity itself; all of it as the reader sees it. */
export interface RenderScope {
	readonly kind: Kind;
	readonly around: Surroundings;
	/** How an id is printed; undefined for what the reader may not see or what is gone. */
	readonly refOf: (id: string) => string | undefined;
	readonly nameOf: (id: string) => string | undefined;
	readonly isArchived?: (id: string) => boolean;
}

/** What printing a thing of a kind needs; what the reader may not see has neither ref nor name. */
export const scopeOf = (kind: string, graph: RenderGraph, ids: "ref" | "uuid" = "ref"): RenderScope => ({
	kind: graph.kinds.get(kind),
	around: graph,
	refOf: (id) => (ids === "uuid" ? graph.node(id) && id : graph.node(id)?.ref),
	nameOf: (id) => graph.node(id)?.title,
});

type Row = readonly [name: string, value: string];

/** References print as names with their id; everything else as it is. */
const renderNamed = (kind: Kind, name: string, value: Json, scope: RenderScope): Json =>
	printReferences(
		kind.fields.find((field) => field.name === name),
		value,
		scope,
	) ?? value;

function lightRow(entity: Entity, field: LightField, scope: RenderScope): Row | null {
	if (field.name === scope.kind.titleName) return null;
	const raw = readLightField(entity, scope.kind, field, scope.around);
	if (raw === undefined) return null;
	const ids = field.derive && Array.isArray(raw) ? raw.map((id) => scope.refOf(String(id)) ?? GONE) : raw;
	const value = renderNamed(scope.kind, field.name, ids, scope);
	return [field.name, clipValue(value, field.clip ?? Infinity)];
}

const renderRows = (rows: readonly (Row | null)[]): string =>
	rows.flatMap((row) => (row === null ? [] : [`${row[0]}: ${row[1]}\n`])).join("");

/** Where it came from, of a thing whose title another has, too. */
export interface Placed {
	readonly folder?: string | undefined;
}

export const printFolder = ({ folder }: Placed): string =>
	folder === undefined ? "" : ` in ${inOneLine(folder)}`;

export const renderHeader = (entity: Entity & Placed): string =>
	`[${inOneLine(entity.title)}] [${entity.kind}] [id:${entity.ref}]${entity.folder === undefined ? "" : ` [in ${inOneLine(entity.folder)}]`}\n`;

/** Renders one line: title, id, state, and the short facts for this place. */
export function renderTitle(
	entity: Pick<Entity, "title" | "ref" | "kind" | "state_key"> & Placed,
	facts: readonly Fact[] = [],
): string {
	const state = entity.state_key === null ? "" : ` (${entity.state_key})`;
	const shownFacts = facts.flatMap(({ name, value, longest }) =>
		longest === undefined && !isEmpty(value) ? [`${name}: ${formatValue(value)}`] : [],
	);
	const tail = shownFacts.length === 0 ? "" : ` - ${shownFacts.join(", ")}`;
	return `- [${entity.kind}] **${inOneLine(entity.title)}** [${entity.ref}]${state}${printFolder(entity)}${tail}\n`;
}

function factRow({ name, value, longest }: Fact): Row | null {
	if (isEmpty(value)) return null;
	return [name, clipValue(value, longest ?? Infinity)];
}

/** Renders the fields of the kind's light form, clipped as the kind says, and the facts for this place. */
export function renderLight(entity: Entity, scope: RenderScope, facts: readonly Fact[] = []): string {
	const { light } = scope.kind;
	const more = facts.filter((fact) => light.every((field) => field.name !== fact.name));
	return (
		renderHeader({ ...entity, title: shortTitle(scope.kind, entity.title) }) +
		renderRows([...light.map((field) => lightRow(entity, field, scope)), ...more.map(factRow)])
	);
}

/** Fields that every text has and no question asks for: creation date, relations, an unchanged initial state. */
function isRoutine({ state_key }: Entity, { initialState }: Kind, { name, derive }: LightField): boolean {
	if (name === "state_key") return state_key === initialState;
	return name === "created_at" || name === "updated_at" || derive !== undefined;
}

/** Every property with a value, as the reader may see it; what only says how a thing came here is none. */
export const listProperties = (entity: Entity, scope: RenderScope): readonly Row[] =>
	listShownFields(entity)
		.filter(([, value]) => !isEmpty(value))
		.map(([name, value]) => [name, formatValue(renderNamed(scope.kind, name, value ?? null, scope))]);

/**
 * Every field, then the body between fences, for any body: a text that is cut is printed again and again until it fits.
 * Where the text itself is what was looked for, `textFirst` leaves out what is routine: on a short text it would take
 * half of the room.
 */
export function makeFull(
	entity: Entity,
	scope: RenderScope,
	{ textFirst = false }: { readonly textFirst?: boolean } = {},
): (body: string) => string {
	const leavesOut = (field: LightField): boolean =>
		textFirst && scope.kind.writesProse === true && isRoutine(entity, scope.kind, field);
	// A field that only sums up another is left out where that other is shown in full.
	const lightBody = scope.kind.light.filter(
		(field) =>
			field.read === undefined &&
			![scope.kind.bodyName, "description"].includes(field.name) &&
			!isSaidInText(entity, field.name),
	);
	const shown = new Set(lightBody.map((field) => field.name));
	const rest = listProperties(entity, scope).filter(([name]) => !shown.has(name));
	const description: Row | null =
		entity.description === "" ? null : ["description", inOneLine(entity.description)];
	const rows = [
		...lightBody
			.filter((field) => !leavesOut(field))
			.map((field) => lightRow(entity, { ...field, clip: Infinity }, scope)),
		...rest,
		description,
	];
	const fields = renderRows(rows) + printTextFields(entity);
	return (whole) => {
		const body = textFirst ? dropAsides(whole) : whole;
		if (body.trim() === "") return renderHeader(entity) + fields;
		if (!textFirst || fields !== "")
			return `${renderHeader(entity)}${fields}${scope.kind.bodyName}:\n${fenceText(body)}`;
		// Directly below the heading a single line needs no fence: nothing else could be there.
		const isOneLine = !LINE_ENDS.test(body.trim());
		return isOneLine
			? `${renderHeader(entity).trimEnd()} ${inOneLine(body)}\n`
			: renderHeader(entity) + fenceText(body);
	};
}

export const renderFull = (
	entity: Entity,
	scope: RenderScope,
	{ body = entity.body }: { readonly body?: string } = {},
): string => makeFull(entity, scope)(body);

const GONE = "(deleted)";
const PUT_AWAY = "(archived)";
const MOST_LISTED = 50;

type Names = Pick<RenderScope, "refOf" | "nameOf" | "isArchived">;

/** Prints a name with its id. Unreadable entities look deleted, or the difference would reveal them. */
function printReference(id: string, sign: "@" | "[[", { nameOf, refOf, isArchived }: Names): string {
	const title = nameOf(id);
	if (title === undefined) return GONE;
	if (isArchived?.(id)) return PUT_AWAY;
	const name = inOneLine(title);
	return `${sign === "@" ? `@${name}` : `[[${name}]]`} [id:${refOf(id)}]`;
}

/** A list of references, each once, with the count of those that are not shown. */
export function printReferenceList(
	ids: readonly string[],
	{ sign, more = 0, names }: { readonly sign: "@" | "[["; readonly more?: number; readonly names: Names },
): string {
	const all = [...new Set(ids)];
	const shown = all.slice(0, MOST_LISTED).map((id) => printReference(id, sign, names));
	const hidden = all.length - shown.length + more;
	return [...shown, ...(hidden > 0 ? [`… and ${hidden} more`] : [])].join(", ");
}

/** The value of a reference field as names; undefined for a field that holds no references. */
export function printReferences(field: Field | undefined, value: Json, names: Names): string | undefined {
	switch (field?.type) {
		case "entity_ref":
		case "entity_ref_list":
			return printReferenceList(listReferences(value), { sign: "@", names });
		case "note_ref":
			return printReferenceList(listReferences(value), { sign: "[[", names });
		default:
			return undefined;
	}
}
