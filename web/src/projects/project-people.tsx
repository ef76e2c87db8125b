import { useQueryClient } from "@tanstack/react-query";
import type { Written } from "../../../src/client/connection.ts";
import type { ProjectRights, ProjectRole } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { RemoveButton } from "../design/buttons.tsx";
import { quietFieldLook } from "../design/controls.ts";
import { Select } from "../design/fields.tsx";
import { say } from "../design/notice.tsx";

const roles: readonly ProjectRole[] = ["viewer", "editor", "admin"];

/** Lists the members of a project and their rights in it. */
export function ProjectPeople({ projectId }: { readonly projectId: string }) {
	const queries = useQueryClient();
	const rights = useRead(["rights", projectId], (options) => skein.projects.rights(projectId, options));
	const members = useRead(["members"], skein.members.list);
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
			<Select
				aria-label="Who may read the project"
				value={rights.data.visibility}
				onChange={(value) => void apply(skein.projects.setVisibility(projectId, value))}
				className={`${quietFieldLook} -mx-1.5`}
				options={[
					["workspace", "Open to the workspace"],
					["private", "Open to these people alone"],
				]}
			/>
			<ul>
				{rights.data.members.map((member) => (
					<li key={member.id} className="group flex h-8 items-center gap-2">
						<span className="min-w-0 flex-1 truncate">{member.display_name}</span>
						<Select
							aria-label={`Role of ${member.display_name}`}
							value={member.role}
							onChange={(value) => void apply(skein.projects.setMember(projectId, member.id, value))}
							className="h-7 rounded-md border border-transparent bg-transparent px-1 text-12 text-ink-faint hover:border-line"
							options={roles}
						/>
						<RemoveButton
							label={`Take ${member.display_name} out of the project`}
							className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
							onClick={() => void apply(skein.projects.setMember(projectId, member.id, null))}
						/>
					</li>
				))}
			</ul>
			{others.length > 0 && (
				<Select
					aria-label="Add somebody"
					value=""
					onChange={(value) => void apply(skein.projects.setMember(projectId, value, "editor"))}
					className={`${quietFieldLook} -mx-1.5 text-ink-faint`}
					none="Add somebody…"
					options={others.map(({ id, display_name: name }) => [id, name])}
				/>
			)}
		</section>
	);
}
