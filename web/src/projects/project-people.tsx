import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { Written } from "../api/api.ts";
import {
	getProjectRights,
	listMembers,
	type ProjectRights,
	type ProjectRole,
	setProjectMember,
	setProjectVisibility,
} from "../api/workspace-calls.ts";
import { quietFieldLook } from "../design/controls.ts";
import { IconButton } from "../design/icon-button.tsx";
import { say } from "../design/toasts.tsx";

const roles: readonly ProjectRole[] = ["viewer", "editor", "admin"];

/** Lists the members of a project and their rights in it. */
export function ProjectPeople({ projectId }: { readonly projectId: string }) {
	const queries = useQueryClient();
	const rights = useQuery({
		queryKey: ["rights", projectId],
		queryFn: ({ signal }) => getProjectRights(projectId, { signal }),
	});
	const members = useQuery({ queryKey: ["members"], queryFn: () => listMembers() });
	if (rights.data === undefined) return null;
	const present = new Set(rights.data.members.map(({ id }) => id));
	const others = (members.data ?? []).filter(({ id }) => !present.has(id));

	async function apply(work: Promise<Written<ProjectRights>>) {
		try {
			const { answer } = await work;
			queries.setQueryData(["rights", projectId], answer);
		} catch (error) {
			say({ text: `Not changed. ${error instanceof Error ? error.message : ""}`, tone: "bad" });
		}
	}

	return (
		<section aria-label="People" className="flex flex-col gap-1 text-13">
			<h2 className="text-13 font-semibold">People</h2>
			<select
				aria-label="Who may read the project"
				value={rights.data.visibility}
				onChange={(event) =>
					void apply(setProjectVisibility(projectId, event.target.value as ProjectRights["visibility"]))
				}
				className={`${quietFieldLook} -mx-1.5`}
			>
				<option value="workspace">Open to the workspace</option>
				<option value="private">Open to these people alone</option>
			</select>
			<ul>
				{rights.data.members.map((member) => (
					<li key={member.id} className="group flex h-8 items-center gap-2">
						<span className="min-w-0 flex-1 truncate">{member.display_name}</span>
						<select
							aria-label={`Role of ${member.display_name}`}
							value={member.role}
							onChange={(event) =>
								void apply(setProjectMember(projectId, member.id, event.target.value as ProjectRole))
							}
							className="h-7 rounded-md border border-transparent bg-transparent px-1 text-12 text-ink-faint hover:border-line"
						>
							{roles.map((role) => (
								<option key={role} value={role}>
									{role}
								</option>
							))}
						</select>
						<IconButton
							icon={X}
							label={`Take ${member.display_name} out of the project`}
							size="small"
							className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
							onClick={() => void apply(setProjectMember(projectId, member.id, null))}
						/>
					</li>
				))}
			</ul>
			{others.length > 0 && (
				<select
					aria-label="Add somebody"
					value=""
					onChange={(event) => void apply(setProjectMember(projectId, event.target.value, "editor"))}
					className={`${quietFieldLook} -mx-1.5 text-ink-faint`}
				>
					<option value="">Add somebody…</option>
					{others.map(({ id, display_name: name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			)}
		</section>
	);
}
