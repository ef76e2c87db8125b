import { isDeepStrictEqual } from "node:util";
import type { Entity } from "../../model/entity.ts";
import { isReference } from "../../model/field.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { entityColumns } from "../tables/entity-columns.ts";
import type { RowChange } from "../tables/row-change.ts";
import type { Derivation } from "./derivation.ts";
import { findMentions } from "./find-mentions.ts";
import { findReferences } from "./find-references.ts";
import { healLinks } from "./heal-links.ts";
import {
	addDerivedEdges,
	type DerivedOrigin,
	keepDerivedEdges,
	type WantedEdge,
} from "./keep-derived-edges.ts";
import { replaceAliases } from "./replace-aliases.ts";
import { listResolvedLinks, replaceLinks } from "./replace-links.ts";

interface Moved {
	/** Other names, text or fields have changed. */
	readonly aliased: readonly Entity[];
	readonly texts: readonly Entity[];
	/** Texts in which somebody is, or was, mentioned. */
	readonly mentioning: readonly Entity[];
	readonly fields: readonly Entity[];
	/** Can now be found under a name by somebody who could not find it before. */
	readonly appeared: readonly Entity[];
	readonly redefinedKinds: readonly string[];
}

/** Compares values, not objects: the rows of an undo come from the log, and none of them is the same object. */
function findMoved(changes: readonly RowChange[], kinds: KindRegistry): Moved {
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
		mentioning: where(textMoved("@")),
		fields: where(
			(before, after) =>
				(refers(after) && !isDeepStrictEqual(before?.props, after.props)) ||
				(before !== null && before.kind !== after.kind),
		),
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

const loadOfKinds = (
	{ tx, access }: Derivation,
	kinds: readonly string[],
	except: ReadonlySet<string>,
): Promise<readonly Entity[]> =>
	kinds.length === 0
		? Promise.resolve([])
		: tx
				.query<Entity>(
					`SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1 AND kind = ANY($2::text[])`,
					[access.workspaceId, kinds],
				)
				.then((found) => found.filter((entity) => !except.has(entity.id)));

const idsOf = (entities: readonly Entity[]): string[] => entities.map((entity) => entity.id);

/** Those that were there before this write, and may have derived edges. */
const idsOfFormer = (entities: readonly Entity[]): string[] =>
	idsOf(entities.filter((entity) => entity.version > 1));

/**
 * Brings aliases, links and derived edges in step with the rows just written, in the same transaction. Returns the
 * ids of entities whose derived edges have moved, for whoever follows the log.
 */
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

	const ofRedefinedKinds = await loadOfKinds(derivation, moved.redefinedKinds, new Set(idsOf(moved.fields)));
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
