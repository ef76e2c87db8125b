import type { Entity } from "../../model/entity.ts";
import { type Field, isReference, referencedIds } from "../../model/field.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { READABLE, readableParams } from "../rights/access.ts";
import type { Derivation } from "./derivation.ts";
import type { WantedEdge } from "./keep-derived-edges.ts";

interface Target {
	readonly id: string;
	readonly kind: string;
	readonly project_id: string | null;
	readonly readable: boolean;
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

/**
 * The edges that the reference fields of these entities stand for. A new one needs a target that the writer may read: an id
 * that was guessed must not show, by an edge, that it is somebody's. One that is drawn already stays while the field names it.
 */
export async function findReferences(
	{ tx, access, kinds }: Derivation,
	entities: readonly Entity[],
): Promise<readonly WantedEdge[]> {
	const references = entities.flatMap((entity) => listReferences(entity, kinds));
	if (references.length === 0) return [];
	const rows = await tx.query<Target>(
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
