import { z } from "zod";
import { readLink } from "../../context/model/read-link.ts";
import { inOneLine } from "../../context/render/fence-text.ts";
import { LARGEST_PAGE } from "../../contract/limits.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Link } from "../../graph/search/view/graph-view.ts";
import { presentName, presentState } from "../../present/present-entity.ts";
import { findEntity } from "./find-entity.ts";
import { fitPage } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens, named } from "./tool.ts";

const USUAL_EDGES = 100;
const DEFAULT_BUDGET = 4000;

function presentEdge(source: EntityHeader, link: Link) {
	const { id: edge_id, origin, text } = link.edge;
	const { relation, direction } = readLink(source, link);
	return { relation, direction, ...presentState(link.other), edge_id, origin, ...(text !== "" && { text }) };
}

function printLink({ relation, direction, ref, kind, title, text }: ReturnType<typeof presentEdge>): string {
	const said = text === undefined ? "" : `: ${inOneLine(text)}`;
	return `- ${relation} (${direction}) [${kind}] **${inOneLine(title)}** [${ref}]${said}\n`;
}

export const getEntityRelationships = defineTool({
	name: "get_entity_relationships",
	title: "The edges of an entity",
	description: "Every edge of an entity with its id, relation, direction and the words on it.",
	tier: "R0",
	input: z.strictObject({
		entity_id: named,
		limit: z.int().min(1).max(LARGEST_PAGE).default(USUAL_EDGES),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ entity_id, limit, cursor = 0, max_tokens }, { reader }) {
		const source = findEntity(reader.graph, entity_id);
		const links = reader.graph.linksOf(source.id);
		const from = Math.min(cursor, links.length);
		const page = links.slice(from, from + limit).map((link) => presentEdge(source, link));
		const { text, shown, next } = fitPage({
			...{ tool: "get_entity_relationships", total: links.length, from, page, maxTokens: max_tokens },
			print: (edges, rest) =>
				`${links.length} edges of ${inOneLine(source.title)} [${source.ref}]\n${edges.map(printLink).join("")}${rest}`,
		});
		return {
			text,
			structured: {
				source: presentName(source),
				total: links.length,
				edges: shown,
				next_cursor: next,
			},
		};
	},
});
