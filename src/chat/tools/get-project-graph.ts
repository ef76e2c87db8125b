import { z } from "zod";
import { LIGHT_SNAPSHOT } from "../../context/collect/snapshot-project.ts";
import { inOneLine } from "../../context/render/fence-text.ts";
import { LARGEST_PAGE, LARGEST_TABLE } from "../../contract/limits.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { presentGraph } from "../../present/present-graph.ts";
import { findProject } from "./find-entity.ts";
import { countThatFit } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens, named } from "./tool.ts";

const printList = (entries: readonly object[]): string =>
	entries.map((entry) => JSON.stringify(entry)).join(",\n");

/** A graph as one block of JSON, one node and one edge on each line; an edge is known by its ends and its relation. */
function printGraph(view: GraphView, graph: ReturnType<typeof presentGraph>): string {
	// What has no ref of its own keeps its id.
	const refOf = (id: string): string => view.node(id)?.ref ?? id;
	const { root_id, root_kind, nodes, edges, coverage } = graph;
	const depth = "max_depth" in graph && { max_depth: graph.max_depth };
	const head = JSON.stringify({ root_id: refOf(root_id), root_kind, ...depth });
	const shownNodes = nodes.map(({ id: _, ref, name, ...node }) => ({
		id: ref,
		...node,
		name: inOneLine(name),
	}));
	const shownEdges = edges.map((edge) => ({
		...edge,
		src_id: refOf(edge.src_id),
		dst_id: refOf(edge.dst_id),
	}));
	return `\`\`\`json\n${head.slice(0, -1)},"nodes":[\n${printList(shownNodes)}\n],"edges":[\n${printList(shownEdges)}\n],"coverage":${JSON.stringify(coverage)}}\n\`\`\`\n`;
}

const DEFAULT_BUDGET = 8000;

export const getProjectGraph = defineTool({
	name: "get_project_graph",
	title: "A project as a graph",
	description: "Nodes, edges and edge coverage of a project: what matters most, or full, in pages.",
	tier: "R0",
	contextTypes: ["project", "ontology"],
	input: z.strictObject({
		project_id: named,
		detail: z.enum(["light", "full"]).default("light"),
		limit: z.int().min(1).max(LARGEST_TABLE).default(LARGEST_PAGE),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ project_id, detail, limit, cursor = 0, max_tokens }, { reader }) {
		const { graph } = reader;
		const project = graph.node(findProject(graph, project_id) ?? "");
		if (project === undefined) throw new EntityNotFoundError("project");
		const cutTo = (nodes: number) => presentGraph(graph, project, { form: detail, cursor, limit: nodes });
		const print = (nodes: number): string => {
			const part = cutTo(nodes);
			const next = cursor + part.nodes.length;
			const [left, again] =
				"omitted" in part
					? [part.omitted.nodes, "with detail full"]
					: [part.total - next, `again with detail full and cursor ${next}`];
			const rest = left > 0 ? `… ${left} more nodes: call get_project_graph ${again}\n` : "";
			return printGraph(graph, part) + rest;
		};
		const most = detail === "light" ? Math.min(limit, LIGHT_SNAPSHOT.nodes) : limit;
		const nodes = countThatFit({ most, maxTokens: max_tokens, print });
		return { text: print(nodes), structured: { next_cursor: null, ...cutTo(nodes) } };
	},
});
