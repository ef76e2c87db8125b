import { useEffect, useState } from "react";
import type { Entity } from "../api/api.ts";
import { useEdits } from "./edits.tsx";

/** The title, edited where it stands: Enter or leaving it saves, Escape takes it back. */
export function EntityTitle({ entity, large }: { readonly entity: Entity; readonly large: boolean }) {
	const edits = useEdits();
	const [text, setText] = useState(entity.title);
	useEffect(() => setText(entity.title), [entity.title]);

	function save() {
		const title = text.trim().replaceAll(/\s+/g, " ");
		if (title === "" || title === entity.title) setText(entity.title);
		else void edits.change(entity, { title }, "Title changed.");
	}

	return (
		<h1 className={`${large ? "text-28" : "text-20"} font-semibold tracking-tight`}>
			<textarea
				aria-label="Title"
				value={text}
				rows={1}
				onChange={(event) => setText(event.target.value)}
				onBlur={save}
				onKeyDown={(event) => {
					if (event.key === "Escape") setText(entity.title);
					if (event.key !== "Enter" && event.key !== "Escape") return;
					event.preventDefault();
					event.stopPropagation();
					event.currentTarget.blur();
				}}
				className="field-sizing-content -mx-1.5 block w-[calc(100%+0.75rem)] resize-none rounded-md border border-transparent bg-transparent px-1.5 hover:border-line focus-visible:border-accent"
			/>
		</h1>
	);
}
