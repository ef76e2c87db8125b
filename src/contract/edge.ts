import { z } from "zod";
import { count, cursorText, dueState, id, instant, name, reference } from "./fields.ts";
import { LARGEST_CURSOR, LARGEST_PAGE, LARGEST_TABLE, MOST_CANDIDATES, USUAL_PAGE } from "./limits.ts";

export const edgeSchema = z
	.object({
		id,
		src_id: id,
		rel: z.string(),
		dst_id: id,
		origin: z.enum(["stated", "link", "mention", "field"]),
		text: z.string().describe("Words on this connection; searched like any other text"),
		created_by: id,
		created_at: instant,
	})
	.meta({ id: "Edge" });

export const relationReading = {
	relation: z.string(),
	direction: z.enum(["outgoing", "incoming"]),
	edgeId: id,
};

export const nodeSummary = {
	kind: z.string(),
	id,
	ref: z.string(),
	name: z.string(),
	state: z.string().nullable(),
	typeKey: z.string().nullable(),
};

export const linkedSchema = z
	.object({
		source: z.object({ kind: z.string(), id, ref: z.string(), name: z.string() }),
		linkedEntities: z.record(
			z.string(),
			z.array(
				z.object({
					...nodeSummary,
					...relationReading,
					relations: z.array(z.object(relationReading)),
					description: z.string().optional(),
					dueAt: z.string().optional(),
					...dueState,
					props: z.record(z.string(), z.unknown()).optional(),
				}),
			),
		),
		counts: z.record(z.string(), z.int().min(0)),
		truncated: z.boolean(),
		next_cursor: z.string().nullable(),
		availableEntities: z.record(z.string(), z.array(z.object(nodeSummary)).max(MOST_CANDIDATES)).optional(),
	})
	.meta({ id: "LinkedEntities" });

export const projectGraphSchema = z
	.object({
		root_id: id,
		root_kind: z.string(),
		nodes: z.array(
			z.object({
				id,
				ref: z.string(),
				kind: z.string(),
				name: z.string(),
				state_key: z.string().nullable(),
				type_key: z.string().nullable(),
				direct_edge: z.boolean(),
				last_updated: z.iso.date(),
			}),
		),
		edges: z.array(
			z.object({ id, src_id: id, src_kind: z.string(), dst_id: id, dst_kind: z.string(), rel: z.string() }),
		),
		coverage: z.record(
			z.string(),
			z.object({ total: count, direct: count, unlinked: count, isolated: count }),
		),
		max_depth: z.int().optional().describe("light: how far from the project"),
		omitted: z.object({ nodes: count, edges: count }).optional().describe("light: what there is besides"),
		total: count.optional().describe("full: of all pages"),
		next_cursor: count.nullable().optional().describe("full: where the next page begins"),
	})
	.meta({ id: "ProjectGraph" });

/** The body of `POST /api/edges`. */
export const newEdgeSchema = z
	.strictObject({
		src_id: z.string().describe("Id, ref or exact title"),
		rel: name,
		dst_id: z.string().describe("Id, ref or exact title"),
		text: z.string().optional().describe("Words on this connection"),
	})
	.meta({ id: "NewEdge" });

export const linkedQuerySchema = z.strictObject({
	sourceId: reference.describe("Id or ref"),
	sourceKind: name.optional(),
	projectId: reference.optional(),
	available: z
		.stringbool()
		.default(false)
		.describe(`Also what could still be linked, at most ${MOST_CANDIDATES} of each kind`),
	limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(USUAL_PAGE),
	cursor: cursorText.optional(),
});

export const graphQuerySchema = z.strictObject({
	form: z
		.enum(["light", "full"])
		.default("light")
		.describe("light: the most important; full: everything, by pages"),
	limit: z.coerce.number().int().min(1).max(LARGEST_TABLE).default(LARGEST_PAGE),
	cursor: z.coerce.number().int().min(0).max(LARGEST_CURSOR).default(0),
});
