import { z } from "zod";
import { inOneLine } from "../../context/render/fence-text.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { readRelation } from "../../graph/model/relations.ts";
import type { Link } from "../../graph/search/view/graph-view.ts";
import { findEntity } from "./find-entity.ts";
import { fitPage } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens } from "./tool.ts";

const LARGEST_PAGE = 100;
const DEFAULT_BUDGET = 4000;

/** One edge as it reads from the entity: the relation, the other end, and what is said about this very connection. */
function readLink(source: EntityHeader, { edge, other, seenFrom }: Link) {
	const sourceKind = seenFrom === "outgoing" ? source.kind : other.kind;
	const { relation, direction } = readRelation(edge.rel, seenFrom, sourceKind);
	const { ref, kind, title, state_key } = other;
	const { id: edge_id, origin, text } = edge;
	return { relation, direction, ref, kind, title, state_key, edge_id, origin, ...(text !== "" && { text }) };
}

function printLink({ relation, direction, ref, kind, title, text }: ReturnType<typeof readLink>): string {
	const said = text === undefined ? "" : `: ${inOneLine(text)}`;
	return `- ${relation} (${direction}) [${kind}] **${inOneLine(title)}** [${ref}]${said}\n`;
}

export const getEntityRelationships = defineTool({
	name: "get_entity_relationships",
	title: "The edges of an entity",
	description: "Every edge of an entity with its id, relation, direction and the words on it.",
	tier: "R0",
	contextTypes: ["global", "project", "ontology"],
	group: "ontology_read",
	input: z.strictObject({
		entity_id: z.string().describe("Id, ref or exact title"),
		limit: z.int().min(1).max(LARGEST_PAGE).default(LARGEST_PAGE),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ entity_id, limit, cursor = 0, max_tokens }, { reader }) {
		const source = findEntity(reader.graph, entity_id);
		const links = reader.graph.linksOf(source.id);
		const from = Math.min(cursor, links.length);
		const page = links.slice(from, from + limit).map((link) => readLink(source, link));
		const { text, shown, next } = fitPage({
			...{ tool: "get_entity_relationships", total: links.length, from, page, maxTokens: max_tokens },
			print: (edges, rest) =>
				`${links.length} edges of ${inOneLine(source.title)} [${source.ref}]\n${edges.map(printLink).join("")}${rest}`,
		});
		return {
			text,
			structured: {
				source: { ref: source.ref, kind: source.kind, title: source.title },
				total: links.length,
				edges: shown,
				next_cursor: next,
			},
		};
	},
});
