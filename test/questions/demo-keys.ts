import { readDemo } from "../../src/demo/load-demo.ts";
import type { EntityHeader } from "../../src/graph/model/entity.ts";
import type { GraphView } from "../../src/graph/search/view/graph-view.ts";
import { TODAY } from "../support/open-demo.ts";

const ENTITIES = new Map((await readDemo(TODAY)).entities.map((entity) => [entity.id, entity]));

/** An entity of the demo by the key its author gave it; one that the reader may not see is an error of the question set. */
export function findByKey(graph: GraphView, key: string): EntityHeader {
	const entity = ENTITIES.get(key);
	const found = [...graph.nodes()].filter(
		(node) => node.kind === entity?.kind && node.title === entity.title,
	);
	const [node] = found;
	if (node === undefined || found.length > 1) throw new Error(`${key} names ${found.length} entities`);
	return node;
}
