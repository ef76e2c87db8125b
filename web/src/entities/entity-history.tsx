import { useInfiniteQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Change, Entity, LoggedRow } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { LinkButton, TextButton } from "../design/buttons.tsx";
import { RelativeDate } from "../design/format.tsx";
import { LoadState } from "../design/notice.tsx";
import { useEdits } from "./edits.tsx";
import { FieldChanges, nameChangedFields } from "./field-changes.tsx";
import { nameRelation } from "./names.ts";
import { UndoWholeChange } from "./undo-whole-change.tsx";

/**
 * Lists the changes of an entity, with author and undo. Undo takes back what the line says, about this entity alone; where
 * the change touched more, taking back all of it is a step of its own.
 */
export function EntityHistory({ entity }: { readonly entity: Pick<Entity, "id" | "title"> }) {
	const entityId = entity.id;
	const edits = useEdits();
	const [whole, setWhole] = useState<Change | null>(null);
	const history = useInfiniteQuery({
		queryKey: ["changes", entityId],
		queryFn: ({ pageParam, signal }) =>
			skein.changes.list({ entityId, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next_cursor: next }) => next,
	});
	return (
		<section aria-label="History" className="flex flex-col gap-2">
			<h2 className="text-13 font-semibold">History</h2>
			<LoadState query={history} what="The history" height="h-24" />
			{history.isSuccess && (
				<ol className="flex flex-col gap-3">
					{history.data.pages
						.flatMap(({ changes }) => changes)
						.map((change) => (
							<li key={change.id} className="flex items-start gap-2 text-13">
								<div className="min-w-0 flex-1">
									<p className="text-ink-soft">
										<span className="font-medium text-ink">{change.actor_name}</span>{" "}
										{describeChange(change, entityId)}{" "}
										<RelativeDate iso={change.created_at} className="text-12 text-ink-faint" />
									</p>
									<FieldChanges row={change.rows.find(({ id }) => id === entityId)} />
									{change.row_count > listPart(change, entityId).length && (
										<LinkButton className="text-left" onClick={() => setWhole(change)}>
											One of {change.row_count} changes made together: take back all of them…
										</LinkButton>
									)}
								</div>
								<TextButton
									className="h-6 px-1.5 text-12"
									aria-label={`Undo what ${change.actor_name} did: ${describeChange(change, entityId)}`}
									onClick={() => void edits.undo(change.id, entity)}
								>
									<Undo2 aria-hidden size={12} /> Undo
								</TextButton>
							</li>
						))}
					{history.hasNextPage && (
						<li>
							<LinkButton onClick={() => void history.fetchNextPage()}>Older changes</LinkButton>
						</li>
					)}
				</ol>
			)}
			<UndoWholeChange change={whole} onClose={() => setWhole(null)} />
		</section>
	);
}

/** The rows that an undo for this entity alone takes back. */
function listPart({ rows }: Change, entityId: string): readonly LoggedRow[] {
	const own = rows.filter(({ id }) => id === entityId);
	if (own.some(({ verb }) => verb === "created")) return own;
	const edgesAt = (end: "src_id" | "dst_id") =>
		rows.filter(({ table, before, after }) => table === "edge" && (after ?? before)?.[end] === entityId);
	const part = [...own, ...edgesAt("src_id")];
	return part.length > 0 ? part : edgesAt("dst_id");
}

function describeChange(change: Change, entityId: string): string {
	if (change.undoes !== null) return "took a change back";
	const part = listPart(change, entityId);
	if (part.length === 0) return `changed ${change.row_count} things`;
	return part.map((row) => describeRow(row, entityId)).join(", ");
}

function describeRow(row: LoggedRow, entityId: string): string {
	if (row.table === "edge") {
		const isSource = (row.after ?? row.before)?.src_id === entityId;
		const relation = nameRelation(row.title, isSource ? "outgoing" : "incoming").toLowerCase();
		return `${row.verb === "deleted" ? "took a link away" : "added a link"}: ${relation}`;
	}
	if (row.verb !== "updated") return `${row.verb} it`;
	return `changed ${nameChangedFields(row) ?? "it"}`;
}
