import { useQuery } from "@tanstack/react-query";
import type { Entity, KindField } from "../api/api.ts";
import { runQuery } from "../api/workspace-calls.ts";
import { EntityLink } from "./entity-link.tsx";

const shown = 5;

/** What the query of a field finds for this entity now. */
export function ComputedField({ entity, field }: { readonly entity: Entity; readonly field: KindField }) {
	const wql = field.query ?? "";
	const { data, error } = useQuery({
		queryKey: ["query", wql, entity.id],
		queryFn: () => runQuery({ wql, this: entity.id, limit: shown }),
	});
	if (error !== null) return <p className="px-1.5 text-12 text-bad-ink">{error.message}</p>;
	if (data === undefined) return <div className="skeleton h-5" />;
	if (data.total === 0) return <p className="px-1.5 text-13 text-ink-faint">Finds nothing now</p>;
	return (
		<ul className="flex flex-col gap-0.5 px-1.5 text-13">
			{data.rows.map((row) => (
				<li key={row.id} className="min-w-0">
					<EntityLink entity={row} />
				</li>
			))}
			{data.total > data.rows.length && (
				<li className="text-12 text-ink-faint">and {data.total - data.rows.length} more</li>
			)}
		</ul>
	);
}
