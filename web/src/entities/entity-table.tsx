import { useNavigate, useSearch } from "@tanstack/react-router";
import {
	type ColumnDef,
	getCoreRowModel,
	getFilteredRowModel,
	getSortedRowModel,
	type SortingState,
	useReactTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, useMemo, useRef, useState } from "react";
import type { Entity, Kind, KindField } from "../api.ts";
import { fieldLook } from "../design/controls.ts";
import { countOf } from "../design/format-number.ts";
import { RelativeDate } from "../design/relative-date.tsx";
import { spellKey } from "../design/spell-key.ts";
import { useEdits } from "./edits.tsx";
import { EntityLink } from "./entity-link.tsx";
import { FieldInput, printValue } from "./field-input.tsx";
import { nameField } from "./name-field.ts";
import { StateMenu } from "./state-menu.tsx";

interface EntityTableProps {
	readonly kind: Kind;
	readonly rows: readonly Entity[];
	readonly pending: boolean;
	/** Stands before the filters: which kind is shown. */
	readonly choice?: ReactNode;
}

const rowHeight = 36;
const mostFields = 7;

/** Entities of one kind with their fields: sorted, filtered, edited in place. Only the rows in view are drawn. */
export function EntityTable({ kind, rows, pending, choice }: EntityTableProps) {
	const search = useSearch({ strict: false });
	const navigate = useNavigate();
	const [text, setText] = useState("");
	const [sorting, setSorting] = useState<SortingState>(() => readSort(search.sort, kind));
	const columns = useMemo(() => listColumns(kind), [kind]);
	const inState = search.state;
	const data = useMemo(
		() => rows.filter(({ state_key: key }) => inState === undefined || key === inState),
		[rows, inState],
	);
	const table = useReactTable({
		data: data as Entity[],
		columns,
		state: { sorting, globalFilter: text },
		onSortingChange: setSorting,
		onGlobalFilterChange: setText,
		globalFilterFn: (row, _column, words: string) => matches(row.original, words),
		getRowId: ({ id }) => id,
		getCoreRowModel: getCoreRowModel(),
		getSortedRowModel: getSortedRowModel(),
		getFilteredRowModel: getFilteredRowModel(),
	});
	const found = table.getRowModel().rows;
	const scroller = useRef<HTMLElement>(null);
	const virtual = useVirtualizer({
		count: found.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		overscan: 8,
	});
	const drawn = virtual.getVirtualItems();
	const before = drawn[0]?.start ?? 0;
	const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);

	return (
		<div className="flex min-h-0 flex-1 flex-col gap-2 px-6 max-md:px-4">
			<div className="flex flex-wrap items-center gap-2">
				{choice}
				<input
					type="search"
					aria-label="Filter the rows"
					placeholder="Filter"
					value={text}
					onChange={(event) => setText(event.target.value)}
					className={`${fieldLook} max-w-56`}
				/>
				{kind.states.length > 0 && (
					<select
						aria-label="State to show"
						value={inState ?? ""}
						onChange={(event) =>
							void navigate({
								to: ".",
								search: ({ state: _, ...rest }) =>
									event.target.value === "" ? rest : { ...rest, state: event.target.value },
								replace: true,
							})
						}
						className="h-8 rounded-md border border-line bg-surface px-2 text-13 max-md:h-10"
					>
						<option value="">Every state</option>
						{kind.states.map(({ key }) => (
							<option key={key} value={key}>
								{spellKey(key)}
							</option>
						))}
					</select>
				)}
				<p role="status" className="text-12 text-ink-faint tabular-nums">
					{countOf(found.length, "row")}
					{pending ? ", more on the way" : ""}
				</p>
			</div>
			<section
				ref={scroller}
				aria-label={`Table of ${kind.plural}`}
				className="min-h-0 flex-1 overflow-auto border-t border-line"
			>
				<table className="w-full border-separate border-spacing-0 text-13" aria-rowcount={found.length + 1}>
					<thead className="sticky top-0 z-10 bg-ground">
						<tr>
							{table.getFlatHeaders().map((header) => {
								const sorted = header.column.getIsSorted();
								return (
									<th
										key={header.id}
										scope="col"
										aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
										className="border-b border-line py-1 pr-3 text-left text-12 font-medium text-ink-faint"
									>
										<button
											type="button"
											onClick={header.column.getToggleSortingHandler()}
											className="flex h-7 items-center gap-1 whitespace-nowrap hover:text-ink"
										>
											{String(header.column.columnDef.header)}
											{sorted === "asc" && <ArrowUp aria-hidden size={12} />}
											{sorted === "desc" && <ArrowDown aria-hidden size={12} />}
										</button>
									</th>
								);
							})}
						</tr>
					</thead>
					<tbody>
						{before > 0 && <Gap height={before} span={columns.length} />}
						{drawn.map(({ index }) => {
							const row = found[index];
							return row === undefined ? null : (
								<TableRow key={row.id} entity={row.original} kind={kind} position={index} />
							);
						})}
						{after > 0 && <Gap height={after} span={columns.length} />}
					</tbody>
				</table>
				{found.length === 0 && !pending && (
					<p className="py-6 text-13 text-ink-faint">No row fits. Change the filter, or make one with New.</p>
				)}
			</section>
		</div>
	);
}

