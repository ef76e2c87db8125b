import { z } from "zod";
import { measureLinks } from "../../context/collect/list-project-entities.ts";
import { renderLight, renderTitle, scopeOf } from "../../context/render/render-entity.ts";
import { LARGEST_PAGE, USUAL_PAGE } from "../../contract/limits.ts";
import type { Reader } from "../../graph/graph.ts";
import { isBlocked, isOverdue } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { isOpen, type Kind } from "../../graph/model/kind.ts";
import { byChange, thenById } from "../../graph/model/order.ts";
import { makeReaderDays, type ReaderDays } from "../../graph/model/reader-days.ts";
import { presentState } from "../../present/present-entity.ts";
import { findProject } from "./find-entity.ts";
import { fitPage } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens, named } from "./tool.ts";

const DEFAULT_BUDGET = 4000;

const RULES: Readonly<
	Record<"overdue" | "blocked" | "open", (kind: Kind, node: EntityHeader, days: ReaderDays) => boolean>
> = {
	overdue: isOverdue,
	blocked: isBlocked,
	open: (kind, node) => isOpen(kind, node.state_key),
};

interface Filter {
	readonly kind?: string | undefined;
	readonly projectId?: string | undefined;
	readonly state?: string | undefined;
	readonly only?: keyof typeof RULES | undefined;
	readonly linked?: "direct" | "unlinked" | "isolated" | undefined;
}

function selectNodes({ graph }: Reader, filter: Filter, days: ReaderDays): readonly EntityHeader[] {
	if (filter.kind !== undefined) graph.kinds.get(filter.kind);
	const { kind, projectId, state, only, linked } = filter;
	return [...graph.nodes()]
		.filter(
			(node) =>
				node.archived_at === null &&
				(kind === undefined || node.kind === kind) &&
				(projectId === undefined || node.project_id === projectId) &&
				(state === undefined || node.state_key === state) &&
				(only === undefined || RULES[only](graph.kinds.get(node.kind), node, days)) &&
				(linked === undefined || (node.id !== node.project_id && measureLinks(graph, node)[linked])),
		)
		.sort(thenById(byChange));
}

export const listEntities = defineTool({
	name: "list_entities",
	title: "List entities",
	description: "Entities by kind, project, state, lateness or edges, newest change first.",
	tier: "R0",
	input: z.strictObject({
		kind: z.string().optional(),
		project_id: named.optional(),
		state_key: z.string().optional(),
		only: z.enum(["overdue", "blocked", "open"]).optional(),
		linked: z.enum(["direct", "unlinked", "isolated"]).optional(),
		detail: z.enum(["title", "light"]).default("title"),
		limit: z.int().min(1).max(LARGEST_PAGE).default(USUAL_PAGE),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run(
		{ kind, project_id, state_key, only, linked, detail, limit, cursor = 0, max_tokens },
		{ reader },
	) {
		const { graph } = reader;
		const { time_zone } = await reader.profile();
		const days = makeReaderDays({ timeZone: time_zone });
		const projectId = findProject(graph, project_id);
		const all = selectNodes(reader, { kind, projectId, state: state_key, only, linked }, days);
		const from = Math.min(cursor, all.length);
		const page = all.slice(from, from + limit);
		const tell = (node: EntityHeader) => graph.kinds.get(node.kind).tell?.(node, graph, days) ?? [];
		const rows = await reader.rows.getMany(detail === "light" ? page.map(({ id }) => id) : []);
		const printNode = (node: EntityHeader): string => {
			const row = rows.get(node.id);
			return row === undefined
				? renderTitle(node, tell(node))
				: renderLight(row, scopeOf(row.kind, graph), tell(node));
		};
		const { text, shown, next } = fitPage({
			...{ tool: "list_entities", total: all.length, from, page, maxTokens: max_tokens },
			print: (nodes, rest) => `${all.length} in all\n${nodes.map(printNode).join("")}${rest}`,
		});
		return {
			text,
			structured: {
				total: all.length,
				entities: shown.map(presentState),
				next_cursor: next,
			},
		};
	},
});
