import { isDeepStrictEqual } from "node:util";
import { type Entity, foldTitle } from "../../model/entity.ts";
import { type Field, isReference, referencedIds } from "../../model/field.ts";
import { groupBy } from "../../model/group-by.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { scanMentions } from "../../model/scan-mentions.ts";
import { READABLE, readableParams } from "../rights/access.ts";
import { encodeColumn } from "../tables/encode-column.ts";
import { deleteRows, insertRows, loadEntities, type RowChange } from "../tables/row-change.ts";
import { type Candidate, chooseTarget, findCandidates, type NamedCandidate } from "./find-candidates.ts";
import {
	addDerivedEdges,
	type Derivation,
	type DerivedOrigin,
	keepDerivedEdges,
	type WantedEdge,
} from "./keep-derived-edges.ts";
import { listResolvedLinks, replaceLinks, toEdge } from "./replace-links.ts";

/** Compares values, not objects: the rows of an undo come from the log, and none of them is the same object. */
function findMoved(changes: readonly RowChange[], kinds: KindRegistry) {
	const entities = changes.flatMap((change) => (change.table === "entity" ? [change] : []));
	const where = (moved: (before: Entity | null, after: Entity) => boolean): readonly Entity[] =>
		entities.filter(({ before, after }) => moved(before, after)).map(({ after }) => after);
	const textMoved =
		(mark: string) =>
		(before: Entity | null, after: Entity): boolean =>
			before?.body !== after.body && [before?.body, after.body].some((body) => body?.includes(mark));
	const refers = ({ kind }: Entity): boolean => kinds.find(kind)?.fields.some(isReference) === true;
	return {
		aliased: where((before, after) => !isDeepStrictEqual(before?.aliases ?? [], after.aliases)),
		texts: where(textMoved("[[")),
		/** Texts in which somebody is, or was, mentioned. */
		mentioning: where(textMoved("@")),
		fields: where(
			(before, after) =>
				(refers(after) && !isDeepStrictEqual(before?.props, after.props)) ||
				(before !== null && before.kind !== after.kind),
		),
		/** Can now be found under a name by somebody who could not find it before. */
		appeared: where(
			(before, after) =>
				after.deleted_at === null &&
				(before === null ||
					before.deleted_at !== null ||
					before.title !== after.title ||
					before.visibility !== after.visibility ||
					!isDeepStrictEqual(before.aliases, after.aliases)),
		),
		redefinedKinds: changes.flatMap((change) =>
			change.table === "own_kind" && change.before && change.after ? [change.after.kind] : [],
		),
	};
}

const idsOf = (entities: readonly Entity[]): string[] => entities.map((entity) => entity.id);

/** Those that were there before this write, and may have derived edges. */
const idsOfFormer = (entities: readonly Entity[]): string[] =>
	idsOf(entities.filter((entity) => entity.version > 1));

/** In the transaction of the rows. Returns whose derived edges have moved, for the code that follows the log. */
export async function deriveEdges(
	derivation: Derivation,
	changes: readonly RowChange[],
): Promise<readonly string[]> {
	const moved = findMoved(changes, derivation.kinds);
	await replaceAliases(derivation, moved.aliased);

	const rewritten = await replaceLinks(derivation, moved.texts);
	const healed = await healLinks(derivation, moved.appeared);
	const redirected = new Set(healed.redirected);
	const links = [
		...rewritten.filter((edge) => !redirected.has(edge.src_id)),
		...(await listResolvedLinks(derivation, healed.redirected)),
	];

	const { tx, access } = derivation;
	const ofKinds = await loadEntities(tx, access.workspaceId, "kind", moved.redefinedKinds);
	const ofRedefinedKinds = ofKinds.filter(({ id }) => !moved.fields.some((entity) => entity.id === id));
	const referring = [...moved.fields, ...ofRedefinedKinds];
	const references = await findReferences(derivation, referring);

	const mentions = await findMentions(derivation, moved.mentioning);

	const keep = (origin: DerivedOrigin, formerIds: readonly string[], wanted: readonly WantedEdge[]) =>
		keepDerivedEdges(derivation, { origin, formerIds, wanted });
	const relinked = [
		...(await keep("link", [...new Set([...idsOfFormer(moved.texts), ...redirected])], links)),
		...(await addDerivedEdges(derivation, "link", healed.edges)),
		...(await keep("mention", idsOfFormer(moved.mentioning), mentions)),
		...(await keep("field", [...idsOfFormer(moved.fields), ...idsOf(ofRedefinedKinds)], references)),
	];
	return [...new Set(relinked)];
}

