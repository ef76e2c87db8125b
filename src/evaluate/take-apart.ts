import type { Session } from "../graph/graph.ts";
import type { Edge } from "../graph/model/entity.ts";
import type { Operation } from "../graph/model/operation.ts";

const VIA = "eval";
const LINK = /!?\[\[([^[\]|#]*)(?:[#|][^[\]]*)?\]\]/g;

const fold = (text: string): string => text.toLowerCase().trim();
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Removes from a text its links to a title, and the title in its words. */
function withoutMention(text: string, title: string): string {
	const unlinked = text.replace(LINK, (link, target: string) => (fold(target) === fold(title) ? "" : link));
	return unlinked.replace(
		new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(title)}(?![\\p{L}\\p{N}])`, "giu"),
		"",
	);
}

/**
 * Takes every connection between pairs out of the workspace: stated edges, and what the first one's text says of the
 * second. Returns what brings all of it back.
 */
export async function takeApart(
	open: () => Promise<Session>,
	pairs: readonly (readonly [string, string])[],
): Promise<() => Promise<void>> {
	if (pairs.length === 0) return async () => undefined;
	const { reader, writer } = await open();
	const removed: Edge[] = [];
	const changed = new Map<string, { readonly before: string; after: string; readonly version: number }>();
	for (const [first, second] of pairs) {
		for (const { edge, other } of reader.graph.linksOf(first)) {
			if (other.id === second && edge.origin === "stated") removed.push(edge);
		}
		const source = (await reader.rows.getMany([first])).get(first);
		const target = reader.graph.node(second);
		if (source === undefined || target === undefined) continue;
		const known = changed.get(first) ?? { before: source.body, after: source.body, version: source.version };
		changed.set(first, { ...known, after: withoutMention(known.after, target.title) });
	}
	const rewrites = [...changed].filter(([, { before, after }]) => before !== after);
	const operations: Operation[] = [...new Set(removed.map(({ id }) => id))].map(
		(id): Operation => ({ op: "unlink", id }),
	);
	for (const [id, { after, version }] of rewrites) {
		operations.push({ op: "update", id, version, patch: { body: after } });
	}
	if (operations.length > 0) await writer.commit(operations, VIA);
	return async () => {
		const session = await open();
		const current = await session.reader.rows.getMany(rewrites.map(([id]) => id));
		const back: Operation[] = rewrites.map(([id, { before }]) => ({
			op: "update",
			id,
			version: current.get(id)?.version ?? 0,
			patch: { body: before },
		}));
		for (const { src_id, rel, dst_id, text } of new Map(removed.map((edge) => [edge.id, edge])).values()) {
			back.push({ op: "link", edge: { src_id, rel, dst_id, text } });
		}
		if (back.length > 0) await session.writer.commit(back, VIA);
	};
}
