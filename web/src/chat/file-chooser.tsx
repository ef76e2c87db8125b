import { type ReactNode, useRef } from "react";
import { attachable } from "./read-attached-files.ts";

interface FileChooserProps {
	readonly onChosen: (files: readonly File[]) => void;
	/** Renders the control that opens the chooser. */
	readonly children: (open: () => void) => ReactNode;
}

/** Lets somebody choose what a question can take along: texts and pictures. */
export function FileChooser({ onChosen, children }: FileChooserProps) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			{children(() => input.current?.click())}
			<input
				ref={input}
				type="file"
				multiple
				hidden
				accept={attachable}
				onChange={(event) => {
					onChosen([...(event.target.files ?? [])]);
					// The same file chosen again would otherwise be no change.
					event.target.value = "";
				}}
			/>
		</>
	);
}