function Gap({ height, span }: { readonly height: number; readonly span: number }) {
	return (
		<tr>
			<td colSpan={span} style={{ height }} />
		</tr>
	);
}

interface TableRowProps {
	readonly entity: Entity;
	readonly kind: Kind;
	readonly position: number;
}

const cellLook = "h-9 border-b border-line py-0 pr-3";

const TableRow = memo(function TableRow({ entity, kind, position }: TableRowProps) {
	const edits = useEdits();
	return (
		<tr aria-rowindex={position + 2} className="hover:bg-sunken">
			<th scope="row" className={`${cellLook} max-w-96 min-w-56 text-left font-normal`}>
				<span className="flex min-w-0">
					<EntityLink entity={entity} card={false} />
				</span>
			</th>
			{kind.states.length > 0 && (
				<td className={cellLook}>
					<StateMenu entity={entity} />
				</td>
			)}
			{shownFields(kind).map((field) => (
				<td key={field.name} className={`${cellLook} min-w-28`}>
					<FieldInput
						entity={entity}
						field={field}
						onSave={(value) =>
							void edits.change(entity, { props: { [field.name]: value } }, `${nameField(field)} changed.`)
						}
					/>
				</td>
			))}
			<td className={`${cellLook} whitespace-nowrap text-12 text-ink-faint`}>
				<RelativeDate iso={entity.updated_at} />
			</td>
		</tr>
	);
});

const columnTypes = new Set(["text", "email", "number", "select", "date", "text_list"]);

function shownFields(kind: Kind): readonly KindField[] {
	return kind.fields.filter(({ type }) => columnTypes.has(type)).slice(0, mostFields);
}

function listColumns(kind: Kind): ColumnDef<Entity>[] {
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

/** An address may ask for an order: by a column, or by whatever day this kind is due. */
function readSort(sort: string | undefined, kind: Kind): SortingState {
	if (sort === undefined) return [];
	const due = kind.fields.find(({ name }) => ["due_at", "target_date", "end_at"].includes(name));
	if (sort === "due") return due === undefined ? [] : [{ id: due.name, desc: false }];
	const known =
		["title", "state", "updated"].includes(sort) || shownFields(kind).some(({ name }) => name === sort);
	return known ? [{ id: sort, desc: false }] : [];
}

function matches(entity: Entity, words: string): boolean {
	const text = `${entity.title} ${entity.state_key ?? ""} ${Object.values(entity.props).map(printValue).join(" ")}`;
	const lower = text.toLowerCase();
	return words
		.toLowerCase()
		.split(/\s+/)
		.every((word) => lower.includes(word));
}
