import type { Change, LoggedRow } from "../../../src/client/entity-calls.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { Modal } from "../design/dialogs.tsx";
import { RelativeDate } from "../design/format.tsx";
import { useEdits } from "./edits.tsx";
import { useKinds } from "./use-kinds.ts";

interface UndoWholeChangeProps {
	readonly change: Change | null;
	readonly onClose: () => void;
}

/** Lists what taking back a whole change touches, and asks: an import or an answer may have changed hundreds of things. */
export function UndoWholeChange({ change, onClose }: UndoWholeChangeProps) {
	const edits = useEdits();
	return (
		<Modal open={change !== null} onClose={onClose} title="Take back the whole change">
			{change !== null && (
				<div className="flex flex-col gap-3 text-13">
					<p className="text-ink-soft">
						{change.actor_name} changed {countThings(change.row_count)} in one step{" "}
						<RelativeDate iso={change.created_at} />. All of it is taken back, as a new change that can be
						undone.
					</p>
					<ChangedRows change={change} />
					<div className="flex flex-wrap justify-end gap-2">
						<TextButton className="h-8" onClick={onClose}>
							Leave it
						</TextButton>
						<PrimaryButton
							onClick={() => {
								void edits.undo(change.id);
								onClose();
							}}
						>
							Take back {countThings(change.row_count)}
						</PrimaryButton>
					</div>
				</div>
			)}
		</Modal>
	);
}

const countThings = (count: number): string => `${count} ${count === 1 ? "thing" : "things"}`;

const outcomes: Readonly<Record<LoggedRow["verb"], string>> = {
	created: "Go to the trash",
	updated: "Are as they were before",
	deleted: "Come back",
	restored: "Go back to the trash",
};

/** Says what becomes of a row when it is taken back. */
function nameOutcome({ table, verb }: LoggedRow): string {
	if (table === "edge" && verb === "created") return "Relations that are taken away";
	return table === "edge" && verb === "deleted" ? "Relations that come back" : outcomes[verb];
}

function ChangedRows({ change }: { readonly change: Change }) {
	const left = change.row_count - change.rows.length;
	const named = [...new Set(change.rows.map(nameOutcome))];
	return (
		<div className="flex max-h-72 flex-col gap-2 overflow-y-auto rounded-md border border-line bg-sunken p-3">
			{named.map((outcome) => (
				<section key={outcome} aria-label={outcome}>
					<h3 className="pb-1 text-12 font-medium text-ink-faint">{outcome}</h3>
					<ul>
						{change.rows
							.filter((row) => nameOutcome(row) === outcome)
							.map((row) => (
								<li key={`${row.table} ${row.id}`} className="truncate">
									<RowName row={row} />
								</li>
							))}
					</ul>
				</section>
			))}
			{left > 0 && <p className="text-ink-soft">and {left} more</p>}
		</div>
	);
}

function RowName({ row }: { readonly row: LoggedRow }) {
	const findKind = useKinds();
	if (row.table === "edge") return row.title.replaceAll("_", " ");
	const kind = row.table === "own_kind" ? "type" : findKind(row.kind ?? "").label;
	return (
		<>
			{row.title} <span className="text-12 text-ink-faint">{kind}</span>
		</>
	);
}
