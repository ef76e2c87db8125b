import type { Entity } from "../api/api.ts";
import { DueMark } from "./due-mark.tsx";
import { EntityLink } from "./entity-link.tsx";
import { StateMark } from "./state-mark.tsx";

/** Entities one below the other, with their states. */
export function EntityList({ entities }: { readonly entities: readonly Entity[] }) {
	return (
		<ul>
			{entities.map((entity) => (
				<li key={entity.id} className="flex h-8 min-w-0 items-center gap-3 text-13 max-md:h-10">
					<span className="flex min-w-0 flex-1">
						<EntityLink entity={entity} />
					</span>
					<DueMark entity={entity} />
					{entity.state_key !== null && (
						<span className="flex max-sm:hidden">
							<StateMark kind={entity.kind} state={entity.state_key} />
						</span>
					)}
				</li>
			))}
		</ul>
	);
}
