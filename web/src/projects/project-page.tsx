import { Link, Outlet } from "@tanstack/react-router";
import { useChatBeside } from "../chat/use-chat-beside.tsx";
import { AbsentEntity } from "../entities/absent-entity.tsx";
import { EntityActions } from "../entities/entity-actions.tsx";
import { Columns } from "../page/columns.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { PageTabs, tabLook } from "../page/page-tabs.tsx";
import { useGo } from "../route/use-go.ts";
import { usePageTitle } from "../route/use-page-title.ts";
import { CreateMenu } from "./create-menu.tsx";
import { ProjectHead } from "./project-head.tsx";
import { useProject } from "./use-project.ts";

const views = [
	["/projects/$ref/overview", "Overview"],
	["/projects/$ref/board", "Board"],
	["/projects/$ref/table", "Table"],
	["/projects/$ref/timeline", "Timeline"],
	["/projects/$ref/graph", "Graph"],
] as const;

/** A project, and the views of what is in it. */
export function ProjectPage() {
	const go = useGo();
	const project = useProject();
	const chat = useChatBeside(project.data);
	usePageTitle(project.data?.title);
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
				{project.data !== undefined && (
					<>
						<CreateMenu projectId={project.data.id} />
						<span className="flex items-center gap-1 max-lg:hidden">
							<EntityActions entity={project.data} onRemoved={() => go.ask()} chat={chat.control} />
						</span>
					</>
				)}
			</PageHeader>
			{project.isPending && <div className="skeleton m-6 h-40" />}
			{project.isError && (
				<div className="p-6">
					<AbsentEntity error={project.error} onRetry={() => void project.refetch()} />
				</div>
			)}
			{project.data !== undefined && (
				<div className="flex min-h-0 flex-1 flex-col">
					<ProjectHead project={project.data}>
						<span className="flex items-center gap-1 lg:hidden">
							<EntityActions entity={project.data} onRemoved={() => go.ask()} />
						</span>
					</ProjectHead>
					<Outlet />
				</div>
			)}
		</Columns>
	);
}
