import { EmptyState, LoadState } from "../design/notice.tsx";
import { EntityTable } from "../entities/entity-table.tsx";
import { KindSelect, useShownKind } from "./shown-kind.tsx";

/** The entities of one kind in a project, as a table. */
export function ProjectTable() {
	const { kind, choices, rows } = useShownKind();
	if (rows.isError) return <LoadState query={rows} what="The table" className="px-6" />;
	if (kind === undefined) {
		return (
			<div className="px-6">
				<EmptyState>Nothing is in this project yet. Make the first thing with New.</EmptyState>
			</div>
		);
	}
	return (
		<EntityTable
			key={kind.kind}
			kind={kind}
			rows={rows.data ?? []}
			pending={rows.isFetching}
			choice={<KindSelect kind={kind} choices={choices} />}
		/>
	);
}
