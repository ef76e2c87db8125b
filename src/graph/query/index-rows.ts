import type { QueryRow, QueryRows } from "./query-rows.ts";

/** Makes plain rows, already limited to what the reader may see, fit for queries. */
export function indexRows(rows: Iterable<QueryRow>): QueryRows {
	const byId = new Map<string, QueryRow>();
	const byKind = new Map<string, QueryRow[]>();
	for (const row of rows) {
		byId.set(row.id, row);
		const ofKind = byKind.get(row.kind);
		if (ofKind) ofKind.push(row);
		else byKind.set(row.kind, [row]);
	}
	return { ofKind: (kind) => byKind.get(kind) ?? [], row: (id) => byId.get(id) };
}
