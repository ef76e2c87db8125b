import type { ReactNode } from "react";
import type { Entity } from "../api/api.ts";
import { spellKey } from "../design/spell-key.ts";
import { KindIcon } from "../entities/kind-icon.tsx";
import { StateMenu } from "../entities/state-menu.tsx";

const facets = ["facet_context", "facet_scale", "facet_stage"];

interface ProjectHeadProps {
	readonly project: Entity;
	/** What can be done with it, where the line above has no room for that. */
	readonly children?: ReactNode;
}

/** One line that says which project this is and how it stands. */
export function ProjectHead({ project, children }: ProjectHeadProps) {
	return (
		<header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-6 pb-3 max-md:px-4">
			<h1 className="flex min-w-0 items-center gap-2 text-20 font-semibold tracking-tight">
				<KindIcon kind={project.kind} size={18} />
				<span className="min-w-0 truncate">{project.title}</span>
			</h1>
			<StateMenu entity={project} />
			{facets.map((name) => {
				const value = project.props[name];
				return typeof value !== "string" ? null : (
					<span
						key={name}
						title={spellKey(name.replace("facet_", ""))}
						className="rounded-sm border border-line px-1.5 text-12 text-ink-faint"
					>
						{spellKey(value)}
					</span>
				);
			})}
			{children}
		</header>
	);
}
