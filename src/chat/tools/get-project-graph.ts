import { z } from "zod";
import { pageProjectGraph } from "../../context/collect/page-project-graph.ts";
import { LIGHT_SNAPSHOT, snapshotProject } from "../../context/collect/snapshot-project.ts";
import { printGraph } from "../../context/render/print-graph.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import { countThatFit } from "./count-that-fit.ts";
import { findProject } from "./find-project.ts";
import { cursorInput, defineTool } from "./tool.ts";

const PAGE = 200;
const MOST_TOKENS = 8000;

/** The most important part, within the limits of a snapshot. */
function describeLight(graph: GraphView, project: GraphNode) {
	const cutTo = (nodes: number) => snapshotProject(graph, project, { ...LIGHT_SNAPSHOT, nodes });
	const print = (nodes: number): string => {
		const snapshot = cutTo(nodes);
		const { omitted } = snapshot;
		const left =
			omitted.nodes > 0 ? `… ${omitted.nodes} more nodes: call get_project_graph with form full\n` : "";
		return printGraph(graph, snapshot) + left;
	};
	const nodes = countThatFit({ most: LIGHT_SNAPSHOT.nodes, maxTokens: MOST_TOKENS, print });
	return { text: print(nodes), structured: { ...cutTo(nodes), next_cursor: null } };
}

/** All of it, a page at a time. */
function describeFull(graph: GraphView, project: GraphNode, cursor: number) {
	const cutTo = (limit: number) => pageProjectGraph(graph, project, { cursor, limit });
	const print = (limit: number): string => {
		const page = cutTo(limit);
		const next = cursor + page.nodes.length;
		const left =
			next < page.total
				? `… ${page.total - next} more nodes: call get_project_graph again with form full and cursor ${next}\n`
				: "";
		return printGraph(graph, page) + left;
	};
	const limit = countThatFit({ most: PAGE, maxTokens: MOST_TOKENS, print });
	return { text: print(limit), structured: { ...cutTo(limit) } };
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
		form: z.enum(["light", "full"]).default("light"),
		cursor: cursorInput.optional(),
	}),
	async run({ project_id, form, cursor = 0 }, { reader }) {
		const { graph } = reader;
		const project = graph.node(findProject(graph, project_id) ?? "");
		if (project === undefined) throw new EntityNotFoundError("project");
		return form === "light" ? describeLight(graph, project) : describeFull(graph, project, cursor);
	},
});
