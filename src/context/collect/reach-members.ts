import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

/** How far a picture of a project reaches along stored edges. */
export const SNAPSHOT_DEPTH = 2;

export interface Reached {
	readonly node: EntityHeader;
	/** 1 when a stored edge joins it to the project. */
	readonly depth: number;
	/** The entity that joins it to the project, one step nearer; empty when an edge does so directly. */
	readonly through: readonly string[];
}

/** The members of a project that stored edges reach from it. Belonging to the project is no edge and is not walked. */
export function reachMembers(
	graph: GraphView,
	projectId: string,
	depth = SNAPSHOT_DEPTH,
): ReadonlyMap<string, Reached> {
	const reached = new Map<string, { node: EntityHeader; depth: number; through: string[] }>();
	let frontier: readonly string[] = [projectId];
	for (let step = 1; step <= depth && frontier.length > 0; step += 1) {
		const next: string[] = [];
		for (const from of frontier) {
			for (const { other } of graph.linksOf(from)) {
				if (other.project_id !== projectId || other.id === projectId || other.archived_at !== null) continue;
				const known = reached.get(other.id);
				if (known === undefined) {
					reached.set(other.id, { node: other, depth: step, through: step === 1 ? [] : [from] });
					next.push(other.id);
				} else if (known.depth === step && step > 1) known.through.push(from);
			}
		}
		frontier = next;
	}
	return reached;
}
