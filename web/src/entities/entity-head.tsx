import { Link } from "@tanstack/react-router";
import type { Entity } from "../api/api.ts";
import { RelativeDate } from "../design/relative-date.tsx";
import { EntityTitle } from "./entity-title.tsx";
import { KindIcon } from "./kind-icon.tsx";
import { StateMenu } from "./state-menu.tsx";
import { useEntity } from "./use-entity.ts";
import { useKinds } from "./use-kinds.ts";

/** What it is, how it is called, how it stands and where it belongs. */
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
