import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Redo2, Undo2 } from "lucide-react";
import { useState } from "react";
import { skein } from "../api/skein.ts";
import { TextButton } from "../design/buttons.tsx";
import { forgetReadings } from "../entities/entity-cache.ts";

/** Undoes a change, and redoes it: an undo is a change like any other. */
export function UndoButton({ changeId }: { readonly changeId: string }) {
	const queries = useQueryClient();
	const [latest, setLatest] = useState({ changeId, undone: false });
	const undo = useMutation({
		mutationFn: () => skein.changes.undo(latest.changeId),
		onSuccess: async ({ changeId: made }) => {
			setLatest({ changeId: made ?? latest.changeId, undone: !latest.undone });
			await forgetReadings(queries);
		},
	});
	const Icon = latest.undone ? Redo2 : Undo2;
	return (
		<div className="flex flex-wrap items-center gap-2 text-13 text-ink-soft">
			<TextButton disabled={undo.isPending} onClick={() => undo.mutate()}>
				<Icon aria-hidden size={14} /> {latest.undone ? "Do it again" : "Undo"}
			</TextButton>
			<span role="status">{latest.undone ? "Undone: everything is as it was before." : ""}</span>
			{undo.isError && <span className="text-bad-ink">{undo.error.message} Nothing was changed.</span>}
		</div>
	);
}
