import type { QueryClient } from "@tanstack/react-query";
import type { Entity, EntityList } from "../../../src/client/entity-calls.ts";

/** Replaces an entity in every cached answer. */
export function replaceEntity(queries: QueryClient, id: string, replace: (entity: Entity) => Entity): void {
	const swap = (entity: Entity): Entity => (entity.id === id ? replace(entity) : entity);
	queries.setQueriesData<Entity>({ queryKey: ["entity"] }, (shown) => shown && swap(shown));
	queries.setQueriesData<EntityList>(
		{ queryKey: ["entities"] },
		(list) => list && { ...list, entities: list.entities.map(swap) },
	);
	queries.setQueriesData<readonly Entity[]>({ queryKey: ["rows"] }, (rows) => rows?.map(swap));
}

const readings = [
	...["entity", "entities", "rows", "linked", "changes", "graph", "blocks", "query", "suggest"],
	...["mentions", "suggestions", "trash"],
];

/**
 * Marks cached answers as outdated after a write. In a long table only the changed row is replaced: reading ten
 * thousand rows again for each edit would make editing wait.
 */
export async function forgetReadings(
	queries: QueryClient,
	{ keep }: { readonly keep?: string } = {},
): Promise<void> {
	const names = new Set(readings.filter((name) => name !== keep));
	await queries.invalidateQueries({ predicate: ({ queryKey }) => names.has(String(queryKey[0])) });
}
