import { z } from "zod";
import { pageProjectGraph } from "../../context/collect/page-project-graph.ts";
import { LIGHT_SNAPSHOT, snapshotProject } from "../../context/collect/snapshot-project.ts";
import { printGraph } from "../../context/render/print-graph.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { findProject } from "./find-project.ts";
import { countThatFit } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens } from "./tool.ts";

const LARGEST_PAGE = 200;
const DEFAULT_BUDGET = 8000;

interface Extent {
	readonly limit: number;
	readonly cursor: number;
	readonly max_tokens: number;
}

/** The most important part, within the limits of a snapshot. */
function describeLight(graph: GraphView, project: EntityHeader, { limit, max_tokens }: Extent) {
	const cutTo = (nodes: number) => snapshotProject(graph, project, { ...LIGHT_SNAPSHOT, nodes });
	const print = (nodes: number): string => {
		const snapshot = cutTo(nodes);
		const { omitted } = snapshot;
		const left =
			omitted.nodes > 0 ? `… ${omitted.nodes} more nodes: call get_project_graph with detail full\n` : "";
		return printGraph(graph, snapshot) + left;
	};
	const most = Math.min(limit, LIGHT_SNAPSHOT.nodes);
	const nodes = countThatFit({ most, maxTokens: max_tokens, print });
	return { text: print(nodes), structured: { ...cutTo(nodes), next_cursor: null } };
}

/** All of it, a page at a time. */
function describeFull(graph: GraphView, project: EntityHeader, { limit, cursor, max_tokens }: Extent) {
	const cutTo = (nodes: number) => pageProjectGraph(graph, project, { cursor, limit: nodes });
	const print = (nodes: number): string => {
		const page = cutTo(nodes);
		const next = cursor + page.nodes.length;
		const left =
			next < page.total
				? `… ${page.total - next} more nodes: call get_project_graph again with detail full and cursor ${next}\n`
				: "";
		return printGraph(graph, page) + left;
	};
	const nodes = countThatFit({ most: limit, maxTokens: max_tokens, print });
	return { text: print(nodes), structured: { ...cutTo(nodes) } };
}

export const getProjectGraph = defineTool({
	name: "get_project_graph",
	title: "A project as a graph",
	description: "Nodes, edges and edge coverage of a project: what matters most, or full, in pages.",
	tier: "R0",
	contextTypes: ["project", "ontology"],
	group: "ontology_read",
	input: z.strictObject({
		project_id: z.string().describe("Id, ref or exact title"),
		detail: z.enum(["light", "full"]).default("light"),
		limit: z.int().min(1).max(LARGEST_PAGE).default(LARGEST_PAGE),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ project_id, detail, limit, cursor = 0, max_tokens }, { reader }) {
		const { graph } = reader;
		const project = graph.node(findProject(graph, project_id) ?? "");
		if (project === undefined) throw new EntityNotFoundError("project");
		const describe = detail === "light" ? describeLight : describeFull;
		return describe(graph, project, { limit, cursor, max_tokens });
	},
});
