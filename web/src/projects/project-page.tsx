import { Link, Outlet, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { useChatBeside } from "../chat/use-chat-beside.tsx";
import { TextButton } from "../design/buttons.tsx";
import { spellKey } from "../design/format.tsx";
import { AbsentEntity, isAbsent } from "../entities/absent-entity.tsx";
import { CreateDialog } from "../entities/create-dialog.tsx";
import { EntityActions } from "../entities/entity-actions.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { StateMenu } from "../entities/state-menu.tsx";
import { Columns, PageHeader, PageTabs, tabLook } from "../page/page.tsx";
import { useGo } from "../route/use-go.ts";
import { usePageTitle } from "../route/use-page-title.ts";
import { useProject } from "./use-project.ts";

const views = [
	["/projects/$ref/overview", "Overview"],
	["/projects/$ref/board", "Board"],
	["/projects/$ref/table", "Table"],
	["/projects/$ref/timeline", "Timeline"],
	["/projects/$ref/graph", "Graph"],
] as const;

/** A project, with the views of its entities. */
export function ProjectPage() {
	const go = useGo();
	const { ref } = useParams({ from: "/projects/$ref" });
	const project = useProject();
	// Thrown away meanwhile, it is kept by the cache; the page must not go on showing it.
	const shown = isAbsent(project.error) ? undefined : project.data;
	const chat = useChatBeside(shown);
	usePageTitle(shown?.title);
	return (
		<Columns side={chat.side}>
			<PageHeader>
				<PageTabs label="Views of the project">
					{views.map(([to, label]) => (
						<Link key={to} from="/projects/$ref" to={to} search={{}} className={tabLook}>
							{label}
						</Link>
					))}
				</PageTabs>
				{shown !== undefined && (
					<>
						<CreateMenu projectId={shown.id} />
						<span className="flex items-center gap-1 max-lg:hidden">
							<EntityActions entity={shown} onRemoved={() => go.ask()} chat={chat.control} />
						</span>
					</>
				)}
			</PageHeader>
			{project.isPending && <div className="skeleton m-6 h-40" />}
			{project.isError && (
				<div className="p-6">
					<AbsentEntity reference={ref} error={project.error} onRetry={() => void project.refetch()} />
				</div>
			)}
			{shown !== undefined && (
				<div className="flex min-h-0 flex-1 flex-col">
					<ProjectHead project={shown}>
						<span className="flex items-center gap-1 lg:hidden">
							<EntityActions entity={shown} onRemoved={() => go.ask()} />
						</span>
					</ProjectHead>
					<Outlet />
				</div>
			)}
		</Columns>
	);
}

function CreateMenu({ projectId }: { readonly projectId: string }) {
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

const facets = ["facet_context", "facet_scale", "facet_stage"];

interface ProjectHeadProps {
	readonly project: Entity;
	/** The project's actions, where the line above has no room for them. */
	readonly children?: ReactNode;
}

/** One line that names the project and its state. */
function ProjectHead({ project, children }: ProjectHeadProps) {
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
