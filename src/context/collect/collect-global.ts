import type { EntityHeader } from "../../graph/model/entity.ts";
import { isActive, isTerminal } from "../../graph/model/kind.ts";
import { byChange, thenById } from "../../graph/model/order.ts";
import { type Findings, makeCandidate, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

const MOST_PROJECTS = 200;
const RELEVANCE = { open: 0.7, over: 0.4 };

/** The projects of the workspace: what is going on first, what is over last. */
export function collectGlobal({ reader: { graph } }: CollectScope): Findings {
	// A project is an entity that is its own project.
	const projects = [...graph.nodes()].filter(
		(node) => node.project_id === node.id && node.archived_at === null,
	);
	const [first] = projects;
	if (first === undefined) return NOTHING_FOUND;
	const standing = (node: EntityHeader): number => {
		const kind = graph.kinds.get(node.kind);
		return isActive(kind, node.state_key) ? 0 : isTerminal(kind, node.state_key) ? 2 : 1;
	};
	const compare = thenById(byChange);
	const ordered = projects.sort((a, b) => standing(a) - standing(b) || compare(a, b)).slice(0, MOST_PROJECTS);
	const group = makeGroup({
		section: "project",
		key: "projects",
		heading: `## Projects (${projects.length})\n\n`,
		beyond: projects.length - ordered.length,
		printMissing: (count) =>
			`- ... and ${count} more projects: call list_entities with kind ${first.kind}\n\n`,
	});
	const candidates = ordered.map((node, position) =>
		makeCandidate(group, node, {
			collector: "global",
			position,
			relevance: standing(node) === 2 ? RELEVANCE.over : RELEVANCE.open,
			reason: "a project of the workspace",
			presentation: { as: "entity", richest: "light" },
		}),
	);
	return { candidates, parts: [group], considered: projects.length };
}
