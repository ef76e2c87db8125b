import { type ReactNode, useRef } from "react";
import { attachable } from "./read-attached-files.ts";

interface FileChooserProps {
	readonly onChosen: (files: readonly File[]) => void;
	/** Renders the control that opens the chooser. */
	readonly children: (open: () => void) => ReactNode;
}

/** Chooses files to attach to a question: texts and pictures. */
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
					// Otherwise choosing the same file again would fire no change event.
					event.target.value = "";
				}}
			/>
		</>
	);
}