async function replaceAliases({ tx, access }: Derivation, entities: readonly Entity[]): Promise<void> {
	await deleteRows(tx, access.workspaceId, ["alias", "entity_id"], idsOfFormer(entities));
	const rows = entities.flatMap((entity) =>
		[...new Set(entity.aliases.map(foldTitle))].map((key) => ({ title_key: key, entity_id: entity.id })),
	);
	await insertRows(tx, {
		table: "alias",
		shared: { workspace_id: access.workspaceId },
		columns: { title_key: "text", entity_id: "uuid" },
		rows,
	});
}

interface Reference {
	readonly source: Entity;
	readonly field: Field;
	readonly targetId: string;
}

const listReferences = (source: Entity, kinds: KindRegistry): readonly Reference[] =>
	(kinds.find(source.kind)?.fields ?? [])
		.filter(isReference)
		.flatMap((field) =>
			[...new Set(referencedIds(source.props[field.name]))]
				.filter((targetId) => targetId !== source.id)
				.map((targetId) => ({ source, field, targetId })),
		);

/** A new edge needs a target that the writer may read: it must not confirm a guessed id. An existing one stays. */
async function findReferences(
	{ tx, access, kinds }: Derivation,
	entities: readonly Entity[],
): Promise<readonly WantedEdge[]> {
	const references = entities.flatMap((entity) => listReferences(entity, kinds));
	if (references.length === 0) return [];
	const rows = await tx.query<Pick<Entity, "id" | "kind" | "project_id"> & { readonly readable: boolean }>(
		`SELECT e.id, e.kind, e.project_id, ${READABLE} AS readable FROM entity e
			WHERE e.workspace_id = $1 AND e.id = ANY($8::uuid[])`,
		[...readableParams(access), [...new Set(references.map((reference) => reference.targetId))]],
	);
	const targets = new Map(rows.map((row) => [row.id, row]));
	return references.flatMap(({ source, field, targetId }) => {
		const target = targets.get(targetId);
		if (target === undefined || !kinds.fitsField(field, target.kind) || !kinds.mayJoin(source, target))
			return [];
		const rel = field.rel ?? field.name;
		return [{ src_id: source.id, rel, dst_id: targetId, mayDraw: target.readable }];
	});
}

const MENTION_RELATION = "mentions";

