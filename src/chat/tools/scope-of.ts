import type { RenderScope } from "../../context/render/render-entity.ts";
import type { Entity } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

/** Returns what printing an entity needs; entities that the reader may not see have neither ref nor name. */
export const scopeOf = (entity: Entity, graph: GraphView): RenderScope => ({
	kind: graph.kinds.get(entity.kind),
	around: graph,
	refOf: (id) => graph.node(id)?.ref,
	nameOf: (id) => graph.node(id)?.title,
});
