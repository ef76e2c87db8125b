import { type FormEvent, useState } from "react";
import { Modal } from "../design/modal.tsx";
import { Select } from "../design/select.tsx";
import { PrimaryButton } from "../design/text-button.tsx";
import { TextField } from "../design/text-field.tsx";
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
				<TextField label="Title" value={title} onChange={setTitle} required maxLength={500} />
				<div className="grid gap-3 sm:grid-cols-2">
					<Select
						label="Type"
						value={kind}
						onChange={setKind}
						options={kinds.map((choice) => [choice.kind, choice.label])}
					/>
					<Select
						label="Project"
						value={project}
						onChange={setProject}
						none="None"
						options={projects.map((choice) => [choice.id, choice.title])}
					/>
				</div>
				<PrimaryButton type="submit" disabled={busy || title.trim() === ""} className="self-end">
					{busy ? "Making it" : "Make it"}
				</PrimaryButton>
			</form>
		</Modal>
	);
}
