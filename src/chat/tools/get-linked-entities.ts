import { z } from "zod";
import { groupLinkedForPrompt } from "../../context/collect/collect-linked.ts";
import type { LinkedEntity, LinkedGroup } from "../../context/model/findings.ts";
import { inOneLine } from "../../context/render/fence-text.ts";
import { listProperties, type RenderGraph, scopeOf } from "../../context/render/render-entity.ts";
import { printLinkedFull } from "../../context/render/render-linked.ts";
import { LARGEST_PAGE, USUAL_PAGE } from "../../contract/limits.ts";
import type { Reader } from "../../graph/graph.ts";
import type { Entity, EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import { presentName } from "../../present/present-entity.ts";
import { findEntity } from "./find-entity.ts";
import { fitPage } from "./fit-page.ts";
import { sayRelation } from "./say-relation.ts";
import { cursorInput, defineTool, maxTokens, named } from "./tool.ts";

type Source = Pick<EntityHeader, "kind" | "title" | "ref">;

/** The way of each relation in words, where there are any. */
const sayRelations = ({ node, relations }: LinkedEntity, source: Source): string =>
	relations.map((reading) => sayRelation(reading, { source: source.kind, other: node.kind })).join("; ");

function renderEntity(
	entity: LinkedEntity,
	{
		source,
		row,
		graph,
	}: { readonly source: Source; readonly row: Entity | undefined; readonly graph: RenderGraph },
): string {
	const { node, title, relations, marker } = entity;
	const joined = relations.map(({ relation, direction }) => `${relation} (${direction})`);
	return printLinkedFull(title, node.ref, [
		["State", node.state_key],
		["Type", row?.type_key],
		["Relationship", [...joined, ...(marker === undefined ? [] : [marker])].join(", ")],
		["Description", row && inOneLine(row.description)],
		...(row ? listProperties(row, scopeOf(row.kind, graph)) : []),
		["Direction", sayRelations(entity, source)],
	]);
}

/** Renders linked entities in full, from one place in the whole list to another; headings show true totals. */
function renderLinkedFull(input: {
	readonly source: Source;
	readonly groups: readonly LinkedGroup[];
	readonly rows: ReadonlyMap<string, Entity>;
	readonly graph: RenderGraph;
	readonly from: number;
	readonly to: number;
}): string {
	const { source, groups, rows, graph, from, to } = input;
	let place = 0;
	const parts = groups.map(({ heading, entities, added }) => {
		const start = place;
		place += entities.length;
		const shown = entities.slice(Math.max(0, from - start), Math.max(0, to - start));
		// The added entity follows the last of its group, on the page of that one.
		const withAdded = added && place >= from && place <= to ? [...shown, added] : shown;
		if (withAdded.length === 0) return "";
		const texts = withAdded.map((entity) =>
			renderEntity(entity, { source, row: rows.get(entity.node.id), graph }),
		);
		return `### ${heading} (${entities.length} total)\n\n${texts.join("")}`;
	});
	return `## Linked Entities for: ${inOneLine(source.title)} [${source.ref}]\n\n${parts.join("")}`;
}

const DEFAULT_BUDGET = 8000;
const EVERY_KIND = "all";

/** The groups of one kind, or of every kind. A kind that nobody knows is an error: "none" would be a false answer. */
function filterGroups(reader: Reader, source: EntityHeader, kind: string): readonly LinkedGroup[] {
	const groups = groupLinkedForPrompt(reader, source);
	if (kind === EVERY_KIND) return groups;
	const { plural } = reader.graph.kinds.get(kind);
	return groups.filter((group) => group.noun === plural);
}

function printTitle(entity: LinkedEntity, source: Source): string {
	const { node, title, relations } = entity;
	const joined = relations.map(({ relation, direction }) => `${relation} (${direction})`).join(", ");
	const state = node.state_key === null ? "" : ` (${inOneLine(node.state_key)})`;
	return `- ${joined} [${node.kind}] **${inOneLine(title)}** [${node.ref}]${state}: ${sayRelations(entity, source)}\n`;
}

export const getLinkedEntities = defineTool({
	name: "get_linked_entities",
	title: "What an entity is linked to",
	description:
		"Everything joined to an entity, by kind, with relation and direction; full adds fields and texts.",
	tier: "R0",
	input: z.strictObject({
		entity_id: named,
		entity_kind: z.string().optional(),
		filter_kind: z.string().default(EVERY_KIND),
		detail: z.enum(["title", "full"]).default("title"),
		limit: z.int().min(1).max(LARGEST_PAGE).default(USUAL_PAGE),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ entity_id, entity_kind, filter_kind, detail, limit, cursor = 0, max_tokens }, { reader }) {
		const source = findEntity(reader.graph, entity_id);
		// A wrong kind is treated like a wrong id: the caller means another entity.
		if (entity_kind !== undefined && source.kind !== entity_kind) throw new EntityNotFoundError();
		const groups = filterGroups(reader, source, filter_kind);
		const all = groups.flatMap((group) => group.entities);
		const added = groups.flatMap((group) => group.added ?? []);
		const from = Math.min(cursor, all.length);
		const page = all.slice(from, from + limit);
		const described = detail === "full" ? [...page, ...added] : [];
		const rows = await reader.rows.getMany(described.map(({ node }) => node.id));
		const { text, shown, next } = fitPage({
			...{ tool: "get_linked_entities", total: all.length, from, page, maxTokens: max_tokens },
			print: (linked, rest) => {
				const end = all.length === 0 ? "Nothing is linked.\n" : rest;
				const to = from + linked.length;
				if (detail === "full")
					return renderLinkedFull({ source, groups, rows, graph: reader.graph, from, to }) + end;
				const heading = `${all.length} linked to ${inOneLine(source.title)} [${source.ref}]\n`;
				return heading + linked.map((entity) => printTitle(entity, source)).join("") + end;
			},
		});
		return {
			text,
			structured: {
				source: presentName(source),
				total: all.length,
				counts: Object.fromEntries(groups.map(({ heading, entities }) => [heading, entities.length])),
				linked: shown.map(({ node, relations }) => ({
					...presentName(node),
					relations: relations.map(({ relation, direction }) => `${relation} (${direction})`),
				})),
				next_cursor: next,
			},
		};
	},
});
