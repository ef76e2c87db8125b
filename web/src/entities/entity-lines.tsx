import type { Entity } from "../api/api.ts";
import { RowLink } from "./entity-link.tsx";
import { StateMark } from "./marks.tsx";

type Line = Pick<Entity, "id" | "ref" | "kind" | "title" | "state_key">;

/** Entities, one per line, with title and state. */
export function EntityLines({ entities }: { readonly entities: readonly Line[] }) {
	return (
		<ul>
			{entities.map((entity) => (
				<li key={entity.id} className="flex h-8 min-w-0 items-center gap-2 border-b border-line text-13">
					<RowLink entity={entity} />
					{entity.state_key !== null && <StateMark kind={entity.kind} state={entity.state_key} />}
				</li>
			))}
		</ul>
	);
}
