import type { Edge, EntityHeader } from "../../graph/model/entity.ts";
import { type Direction, type RelationReading, readRelation } from "../../graph/model/relations.ts";

interface Seen {
	readonly edge: Pick<Edge, "rel">;
	readonly other: Pick<EntityHeader, "kind">;
	readonly seenFrom: Direction;
}

/** An edge as it reads from one of its ends. */
export const readLink = (from: Seen["other"], { edge, other, seenFrom }: Seen): RelationReading =>
	readRelation(edge.rel, seenFrom, seenFrom === "outgoing" ? from.kind : other.kind);
