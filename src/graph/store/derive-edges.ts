import type { AccessSet } from "../model/access.ts";
import type { Edge, Entity } from "../model/entity.ts";
import { foldTitle } from "../model/entity.ts";
import type { Field } from "../model/field.ts";
import { isId, newId } from "../model/ids.ts";
import type { Json } from "../model/json.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import { scanWikilinks } from "../model/scan-wikilinks.ts";
import { READABLE, readableParams } from "./access.ts";
import type { Queryable } from "./db.ts";
import { edgeColumns, edgeRecordset } from "./entity-columns.ts";
import type { RowChange } from "./row-change.ts";

interface LinkRow {
	readonly src_id: string;
	readonly ordinal: number;
	readonly start_offset: number;
	readonly end_offset: number;
	readonly text: string;
	readonly target_key: string;
	readonly target_id: string | null;
	readonly ambiguous: boolean;
}

interface Candidate {
	readonly id: string;
	readonly project_id: string | null;
	readonly key: string;
	readonly by_title: boolean;
}

const LINK_RELATION = "mentions";

/** A name that fits several readable entities is nobody's until the writer says which. */
function chooseTarget(
	source: Entity,
	candidates: readonly Candidate[],
): { id: string | null; ambiguous: boolean } {
	const others = candidates.filter((candidate) => candidate.id !== source.id);
	const titled = others.filter((candidate) => candidate.by_title);
	const named = titled.length > 0 ? titled : others;
	const near = named.filter((candidate) => candidate.project_id === source.project_id);
	const best = near.length > 0 ? near : named;
	const distinct = new Set(best.map((candidate) => candidate.id));
	if (distinct.size === 1) return { id: best[0]?.id ?? null, ambiguous: false };
	return { id: null, ambiguous: distinct.size > 1 };
}

async function findCandidates(
	tx: Queryable,
	access: AccessSet,
	keys: readonly string[],
): Promise<Map<string, Candidate[]>> {
	const rows = await tx.query<Candidate>(
		`SELECT e.id, e.project_id, e.title_key AS key, true AS by_title
				FROM entity e WHERE ${READABLE} AND e.title_key = ANY($7::text[])
			UNION ALL
			SELECT e.id, e.project_id, a.title_key AS key, false AS by_title
				FROM alias a JOIN entity e ON e.workspace_id = a.workspace_id AND e.id = a.entity_id
				WHERE a.workspace_id = $1 AND a.title_key = ANY($7::text[]) AND ${READABLE}
			ORDER BY id`,
		[...readableParams(access), keys],
	);
	const byKey = new Map<string, Candidate[]>();
	for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
	return byKey;
}

async function resolveLinks(
	tx: Queryable,
	access: AccessSet,
	sources: readonly Entity[],
): Promise<LinkRow[]> {
	const found = sources.flatMap((source) =>
		scanWikilinks(source.body).map((link, ordinal) => ({
			source,
			link,
			ordinal,
			key: foldTitle(link.target),
		})),
	);
	if (found.length === 0) return [];
	const candidates = await findCandidates(tx, access, [...new Set(found.map((entry) => entry.key))]);
	return found.map(({ source, link, ordinal, key }) => {
		const target = chooseTarget(source, candidates.get(key) ?? []);
		return {
			src_id: source.id,
			ordinal,
			start_offset: link.start,
			end_offset: link.end,
			text: link.text,
			target_key: key,
			target_id: target.id,
			ambiguous: target.ambiguous,
		};
	});
}

/** Lists come as arrays or as one text with commas. */
export function referencedIds(value: Json | undefined): readonly string[] {
	const parts = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
	return parts.flatMap((part) => (typeof part === "string" && isId(part.trim()) ? [part.trim()] : []));
}

const isReference = (field: Field): boolean =>
	field.type === "entity_ref" || field.type === "entity_ref_list" || field.type === "note_ref";

function fieldEdges(entity: Entity, kinds: KindRegistry): { rel: string; dst_id: string }[] {
	const fields = kinds.find(entity.kind)?.fields.filter(isReference) ?? [];
	return fields.flatMap((field) =>
		referencedIds(entity.props[field.name])
			.filter((id) => id !== entity.id)
			.map((id) => ({ rel: field.rel ?? field.name, dst_id: id })),
	);
}

/** Keeps only references to rows that exist in this workspace; a dangling id in a field is no edge. */
async function existingIds(tx: Queryable, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const rows = await tx.query<{ id: string }>(
		"SELECT id FROM entity WHERE workspace_id = $1 AND id = ANY($2::uuid[])",
		[workspaceId, ids],
	);
	return new Set(rows.map((row) => row.id));
}

/** Unresolved links that name one of the new titles, from texts that have exactly the same readers as the new page. */
async function healLinks(
	tx: Queryable,
	workspaceId: string,
	named: readonly Entity[],
): Promise<{ src_id: string; dst_id: string }[]> {
	if (named.length === 0) return [];
	const keys = named.flatMap((entity) =>
		[entity.title, ...entity.aliases].map((name) => ({ key: foldTitle(name), id: entity.id })),
	);
	return tx.query(
		`UPDATE link SET target_id = n.id
			FROM jsonb_to_recordset($2::jsonb) AS k(key text, id uuid)
			JOIN entity n ON n.workspace_id = $1 AND n.id = k.id
			JOIN entity s ON s.workspace_id = $1
			WHERE link.workspace_id = $1 AND link.target_id IS NULL AND NOT link.ambiguous
				AND link.target_key = k.key AND link.src_id = s.id AND s.id <> n.id
				AND s.project_id IS NOT DISTINCT FROM n.project_id
				AND s.visibility = n.visibility AND s.visibility <> 'restricted'
				AND (s.visibility = 'inherit' OR s.owner_id = n.owner_id)
			RETURNING link.src_id, link.target_id AS dst_id`,
		[workspaceId, JSON.stringify(keys)],
	);
}

