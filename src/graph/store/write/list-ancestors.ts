import { type AccessSet, type Guarded, mayRead, mayWrite } from "../../model/access.ts";
import type { Edge, Entity } from "../../model/entity.ts";

/** An edge of a relation that builds trees, with what decides who may know of its upper end. */
export type AncestorEdge = Pick<Edge, "src_id" | "dst_id"> & Omit<Guarded, "id"> & Pick<Entity, "deleted_at">;

/** The columns of `entity s` that an ancestor edge needs. */
export const ANCESTOR_GUARD = "s.project_id, s.visibility, s.owner_id, s.deleted_at";

/** Whether somebody may know that an edge is there; what lies in the trash is known to those who may take it out. */
export function knowsAncestor(
	access: AccessSet,
	{ src_id: id, deleted_at, ...guard }: AncestorEdge,
): boolean {
	const upper = { id, ...guard };
	return mayRead(access, upper) && (deleted_at === null || mayWrite(access, upper));
}

/** Everything above an entity, itself among it, as far up as somebody may follow. */
export function listAncestors(
	access: AccessSet,
	id: string,
	edges: readonly AncestorEdge[],
): ReadonlySet<string> {
	const known = edges.filter((edge) => knowsAncestor(access, edge));
	const above = new Set([id]);
	for (const reached of above) {
		for (const { src_id: upper, dst_id: lower } of known) if (lower === reached) above.add(upper);
	}
	return above;
}
