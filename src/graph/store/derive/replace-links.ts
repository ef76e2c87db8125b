import { type Entity, foldTitle } from "../../model/entity.ts";
import { scanWikilinks } from "../../model/scan-wikilinks.ts";
import { deleteRows, insertRows } from "../tables/row-change.ts";
import { chooseTarget, findCandidates } from "./find-candidates.ts";
import type { Derivation, WantedEdge } from "./keep-derived-edges.ts";

const LINK_RELATION = "mentions";
/** A text of nothing but links would otherwise hold up every other writer of its workspace. */
const MOST_LINKS = 10_000;

const LINK_COLUMNS = {
	src_id: "uuid",
	ordinal: "integer",
	start_offset: "integer",
	end_offset: "integer",
	text: "text",
	target_key: "text",
	target_id: "uuid",
	ambiguous: "boolean",
} as const;

const memoryKey = (sourceId: string, key: string): string => `${sourceId} ${key}`;

/** A person who edits a text without a right to some target must not cut the links that others made to it. */
async function recallTargets(
	{ tx, access }: Derivation,
	sourceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	const rows = await tx.query<{ src_id: string; target_key: string; target_id: string }>(
		`SELECT l.src_id, l.target_key, l.target_id FROM link l
			JOIN entity t ON t.workspace_id = l.workspace_id AND t.id = l.target_id
			WHERE l.workspace_id = $1 AND l.src_id = ANY($2::uuid[]) AND t.deleted_at IS NULL`,
		[access.workspaceId, sourceIds],
	);
	return new Map(rows.map((row) => [memoryKey(row.src_id, row.target_key), row.target_id]));
}

export const toEdge = (source: string, target: string): WantedEdge => ({
	src_id: source,
	rel: LINK_RELATION,
	dst_id: target,
	mayDraw: true,
});

/** Resolves the links of these texts among the entities the writer may read. Returns their edges. */
export async function replaceLinks(
	derivation: Derivation,
	texts: readonly Entity[],
): Promise<readonly WantedEdge[]> {
	const { tx, access, kinds } = derivation;
	const rewritten = texts.filter((entity) => entity.version > 1).map((entity) => entity.id);
	const remembered = rewritten.length > 0 ? await recallTargets(derivation, rewritten) : new Map();
	await deleteRows(tx, access.workspaceId, ["link", "src_id"], rewritten);
	const found = texts.flatMap((source) =>
		scanWikilinks(source.body)
			.slice(0, MOST_LINKS)
			.map((link, ordinal) => ({ source, link, ordinal, key: foldTitle(link.target) })),
	);
	if (found.length === 0) return [];
	const candidates = await findCandidates(derivation, [...new Set(found.map((entry) => entry.key))]);
	const resolve = (source: Entity, key: string): ReturnType<typeof chooseTarget> => {
		const known = remembered.get(memoryKey(source.id, key));
		if (known !== undefined) return { target_id: known, ambiguous: false };
		const joinable = (candidates.get(key) ?? []).filter((candidate) => kinds.mayJoin(source, candidate));
		return chooseTarget(source, joinable);
	};
	const rows = found.map(({ source, link, ordinal, key }) => ({
		src_id: source.id,
		ordinal,
		start_offset: link.start,
		end_offset: link.end,
		text: link.text,
		target_key: key,
		...resolve(source, key),
	}));
	const shared = { workspace_id: access.workspaceId };
	await insertRows(tx, { table: "link", shared, columns: LINK_COLUMNS, rows });
	return rows.flatMap(({ src_id, target_id }) => (target_id === null ? [] : [toEdge(src_id, target_id)]));
}

/** Lists the edges of these texts' links, as they are stored. */
export async function listResolvedLinks(
	{ tx, access }: Derivation,
	sourceIds: readonly string[],
): Promise<readonly WantedEdge[]> {
	if (sourceIds.length === 0) return [];
	const rows = await tx.query<{ src_id: string; dst_id: string }>(
		`SELECT DISTINCT src_id, target_id AS dst_id FROM link
			WHERE workspace_id = $1 AND src_id = ANY($2::uuid[]) AND target_id IS NOT NULL`,
		[access.workspaceId, sourceIds],
	);
	return rows.map((row) => toEdge(row.src_id, row.dst_id));
}