async function replaceAliases(
	tx: Queryable,
	workspaceId: string,
	entities: readonly Entity[],
): Promise<void> {
	const aliased = entities.filter((entity) => entity.aliases.length > 0);
	const ids = entities.map((entity) => entity.id);
	await tx.query("DELETE FROM alias WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[])", [
		workspaceId,
		ids,
	]);
	if (aliased.length === 0) return;
	const rows = aliased.flatMap((entity) =>
		[...new Set(entity.aliases.map(foldTitle))].map((key) => ({ title_key: key, entity_id: entity.id })),
	);
	await tx.query(
		`INSERT INTO alias (workspace_id, title_key, entity_id)
			SELECT $1, r.title_key, r.entity_id FROM jsonb_to_recordset($2::jsonb) AS r(title_key text, entity_id uuid)`,
		[workspaceId, JSON.stringify(rows)],
	);
}

async function insertDerived(tx: Queryable, workspaceId: string, edges: readonly Edge[]): Promise<void> {
	if (edges.length === 0) return;
	await tx.query(
		`INSERT INTO edge (workspace_id, ${edgeColumns()})
			SELECT $1, ${edgeColumns("r.")} FROM jsonb_to_recordset($2::jsonb) AS r(${edgeRecordset})
			ON CONFLICT (workspace_id, src_id, rel, dst_id, origin) DO NOTHING`,
		[workspaceId, JSON.stringify(edges)],
	);
}

/**
 * Brings aliases, links and derived edges in step with the rows just written, in the same transaction. Returns the
 * ids of entities whose derived edges may have moved, for whoever follows the log.
 */
export async function deriveEdges(input: {
	readonly tx: Queryable;
	readonly access: AccessSet;
	readonly kinds: KindRegistry;
	readonly changes: readonly RowChange[];
	readonly now: string;
}): Promise<readonly string[]> {
	const { tx, access, kinds, changes, now } = input;
	const workspaceId = access.workspaceId;
	const texts: Entity[] = [];
	const named: Entity[] = [];
	const renamed: Entity[] = [];
	for (const change of changes) {
		if (change.table !== "entity") continue;
		const { before, after } = change;
		const textMoved = before === null || before.body !== after.body || before.props !== after.props;
		const nameMoved = before === null || before.title !== after.title || before.aliases !== after.aliases;
		if (textMoved) texts.push(after);
		if (nameMoved) named.push(after);
		if (nameMoved && (before !== null || after.aliases.length > 0)) renamed.push(after);
	}
	if (renamed.length > 0) await replaceAliases(tx, workspaceId, renamed);

	const derivedEdge = (source: string, rel: string, target: string, origin: Edge["origin"]): Edge => ({
		id: newId(),
		src_id: source,
		rel,
		dst_id: target,
		origin,
		text: "",
		created_by: access.accountId,
		created_at: now,
	});
	const updatedTexts = changes.flatMap((change) =>
		change.table === "entity" && change.before ? [change.after.id] : [],
	);
	if (updatedTexts.length > 0) {
		await tx.query("DELETE FROM link WHERE workspace_id = $1 AND src_id = ANY($2::uuid[])", [
			workspaceId,
			texts.map((entity) => entity.id),
		]);
		await tx.query(
			"DELETE FROM edge WHERE workspace_id = $1 AND src_id = ANY($2::uuid[]) AND origin <> 'stated'",
			[workspaceId, texts.map((entity) => entity.id)],
		);
	}
	const links = await resolveLinks(tx, access, texts);
	if (links.length > 0) {
		await tx.query(
			`INSERT INTO link (workspace_id, src_id, ordinal, start_offset, end_offset, text, target_key, target_id, ambiguous)
				SELECT $1, r.* FROM jsonb_to_recordset($2::jsonb) AS r(src_id uuid, ordinal integer, start_offset integer,
					end_offset integer, text text, target_key text, target_id uuid, ambiguous boolean)`,
			[workspaceId, JSON.stringify(links)],
		);
	}
	const references = texts.flatMap((entity) =>
		fieldEdges(entity, kinds).map((edge) => ({ source: entity.id, ...edge })),
	);
	const existing = await existingIds(
		tx,
		workspaceId,
		references.map((edge) => edge.dst_id),
	);
	const healed = await healLinks(tx, workspaceId, named);
	await insertDerived(tx, workspaceId, [
		...links.flatMap((link) =>
			link.target_id ? [derivedEdge(link.src_id, LINK_RELATION, link.target_id, "link")] : [],
		),
		...references
			.filter((edge) => existing.has(edge.dst_id))
			.map((edge) => derivedEdge(edge.source, edge.rel, edge.dst_id, "field")),
		...healed.map((link) => derivedEdge(link.src_id, LINK_RELATION, link.dst_id, "link")),
	]);
	return [...new Set([...texts.map((entity) => entity.id), ...healed.map((link) => link.src_id)])];
}
