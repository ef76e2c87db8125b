import { useState } from "react";
import { PrimaryButton } from "../design/buttons.tsx";
import { Modal } from "../design/dialogs.tsx";
import { Select, TextField } from "../design/fields.tsx";
import { Form } from "../design/form.tsx";
import { useStoredState } from "../design/use-stored-state.ts";
import { useGo } from "../route/use-go.ts";
import { useEdits } from "./edits.tsx";
import { ProjectSelect } from "./project-select.tsx";
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
	const [title, setTitle] = useState(given);
	const [lastKind, setLastKind] = useStoredState("new-kind", "task");
	const [kind, setKind] = useState(fixed ?? lastKind);
	const [project, setProject] = useState(projectId ?? "");
	const [busy, setBusy] = useState(false);

	async function create() {
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
			<Form onSubmit={create} className="flex flex-col gap-3">
				<TextField label="Title" value={title} onChange={setTitle} required maxLength={500} />
				<div className="grid gap-3 sm:grid-cols-2">
					<Select
						label="Type"
						value={kind}
						onChange={setKind}
						options={kinds.map((choice) => [choice.kind, choice.label])}
					/>
					<ProjectSelect label="Project" none="None" value={project} onChange={setProject} />
				</div>
				<PrimaryButton type="submit" disabled={busy || title.trim() === ""} className="self-end">
					{busy ? "Making it" : "Make it"}
				</PrimaryButton>
			</Form>
		</Modal>
	);
}
