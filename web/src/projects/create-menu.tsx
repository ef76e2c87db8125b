import { Plus } from "lucide-react";
import { useState } from "react";
import { TextButton } from "../design/text-button.tsx";
import { CreateDialog } from "../entities/create-dialog.tsx";

export function CreateMenu({ projectId }: { readonly projectId: string }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<TextButton onClick={() => setOpen(true)}>
				<Plus aria-hidden size={14} /> New
			</TextButton>
			{open && <CreateDialog projectId={projectId} onClose={() => setOpen(false)} />}
		</>
	);
}
