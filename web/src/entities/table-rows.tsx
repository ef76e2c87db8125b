import type { ColumnDef, SortingState } from "@tanstack/react-table";
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { Kind, KindField } from "../../../src/client/workspace-calls.ts";
import { RelativeDate, spellKey } from "../design/format.tsx";
import { hasWords } from "../text/has-words.ts";
import { EntityLink } from "./entity-link.tsx";
import { FieldInput, printValue } from "./field-input.tsx";
import { StateMark } from "./marks.tsx";
import { nameField } from "./names.ts";
import { StateMenu } from "./state-menu.tsx";

interface TableRowProps {
	readonly entity: Entity;
	readonly kind: Kind;
	readonly position: number;
}

const cellLook = "h-9 max-md:h-11 overflow-hidden border-b border-line py-0 pr-3";

/** An entity with its fields, each edited in place. */
export const TableRow = memo(function TableRow({ entity, kind, position }: TableRowProps) {
	return (
		<tr aria-rowindex={position + 2} className="hover:bg-sunken">
			<th scope="row" className={`${cellLook} text-left font-normal`}>
				<span className="flex min-w-0">
					<EntityLink entity={entity} bare />
				</span>
			</th>
			{kind.states.length > 0 && (
				<td className={cellLook}>
					<StateCell entity={entity} />
				</td>
			)}
			{shownFields(kind).map((field) => (
				<td key={field.name} className={cellLook}>
					<FieldCell entity={entity} field={field} />
				</td>
			))}
			<td className={`${cellLook} whitespace-nowrap text-12 text-ink-faint`}>
				<RelativeDate iso={entity.updated_at} />
			</td>
		</tr>
	);
});

function StateCell({ entity }: { readonly entity: Entity }) {
	const state = entity.state_key;
	return (
		<QuietCell
			label={`State: ${state === null ? "none" : spellKey(state)}. Change it`}
			shown={state === null ? "Set a state" : <StateMark kind={entity.kind} state={state} />}
			look="inline-flex h-6 items-center rounded-md px-1.5 text-12 text-ink-faint max-md:h-9"
		>
			<StateMenu entity={entity} />
		</QuietCell>
	);
}

function FieldCell({ entity, field }: { readonly entity: Entity; readonly field: KindField }) {
	const value = entity.props[field.name];
	const words = field.type === "date" ? printValue(value).slice(0, 10) : printValue(value);
	const shown = field.type === "select" && words !== "" ? spellKey(words) : words;
	return (
		<QuietCell
			label={`${nameField(field)} of ${entity.title}: ${shown === "" ? "empty" : shown}`}
			shown={shown}
			look={`block h-7 w-full truncate rounded-md border border-transparent px-1.5 text-left text-13 max-md:h-10 max-md:text-16 ${field.type === "number" ? "tabular-nums" : ""}`}
		>
			<FieldInput entity={entity} field={field} />
		</QuietCell>
	);
}

interface QuietCellProps {
	readonly label: string;
	readonly shown: ReactNode;
	readonly look: string;
	/** The control that edits the value. */
	readonly children: ReactNode;
}

/**
 * A value that turns into its control when the pointer or the keyboard reaches it, and stays one while its row is
 * drawn. With a control in every cell, each screenful that scrolls by would make hundreds of them.
 */
function QuietCell({ label, shown, look, children }: QuietCellProps) {
	const [reached, setReached] = useState<"by pointer" | "by keyboard" | null>(null);
	const place = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		if (reached === "by keyboard")
			place.current?.querySelector<HTMLElement>("input, select, button")?.focus();
	}, [reached]);
	if (reached !== null) return <div ref={place}>{children}</div>;
	return (
		<button
			type="button"
			aria-label={label}
			onPointerEnter={() => setReached("by pointer")}
			onFocus={() => setReached("by keyboard")}
			className={look}
		>
			{shown}
		</button>
	);
}

const mostFields = 7;
const columnTypes = new Set(["text", "email", "number", "select", "date", "text_list"]);

/** The fields that have a column. A field with the states is the column of the state already. */
function shownFields({ fields, states }: Kind): readonly KindField[] {
	const isState = ({ options }: KindField): boolean =>
		options !== undefined &&
		options.length === states.length &&
		states.every(({ key }) => options.includes(key));
	return fields.filter((field) => columnTypes.has(field.type) && !isState(field)).slice(0, mostFields);
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
