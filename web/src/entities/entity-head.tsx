import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { RelativeDate } from "../design/format.tsx";
import { useEdits } from "./edits.tsx";
import { KindIcon } from "./kind-icon.tsx";
import { StateMenu } from "./state-menu.tsx";
import { useEntity } from "./use-entities.ts";
import { useKinds } from "./use-kinds.ts";

/** Shows an entity's kind, title, state and project. */
export function EntityHead({ entity, large }: { readonly entity: Entity; readonly large: boolean }) {
	const { label } = useKinds()(entity.kind);
	const inProject = entity.project_id !== null && entity.project_id !== entity.id;
	const project = useEntity(inProject ? entity.project_id : null).data;
	return (
		<header className="flex flex-col gap-1">
			<EntityTitle entity={entity} large={large} />
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-faint">
				<span className="flex items-center gap-1.5">
					<KindIcon kind={entity.kind} size={14} />
					{label}
				</span>
				<StateMenu entity={entity} />
				{project !== undefined && (
					<Link
						to="/projects/$ref/overview"
						params={{ ref: project.ref }}
						search={{}}
						className="min-w-0 truncate hover:text-ink hover:underline"
					>
						{project.title}
					</Link>
				)}
				<span>
					changed <RelativeDate iso={entity.updated_at} />
				</span>
				<span className="font-mono">{entity.ref}</span>
			</div>
			{entity.description !== "" && (
				<p className="max-w-[72ch] pt-1 text-14 text-ink-soft">{entity.description}</p>
			)}
		</header>
	);
}

/** The title, edited in place: Enter or leaving it saves, Escape cancels. */
function EntityTitle({ entity, large }: { readonly entity: Entity; readonly large: boolean }) {
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
