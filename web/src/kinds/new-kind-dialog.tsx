import { useNavigate } from "@tanstack/react-router";
import { createKind } from "../api/workspace-calls.ts";
import { PrimaryButton } from "../design/buttons.tsx";
import { Modal } from "../design/dialogs.tsx";
import { TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { useAttempt } from "../design/toasts.tsx";
import { makeKindName } from "../entities/names.ts";

/** Creates a type with its name; its fields are added on its page. */
export function NewKindDialog({ onClose }: { readonly onClose: () => void }) {
	const navigate = useNavigate();
	const { busy, attempt } = useAttempt();
	const { values, field } = useFields({ label: "", plural: "" });
	const { label, plural } = values;

	async function make() {
		const kind = makeKindName(label);
		const definition = {
			label: label.trim(),
			fields: [],
			...(plural.trim() !== "" && { plural: plural.trim() }),
		};
		const made = await attempt(() => createKind(kind, definition), `The type ${label.trim()} was made.`, [
			"kinds",
		]);
		if (made === null) return;
		onClose();
		void navigate({ to: "/kinds/$kind", params: { kind }, search: {} });
	}

	return (
		<Modal open onClose={onClose} title="Make a type">
			<Form onSubmit={make} className="flex flex-col gap-3">
				<TextField label="What one of them is called" required {...field("label")} placeholder="Supplier" />
				<TextField label="What many of them are called" {...field("plural")} placeholder="Suppliers" />
				<PrimaryButton type="submit" disabled={busy || makeKindName(label) === ""} className="self-end">
					Make it
				</PrimaryButton>
			</Form>
		</Modal>
	);
}
