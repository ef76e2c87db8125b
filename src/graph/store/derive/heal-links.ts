import { type Entity, foldTitle } from "../../model/entity.ts";
import { groupBy } from "../../model/group-by.ts";
import { encodeColumn } from "../tables/encode-column.ts";
import { type Candidate, chooseTarget } from "./choose-target.ts";
import type { Derivation } from "./derivation.ts";
import type { WantedEdge } from "./keep-derived-edges.ts";
import { toEdge } from "./replace-links.ts";

/** A link without a target, with the columns that decide who may read the text it is in. */
interface OpenLink extends Pick<Entity, "project_id" | "visibility" | "owner_id"> {
	readonly src_id: string;
	readonly ordinal: number;
	readonly target_key: string;
	readonly had_target: boolean;
}

export interface HealedLinks {
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
export async function healLinks(
	{ tx, access }: Derivation,
	appeared: readonly Entity[],
): Promise<HealedLinks> {
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
