import type { QueryRow, QueryRows } from "../../src/graph/query/query-rows.ts";
import { ANY } from "../../src/graph/query/query-rows.ts";

interface PlainEdge {
	readonly src_id: string;
	readonly rel: string;
	readonly dst_id: string;
}

/** Makes plain rows and edges, already limited to what the reader may see, fit for queries. */
export function indexRows(rows: Iterable<QueryRow>, edges: readonly PlainEdge[] = []): QueryRows {
	const byId = new Map<string, QueryRow>();
	const byKind = new Map<string, QueryRow[]>();
	for (const row of rows) {
		byId.set(row.id, row);
		const ofKind = byKind.get(row.kind);
		if (ofKind) ofKind.push(row);
		else byKind.set(row.kind, [row]);
	}
	const joined = (id: string) =>
		edges.flatMap(({ src_id, rel, dst_id }) => {
			if (src_id !== id && dst_id !== id) return [];
			const row = byId.get(src_id === id ? dst_id : src_id);
			const seenFrom = src_id === id ? ("outgoing" as const) : ("incoming" as const);
			return row ? [{ rel, seenFrom, row }] : [];
		});
	return {
		ofKind: (kind) => (kind === ANY ? byId.values() : (byKind.get(kind) ?? [])),
		row: (id) => byId.get(id),
		joined,
		hasRelation: (rel) => edges.some((edge) => edge.rel === rel),
	};
}
