import type { ColumnDef, SortingState } from "@tanstack/react-table";
import type { Entity, Kind, KindField } from "../api/api.ts";
import { hasWords } from "../text/has-words.ts";
import { printValue } from "./field-input.tsx";
import { nameField } from "./names.ts";

const mostFields = 7;
const columnTypes = new Set(["text", "email", "number", "select", "date", "text_list"]);

/** The fields that have a column. */
export function shownFields(kind: Kind): readonly KindField[] {
	return kind.fields.filter(({ type }) => columnTypes.has(type)).slice(0, mostFields);
}

export function listColumns(kind: Kind): ColumnDef<Entity>[] {
	const places = new Map(kind.states.map(({ key }, place) => [key, place]));
	return [
		{ id: "title", header: "Title", accessorFn: ({ title }) => title.toLowerCase() },
		...(kind.states.length === 0
			? []
			: [
					{
						id: "state",
						header: "State",
						accessorFn: ({ state_key: key }: Entity) => places.get(key ?? "") ?? places.size,
					},
				]),
		...shownFields(kind).map((field) => ({
			id: field.name,
			header: nameField(field),
			accessorFn: ({ props }: Entity) => {
				const value = props[field.name];
				return typeof value === "number" ? value : printValue(value) || undefined;
			},
			sortUndefined: "last" as const,
		})),
		{ id: "updated", header: "Changed", accessorFn: ({ updated_at: at }) => at },
	];
}

/** Returns the sort order in the address: by a column, or by the date field that the kind declares as due. */
export function readSort(sort: string | undefined, kind: Kind): SortingState {
	if (sort === undefined) return [];
	if (sort === "due") return kind.due_field === null ? [] : [{ id: kind.due_field, desc: false }];
	const known =
		["title", "state", "updated"].includes(sort) || shownFields(kind).some(({ name }) => name === sort);
	return known ? [{ id: sort, desc: false }] : [];
}

/**
 * Returns the width of a column in pixels; fixed, since measuring drawn cells would move the table while it scrolls.
 */
export function widthOf(column: string, kind: Kind, phone: boolean): number {
	if (column === "title") return phone ? 208 : 320;
	if (column === "updated") return 96;
	const type = kind.fields.find(({ name }) => name === column)?.type;
	return type === "number" ? 96 : type === "text" || type === "text_list" ? 180 : 136;
}

/** The searchable words of a row, joined once: otherwise each letter of a filter would join them ten thousand times. */
const words = new WeakMap<Entity, string>();

function readWords(entity: Entity): string {
	const known = words.get(entity);
	if (known !== undefined) return known;
	const { title, state_key: state, props } = entity;
	const text = [title, state ?? "", ...Object.values(props).map(printValue)].join(" ").toLowerCase();
	words.set(entity, text);
	return text;
}

export const fits = (entity: Entity, filter: string): boolean => hasWords(readWords(entity), filter);
