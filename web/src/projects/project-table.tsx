import { EmptyState, LoadState } from "../design/notice.tsx";
import { EntityTable } from "../entities/entity-table.tsx";
import { useProjectRows } from "../entities/use-entities.ts";
import { KindSelect, useShownKind } from "./shown-kind.tsx";
import { useProject } from "./use-project.ts";

/** The entities of one kind in a project, as a table. */
export function ProjectTable() {
	const project = useProject().data;
	const shown = useShownKind(project?.id);
	const rows = useProjectRows({
		projectId: shown.kind === undefined ? undefined : project?.id,
		...(shown.kind !== undefined && { kind: shown.kind.kind }),
	});
	if (rows.isError) return <LoadState query={rows} what="The table" className="px-6" />;
	if (shown.kind === undefined) {
		return (
			<div className="px-6">
				<EmptyState>Nothing is in this project yet. Make the first thing with New.</EmptyState>
			</div>
		);
	}
	return (
		<EntityTable
			key={shown.kind.kind}
			kind={shown.kind}
			rows={rows.data ?? []}
			pending={rows.isFetching}
			choice={<KindSelect shown={shown} />}
		/>
	);
}
