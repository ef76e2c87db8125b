import { ChevronRight, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import type { Change, LoggedRow } from "../../../src/client/entity-calls.ts";
import { LinkButton, TextButton } from "../design/buttons.tsx";
import { formatNumber, RelativeDate } from "../design/format.tsx";
import { useEdits } from "../entities/edits.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { FieldChanges, nameChangedFields } from "../entities/field-changes.tsx";
import { nameRelation } from "../entities/names.ts";
import { useEntity } from "../entities/use-entities.ts";
import { useKinds } from "../entities/use-kinds.ts";
import { linkVerbs, nameOrigin, sumUpChange } from "./sum-up-change.ts";

/** Up to so many rows are taken back at once; more are listed first, and asked about. */
const undoneAtOnce = 5;
const shownFirst = 10;
/** Of a large change, so many are named in its line. */
const namedInLine = 2;

interface ChangeLineProps {
	readonly change: Change;
	readonly onTakeBack: () => void;
}

/** A change in one line: who, what, when, and its undo. It opens to its rows. */
export function ChangeLine({ change, onTakeBack }: ChangeLineProps) {
	const findKind = useKinds();
	const edits = useEdits();
	const [open, setOpen] = useState(false);
	const rowsId = useId();
	const { actor_name: actor, created_at: at, rows, row_count: count } = change;
	const summary = `${change.undoes === null ? "" : "took a change back: "}${sumUpChange(change, findKind)}`;
	const origin = nameOrigin(change.via);
	const entities = rows.filter(({ table }) => table === "entity");
	return (
		<li className="flex flex-col py-2">
			<div className="flex items-start gap-2">
				<button
					type="button"
					aria-expanded={open}
					aria-controls={rowsId}
					aria-label={`${actor} ${summary}: show each`}
					onClick={() => setOpen(!open)}
					className="grid size-6 shrink-0 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink max-md:size-9"
				>
					<ChevronRight aria-hidden size={14} className={open ? "rotate-90" : ""} />
				</button>
				<div className="min-w-0 flex-1 pt-0.5 text-13 max-md:pt-2">
					<p className="text-ink-soft">
						<span className="font-medium text-ink">{actor}</span> {summary}{" "}
						<span className="text-12 text-ink-faint">
							<RelativeDate iso={at} />
							{origin !== null && ` · ${origin}`}
						</span>
					</p>
					{!open && entities.length > 0 && (
						<p className="flex min-w-0 flex-wrap gap-x-3 pt-0.5">
							{entities.slice(0, namedInLine).map((row) => (
								<RowTitle key={row.id} row={row} />
							))}
							{count > namedInLine && (
								<LinkButton onClick={() => setOpen(true)}>
									{formatNumber(count - Math.min(namedInLine, entities.length))} more
								</LinkButton>
							)}
						</p>
					)}
				</div>
				{count <= undoneAtOnce ? (
					<TextButton
						className="shrink-0 max-md:h-9"
						aria-label={`Undo: ${actor} ${summary}`}
						onClick={() => void edits.undo(change.id)}
					>
						<Undo2 aria-hidden size={12} /> Undo
					</TextButton>
				) : (
					<TextButton
						className="shrink-0 max-md:h-9"
						aria-label={`Take back: ${actor} ${summary}`}
						onClick={onTakeBack}
					>
						<Undo2 aria-hidden size={12} /> Take back…
					</TextButton>
				)}
			</div>
			<div id={rowsId} className="pl-8 max-md:pl-11">
				{open && <Rows change={change} />}
			</div>
		</li>
	);
}

function Rows({ change: { rows, row_count: count } }: { readonly change: Change }) {
	const [all, setAll] = useState(false);
	const shown = all ? rows : rows.slice(0, shownFirst);
	const titles = new Map(rows.map((row) => [row.id, row]));
	return (
		<ul className="flex flex-col gap-1.5 pt-2 text-13">
			{shown.map((row) => (
				<li key={`${row.table} ${row.id}`} className="min-w-0">
					<Row row={row} others={titles} />
				</li>
			))}
			{shown.length < rows.length && (
				<li>
					<LinkButton onClick={() => setAll(true)}>Show {rows.length - shown.length} more</LinkButton>
				</li>
			)}
			{all && count > rows.length && (
				<li className="text-12 text-ink-faint">and {count - rows.length} more that are not listed</li>
			)}
		</ul>
	);
}

interface RowProps {
	readonly row: LoggedRow;
	/** The rows of the same change, by id: they name the ends of its links. */
	readonly others: ReadonlyMap<string, LoggedRow>;
}

function Row({ row, others }: RowProps) {
	if (row.table === "own_kind")
		return <p className="text-ink-soft">{`${row.verb} the type “${row.title}”`}</p>;
	if (row.table === "edge") {
		const { src_id: from, dst_id: to } = row.after ?? row.before ?? {};
		return (
			<p className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-soft">
				{linkVerbs[row.verb]}
				<EndOfLink id={from} others={others} />
				{nameRelation(row.title, "outgoing").toLowerCase()}
				<EndOfLink id={to} others={others} />
			</p>
		);
	}
	const verb = row.verb === "updated" ? `changed ${nameChangedFields(row) ?? "something"}` : row.verb;
	return (
		<>
			<p className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-soft">
				<RowTitle row={row} />
				{verb}
			</p>
			<FieldChanges row={row} />
		</>
	);
}

const RowTitle = ({ row: { id, kind, title } }: { readonly row: LoggedRow }) => (
	<EntityLink entity={{ ref: id, kind: kind ?? "", title }} />
);

function EndOfLink({ id, others }: { readonly id: unknown; readonly others: RowProps["others"] }) {
	const reference = typeof id === "string" ? id : null;
	const known = reference === null ? undefined : others.get(reference);
	const read = useEntity(known === undefined ? reference : null);
	if (known !== undefined) return <RowTitle row={known} />;
	return read.data === undefined ? "something" : <EntityLink entity={read.data} />;
}