/** A person who edits a text must not cut a mention of an entity they may not read. */
async function recallMentioned(
	{ tx, access }: Derivation,
	sourceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedCandidate[]>> {
	const rows = await tx.query<NamedCandidate & { src_id: string }>(
		`SELECT d.src_id, e.id, e.kind, e.project_id, n.key, n.key = e.title_key AS by_title
			FROM edge d JOIN entity e ON e.workspace_id = d.workspace_id AND e.id = d.dst_id
			CROSS JOIN LATERAL (SELECT e.title_key AS key UNION SELECT a.title_key FROM alias a
				WHERE a.workspace_id = e.workspace_id AND a.entity_id = e.id) n
			WHERE d.workspace_id = $1 AND d.src_id = ANY($2::uuid[]) AND d.origin = 'mention' AND e.deleted_at IS NULL`,
		[access.workspaceId, sourceIds],
	);
	return groupBy(rows, (row) => row.src_id);
}

/** Returns the edges of the @mentions in these texts: the longest name that is exactly one entity's. */
async function findMentions(
	derivation: Derivation,
	texts: readonly Entity[],
): Promise<readonly WantedEdge[]> {
	const found = texts.flatMap((source) => scanMentions(source.body).map((mention) => ({ source, mention })));
	if (found.length === 0) return [];
	const keys = new Set(found.flatMap(({ mention }) => mention.names.map(({ name }) => foldTitle(name))));
	const candidates = await findCandidates(derivation, [...keys]);
	const mentioned = await recallMentioned(derivation, idsOf(texts));
	const knownOf = new Map([...mentioned].map(([id, rows]) => [id, groupBy(rows, ({ key }) => key)]));
	const edges = found.flatMap(({ source, mention }) => {
		for (const { name } of mention.names) {
			const key = foldTitle(name);
			const known = knownOf.get(source.id)?.get(key) ?? [];
			const named = [...(candidates.get(key) ?? []), ...known].filter(
				(candidate) => candidate.id !== source.id && derivation.kinds.mayJoin(source, candidate),
			);
			const [only, ...others] = new Set(named.map((candidate) => candidate.id));
			if (only !== undefined && others.length === 0) {
				return [{ src_id: source.id, rel: MENTION_RELATION, dst_id: only, mayDraw: true }];
			}
		}
		return [];
	});
	return [...new Map(edges.map((edge) => [`${edge.src_id} ${edge.dst_id}`, edge])).values()];
}

/** A link without a target, with the columns that decide who may read the text it is in. */
interface OpenLink extends Pick<Entity, "project_id" | "visibility" | "owner_id"> {
	readonly src_id: string;
	readonly ordinal: number;
	readonly target_key: string;
	readonly had_target: boolean;
}

interface HealedLinks {
	/** The edges of links that had no target before. */
	readonly edges: readonly WantedEdge[];
	/** Texts with a link whose target has changed, so that an edge of theirs may have to go. */
	readonly redirected: readonly string[];
}

const NOTHING: HealedLinks = { edges: [], redirected: [] };

/** Links of these names without a target, or with one in the trash. */
const OPEN_LINKS = `
	SELECT l.src_id, l.ordinal, l.target_key, l.target_id IS NOT NULL AS had_target, s.project_id, s.visibility, s.owner_id
	FROM link l
	JOIN entity s ON s.workspace_id = $1 AND s.id = l.src_id
	LEFT JOIN entity t ON t.workspace_id = $1 AND t.id = l.target_id
	WHERE l.workspace_id = $1 AND l.target_key = ANY($2::text[])
		AND ((l.target_id IS NULL AND NOT l.ambiguous) OR t.deleted_at IS NOT NULL)`;

/** Both must have the same readers: a healed link would show the others that the page exists. */
const hasSameReaders = (link: OpenLink, entity: Entity): boolean =>
	link.project_id === entity.project_id &&
	link.visibility === entity.visibility &&
	(link.visibility === "inherit" || (link.visibility === "private" && link.owner_id === entity.owner_id));

/** Gives links that name an entity which has just appeared their target, or marks them as ambiguous. */
async function healLinks({ tx, access }: Derivation, appeared: readonly Entity[]): Promise<HealedLinks> {
	if (appeared.length === 0) return NOTHING;
	const named = groupBy(
		appeared.flatMap((entity) => [
			{ entity, key: foldTitle(entity.title), by_title: true },
			...entity.aliases.map((alias) => ({ entity, key: foldTitle(alias), by_title: false })),
		]),
		(name) => name.key,
	);
	const open = await tx.query<OpenLink>(OPEN_LINKS, [access.workspaceId, [...named.keys()]]);
	const healed = open.flatMap((link) => {
		const candidates = (named.get(link.target_key) ?? []).flatMap(({ entity, by_title }): Candidate[] =>
			entity.id !== link.src_id && hasSameReaders(link, entity)
				? [{ id: entity.id, project_id: entity.project_id, by_title }]
				: [],
		);
		const source = { id: link.src_id, project_id: link.project_id };
		return candidates.length === 0 ? [] : [{ ...link, ...chooseTarget(source, candidates) }];
	});
	if (healed.length === 0) return NOTHING;
	const listOf = (column: keyof (typeof healed)[number]) => healed.map((link) => link[column]);
	await tx.query(
		`UPDATE link SET target_id = r.target_id, ambiguous = r.ambiguous
			FROM unnest($2::uuid[], $3::integer[], $4::uuid[], $5::boolean[]) AS r(src_id, ordinal, target_id, ambiguous)
			WHERE link.workspace_id = $1 AND link.src_id = r.src_id AND link.ordinal = r.ordinal`,
		[
			access.workspaceId,
			encodeColumn("uuid", listOf("src_id")),
			encodeColumn("integer", listOf("ordinal")),
			encodeColumn("uuid", listOf("target_id")),
			encodeColumn("boolean", listOf("ambiguous")),
		],
	);
	return {
		edges: healed.flatMap(({ src_id, target_id }) => (target_id === null ? [] : [toEdge(src_id, target_id)])),
		redirected: [...new Set(healed.flatMap(({ src_id, had_target }) => (had_target ? [src_id] : [])))],
	};
}
