import { LRUCache } from "lru-cache";
import type { Edge, Entity, HeldFiles } from "../../model/entity.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { orderEdge, orderEntity, type RowChange } from "../tables/row-change.ts";

const MOST_CHARACTERS = 8_000_000;
/** The size of a row without its texts, in characters. */
const ROW_SIZE = 500;
/** A larger change is an import: reading it again is cheap, and keeping it would push out the rest. */
const MOST_ROWS = 50;

/** Rows as they are now, with what they replace. */
export interface FeedRows {
	readonly entities: readonly Entity[];
	readonly edges: readonly Edge[];
	/** Edges that are gone, and entities whose derived edges are replaced by those in `edges`. */
	readonly removedEdges: readonly string[];
	readonly relinked: readonly string[];
}

export interface OwnWrite {
	readonly workspaceId: string;
	readonly revision: number;
	readonly changes: readonly RowChange[];
	readonly relinked: readonly string[];
}

/**
 * The recent writes of this process, by the revision they made, so that the graph in memory need not read back rows
 * that were in memory a moment ago. A revision is one change and no other: a change found here has the same rows as the
 * log. It does not say which revision is the newest, since others write too.
 */
export class OwnWrites {
	readonly #rows = new LRUCache<string, FeedRows>({ maxSize: MOST_CHARACTERS });

	/** Called when the transaction has been committed, and not before. */
	note({ workspaceId, revision, changes, relinked }: OwnWrite): void {
		// Derived edges are not among the changes, and a new definition of a kind changes how other rows are read.
		const isPlain = relinked.length === 0 && changes.every(({ table }) => table !== "own_kind");
		if (!isPlain || changes.length > MOST_ROWS) return;
		const entities = new Map<string, Entity>();
		const edges = new Map<string, Edge>();
		const removed = new Set<string>();
		for (const change of changes) {
			if (change.table === "entity") entities.set(change.after.id, change.after);
			else if (change.table === "edge" && change.after) edges.set(change.after.id, change.after);
			else if (change.table === "edge" && change.before) removed.add(change.before.id);
		}
		const size = [...entities.values()].reduce(
			(sum, entity) => sum + sizeOf(entity),
			ROW_SIZE * (1 + changes.length),
		);
		this.#rows.set(
			keyOf(workspaceId, revision),
			{
				entities: [...entities.values()].map((entity) =>
					orderEntity({
						...entity,
						props: orderKeys(entity.props) as JsonObject,
						held_files: orderKeys(entity.held_files) as HeldFiles,
					}),
				),
				edges: [...edges.values()].map(orderEdge),
				removedEdges: [...removed].filter((id) => !edges.has(id)),
				relinked: [],
			},
			{ size },
		);
	}

	find(workspaceId: string, revision: number): FeedRows | undefined {
		return this.#rows.get(keyOf(workspaceId, revision));
	}
}

const keyOf = (workspaceId: string, revision: number): string => `${workspaceId}${revision}`;

const sizeOf = ({ title, body, description, props }: Entity): number =>
	title.length + body.length + description.length + JSON.stringify(props).length;

/** As jsonb orders keys: a graph that follows must hold the same as one built from the database. */
function orderKeys(value: Json | undefined): Json | undefined {
	if (Array.isArray(value)) return value.map((entry) => orderKeys(entry) ?? null);
	if (value === null || typeof value !== "object") return value;
	const entries = Object.entries(value as JsonObject).filter(([, entry]) => entry !== undefined);
	return Object.fromEntries(
		entries
			.map(([key, entry]) => ({ key: Buffer.from(key), name: key, entry: orderKeys(entry) }))
			.sort((a, b) => a.key.length - b.key.length || Buffer.compare(a.key, b.key))
			.map(({ name, entry }) => [name, entry]),
	);
}
