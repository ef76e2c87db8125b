import type { EntityHeader } from "./entity.ts";
import type { Surroundings } from "./kind.ts";

type Placed = Pick<EntityHeader, "id" | "project_id">;

export const CONTEXT_DOCUMENT_TYPE = "document.context.project";

/** True only when a stored edge joins an entity to its project: belonging to the project is no edge. */
export const isJoinedToProject = ({ id, project_id }: Placed, around: Surroundings): boolean =>
	project_id !== null && around.linksOf(id).some(({ other }) => other.id === project_id);

/** The one document that says what a project is about. */
export const isContextDocument = (
	node: Placed & Pick<EntityHeader, "type_key">,
	around: Surroundings,
): boolean =>
	node.type_key === CONTEXT_DOCUMENT_TYPE ||
	around
		.linksOf(node.id)
		.some(({ edge, seenFrom }) => edge.rel === "has_context_document" && seenFrom === "incoming");
