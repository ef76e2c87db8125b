import { z } from "zod";
import { measureLinks } from "../../context/collect/list-project-entities.ts";
import { clipText } from "../../context/render/fence-text.ts";
import { renderLight, renderTitle, scopeOf } from "../../context/render/render-entity.ts";
import { LARGEST_PAGE, USUAL_PAGE } from "../../contract/limits.ts";
import type { Reader } from "../../graph/graph.ts";
import { isBlocked, isOverdue } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import { isOpen, type Kind } from "../../graph/model/kind.ts";
import { byChange, thenById } from "../../graph/model/order.ts";
import { makeReaderDays, type ReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { presentState } from "../../present/present-entity.ts";
import { findProject } from "./find-entity.ts";
import { fitPage } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens, named } from "./tool.ts";

const DEFAULT_BUDGET = 4000;
const LONGEST_STATE = 60;

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

/** A state that no entity can be in is an error: "0 in all" would be taken for an answer. */
function checkState({ kinds }: GraphView, kind: string | undefined, state: string | undefined): void {
	if (state === undefined) return;
	const asked = kind === undefined ? kinds.all : [kinds.get(kind)];
	const known = new Set(asked.flatMap(({ states }) => states.map(({ key }) => key)));
	if (known.has(state)) return;
	const subject = kind === undefined ? "No kind has a" : `A ${kind} has no`;
	throw new InvalidInputError(
		known.size === 0
			? `A ${kind} has no states. Leave state_key out.`
			: `${subject} state "${clipText(state, LONGEST_STATE)}". Use one of ${[...known].join(", ")}.`,
		{ field: "state_key", state: state.slice(0, LONGEST_STATE) },
		"unknown_state",
	);
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
		checkState(graph, kind, state_key);
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
