import type { Reader, Session } from "./graph.ts";
import type { Entity } from "./model/entity.ts";
import { EntityNotFoundError, SkeinError } from "./model/errors.ts";
import type { GraphView } from "./search/view/graph-view.ts";
import type { Rows } from "./store/rows.ts";

/** Returns rows that hold only entities of the graph, in each of their methods. */
function narrowRows(rows: Rows, graph: GraphView): Rows {
	const isKept = (id: string): boolean => graph.node(id) !== undefined;
	const keep = <Value>(found: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
		new Map([...found].filter(([id]) => isKept(id)));
	const get = async (name: string): Promise<Entity> => {
		const row = await rows.get(name);
		if (!isKept(row.id)) throw new EntityNotFoundError();
		return row;
	};
	const narrowed: Pick<Rows, keyof Rows> = {
		access: rows.access,
		get,
		getMany: async (ids) => keep(await rows.getMany(ids)),
		addTexts: async (nodes) => keep(await rows.addTexts(nodes)),
		blocks: async (name) => rows.blocks((await get(name)).id),
		entityOfBlock: async (blockId) => {
			const id = await rows.entityOfBlock(blockId);
			return id !== undefined && isKept(id) ? id : undefined;
		},
		pages: async (nodes, limits) => keep(await rows.pages(nodes, limits)),
		// Counted and paged by the database, which knows nothing of authors.
		list: async () => {
			throw new SkeinError("not_own", "A page of rows cannot be narrowed to one author.");
		},
	};
	return narrowed as Rows;
}

/**
 * Returns a reader that sees only entities, relations, kinds and names that its person wrote or confirmed. A text that
 * can be made with it holds no foreign byte. It must be made after the text that it is compared with: a row that was
 * foreign then is foreign for good, even if it was written again since.
 */
export async function narrowToOwn({ reader, authorship }: Session): Promise<Reader> {
	const foreign = await authorship.listAllForeign();
	const kinds = reader.graph.kinds.keepOnly((kind) => !foreign.kinds.includes(kind));
	const graph = reader.graph.without(foreign.entityIds, kinds);
	return {
		...reader,
		graph,
		rows: narrowRows(reader.rows, graph),
		profile: async () => {
			const profile = await reader.profile();
			return profile.is_own_name ? profile : { ...profile, display_name: "" };
		},
		// It follows from the question alone, and asking an embedding model twice costs time and money.
		embedQuery: async (query) =>
			(await reader.cache.get("question vector", [query], () => reader.embedQuery(query))).value,
		cache: { get: async (_surface, _params, make) => ({ value: await make(), hit: false }) },
	};
}
