import type { EntityHeader } from "../../graph/model/entity.ts";
import { type RelationReading, readRelation } from "../../graph/model/relations.ts";
import type { Link } from "../../graph/search/view/graph-view.ts";

/** An edge as it reads from one of its ends. */
export const readLink = (
	from: Pick<EntityHeader, "kind">,
	{ edge, other, seenFrom }: Link,
): RelationReading => readRelation(edge.rel, seenFrom, seenFrom === "outgoing" ? from.kind : other.kind);
