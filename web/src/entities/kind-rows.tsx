import type { Entity } from "../api/api.ts";
import { EntityLines } from "./entity-lines.tsx";
import { useEntities } from "./use-entities.ts";
import { useKindList } from "./use-kinds.ts";

/** The rows of a database: the entities of the kind that one of its fields names. */
export function KindRows({ entity }: { readonly entity: Entity }) {
	const kinds = useKindList().data ?? [];
	const named = entity.props.row_kind;
	const kind = kinds.find((candidate) => candidate.kind === named);
	const rows = useEntities({ kind: kind?.kind ?? "", limit: 200 }, { enabled: kind !== undefined });
	if (kind === undefined || rows.data === undefined) return null;
	return (
		<section aria-label={kind.plural} className="flex flex-col gap-1">
			<h2 className="text-13 font-semibold">
				{kind.plural} <span className="font-normal text-ink-faint tabular-nums">{rows.data.total}</span>
			</h2>
			<EntityLines entities={rows.data.entities} />
		</section>
	);
}
