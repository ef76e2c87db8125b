import { isDeepStrictEqual } from "node:util";
import { type Entity, foldTitle } from "../../model/entity.ts";
import { type Field, isReference, referencedIds } from "../../model/field.ts";
import { groupBy } from "../../model/group-by.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { scanMentions } from "../../model/scan-mentions.ts";
import { READABLE, readableParams } from "../rights/access.ts";
import { insertRows } from "../tables/insert-rows.ts";
import { deleteRows, loadEntities } from "../tables/load-entities.ts";
import type { RowChange } from "../tables/row-change.ts";
import type { Derivation } from "./derivation.ts";
import { findCandidates, type NamedCandidate } from "./find-candidates.ts";
import { healLinks } from "./heal-links.ts";
import {
	addDerivedEdges,
	type DerivedOrigin,
	keepDerivedEdges,
	type WantedEdge,
} from "./keep-derived-edges.ts";
import { listResolvedLinks, replaceLinks } from "./replace-links.ts";

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
