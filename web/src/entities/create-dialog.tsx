import { type FormEvent, useState } from "react";
import { fieldLook, labelLook, primaryLook } from "../design/controls.ts";
import { Modal } from "../design/modal.tsx";
import { useStoredState } from "../design/use-stored-state.ts";
import { useGo } from "../route/use-go.ts";
import { useEdits } from "./edits.tsx";
import { useEntities } from "./use-entities.ts";
import { useKindList } from "./use-kinds.ts";

interface CreateDialogProps {
	readonly title?: string;
	readonly kind?: string;
	readonly projectId?: string;
	readonly onClose: () => void;
}

/**
 * Creates an entity with a kind, a title and a project. The other fields are filled in afterwards, in the side panel.
 */
export function CreateDialog({ title: given = "", kind: fixed, projectId, onClose }: CreateDialogProps) {
	const edits = useEdits();
	const go = useGo();
	const kinds = useKindList().data ?? [];
	const projects = useEntities({ kind: "project", limit: 200 }).data?.entities ?? [];
	const [title, setTitle] = useState(given);
	const [lastKind, setLastKind] = useStoredState("new-kind", "task");
	const [kind, setKind] = useState(fixed ?? lastKind);
	const [project, setProject] = useState(projectId ?? "");
	const [busy, setBusy] = useState(false);

	async function create(event: FormEvent) {
		event.preventDefault();
		if (title.trim() === "") return;
		setBusy(true);
		setLastKind(kind);
		const made = await edits.create({
			kind,
			title: title.trim(),
			...(project !== "" && kind !== "project" && { project_id: project }),
		});
		setBusy(false);
		if (made === null) return;
		onClose();
		go.beside(made.ref);
	}

	return (
		<Modal open onClose={onClose} title="Make something new">
			<form onSubmit={(event) => void create(event)} className="flex flex-col gap-3">
				<label className="flex flex-col gap-1">
					<span className={labelLook}>Title</span>
					<input
						value={title}
						onChange={(event) => setTitle(event.target.value)}
						required
						maxLength={500}
						className={fieldLook}
					/>
				</label>
				<div className="grid gap-3 sm:grid-cols-2">
					<label className="flex flex-col gap-1">
						<span className={labelLook}>Type</span>
						<select value={kind} onChange={(event) => setKind(event.target.value)} className={fieldLook}>
							{kinds.map((choice) => (
								<option key={choice.kind} value={choice.kind}>
									{choice.label}
								</option>
							))}
						</select>
					</label>
					<label className="flex flex-col gap-1">
						<span className={labelLook}>Project</span>
						<select
							value={project}
							onChange={(event) => setProject(event.target.value)}
							className={fieldLook}
						>
							<option value="">None</option>
							{projects.map((choice) => (
								<option key={choice.id} value={choice.id}>
									{choice.title}
								</option>
							))}
						</select>
					</label>
				</div>
				<button type="submit" disabled={busy || title.trim() === ""} className={`${primaryLook} self-end`}>
					{busy ? "Making it" : "Make it"}
				</button>
			</form>
		</Modal>
	);
}
