import { useNavigate, useSearch } from "@tanstack/react-router";
import {
	getCoreRowModel,
	getFilteredRowModel,
	getSortedRowModel,
	type SortingState,
	useReactTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { Kind } from "../../../src/client/workspace-calls.ts";
import { fieldLook } from "../design/controls.ts";
import { SearchField, Select } from "../design/fields.tsx";
import { countOf, spellKey } from "../design/format.tsx";
import { usePanelState } from "../route/use-panels.ts";
import { fits, listColumns, readSort, TableRow, widthOf } from "./table-rows.tsx";

interface EntityTableProps {
	readonly kind: Kind;
	readonly rows: readonly Entity[];
	readonly pending: boolean;
	/** Shown before the filters: the choice of the kind. */
	readonly choice?: ReactNode;
}

/** The height at which a row is drawn: with another figure, rows would be missing at the end. */
const rowHeight = { desk: 36, phone: 44 };

/** Entities of one kind with their fields: sorted, filtered, edited in place. Only the rows in view are drawn. */
export function EntityTable({ kind, rows, pending, choice }: EntityTableProps) {
	const { phone } = usePanelState();
	const search = useSearch({ strict: false });
	const navigate = useNavigate();
	const [text, setText] = useState("");
	const [sorting, setSorting] = useState<SortingState>(() => readSort(search.sort, kind));
	const columns = useMemo(() => listColumns(kind), [kind]);
	const inState = search.state;
	// The typed letters show at once; filtering ten thousand rows follows.
	const filter = useDeferredValue(text.trim());
	const data = useMemo(
		() => rows.filter(({ state_key: key }) => inState === undefined || key === inState),
		[rows, inState],
	);
	const table = useReactTable({
		data: data as Entity[],
		columns,
		state: { sorting, globalFilter: filter },
		onSortingChange: setSorting,
		globalFilterFn: (row, _column, words: string) => fits(row.original, words),
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
		estimateSize: () => (phone ? rowHeight.phone : rowHeight.desk),
		overscan: 8,
		// Drawn in the next frame instead of within the scroll event, which would hold up the scrolling itself.
		useFlushSync: false,
	});
	const widths = columns.map(({ id = "" }) => widthOf(id, kind, phone));
	const drawn = virtual.getVirtualItems();
	const before = drawn[0]?.start ?? 0;
	const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);

	return (
		<div className="flex min-h-0 flex-1 flex-col gap-2 px-6 max-md:px-4">
			<div className="flex flex-wrap items-center gap-2">
				{choice}
				<SearchField
					label="Filter the rows"
					placeholder="Filter"
					value={text}
					onChange={setText}
					className={`${fieldLook} max-w-56`}
				/>
				{kind.states.length > 0 && (
					<Select
						aria-label="State to show"
						value={inState ?? ""}
						onChange={(value) =>
							void navigate({
								to: ".",
								search: ({ state: _, ...rest }) => (value === "" ? rest : { ...rest, state: value }),
								replace: true,
							})
						}
						className="h-8 rounded-md border border-line bg-surface px-2 text-13 max-md:h-10"
						none="Every state"
						options={kind.states.map(({ key }) => [key, spellKey(key)])}
					/>
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
				<table
					aria-rowcount={found.length + 1}
					style={{ minWidth: widths.reduce((sum, width) => sum + width, 0) }}
					className="w-full table-fixed border-separate border-spacing-0 text-13"
				>
					<colgroup>
						{columns.map(({ id }, position) => (
							<col key={id} style={{ width: widths[position] }} />
						))}
					</colgroup>
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
											className={`flex h-7 max-w-full items-center gap-1 whitespace-nowrap hover:text-ink ${header.id === "title" || header.id === "updated" ? "" : "pl-1.5"}`}
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
