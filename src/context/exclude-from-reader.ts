import type { Reader } from "../graph/graph.ts";
import type { Entity } from "../graph/model/entity.ts";
import { InvalidInputError } from "../graph/model/errors.ts";
import { listReferences } from "../graph/model/field.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { KindRegistry } from "../graph/model/kinds/kind-registry.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";
import type { Page, Rows } from "../graph/store/rows.ts";
import type { ContextRequest } from "./model/request.ts";

/** A block may be anywhere in its text. */
const ALL_BLOCKS = 100_000;

/** Entities and blocks that must appear nowhere, each block with the text that holds it. */
interface ShutOut {
	/** The ids and refs as the request has them. */
	readonly names: ReadonlySet<string>;
	readonly entities: ReadonlySet<string>;
	readonly blocks: ReadonlyMap<string, string>;
}

async function findShutOut({ graph, rows }: Reader, names: readonly string[]): Promise<ShutOut> {
	const found = names.map((name) => ({ name, id: graph.find(name)?.id }));
	const blocks = await Promise.all(
		found
			.filter(({ id }) => id === undefined)
			.map(async ({ name }) => [name, await rows.entityOfBlock(name)] as const),
	);
	return {
		names: new Set(names),
		entities: new Set(found.flatMap(({ id }) => id ?? [])),
		blocks: new Map(blocks.flatMap(([name, holder]) => (holder === undefined ? [] : [[name, holder]]))),
	};
}

/** Wishes that cannot both be met: whichever we chose, the asker would be surprised. The same thing may have two names. */
async function refuseContradictions(
	{ graph, rows }: Reader,
	request: ContextRequest,
	shut: ShutOut,
): Promise<void> {
	const isShut = async (name: string | undefined): Promise<boolean> => {
		if (name === undefined || shut.names.has(name)) return name !== undefined;
		const id = graph.find(name)?.id ?? (await rows.entityOfBlock(name));
		return id !== undefined && shut.entities.has(id);
	};
	const { hints = {}, focus = {}, pins = [], mentions = [], projectId } = request;
	const asked = {
		"hints.includeBlocks": hints.includeBlocks ?? [],
		focus: Object.values(focus),
		pins,
		mentions,
		project_id: projectId === undefined ? [] : [projectId],
	};
	for (const [field, names] of Object.entries(asked)) {
		const judged = await Promise.all(names.map(isShut));
		const both = names.filter((_, index) => judged[index]);
		if (both.length === 0) continue;
		throw new InvalidInputError(
			`${both.join(", ")} is asked for by ${field} and shut out by hints.excludeBlocks. Take it out of one of them.`,
			{ field: "hints.excludeBlocks", with: field, ids: both },
			"contradictory_hints",
		);
	}
}

/** Fields that name what is shut out do not name it; saying that it were deleted would be a lie. */
function forgetReferences({ kind, props }: Entity, kinds: KindRegistry, shut: ShutOut): JsonObject {
	const named = (kinds.find(kind)?.fields ?? []).filter(({ type }) =>
		["entity_ref", "entity_ref_list", "note_ref"].includes(type),
	);
	const kept = named.flatMap(({ name }) => {
		const ids = listReferences(props[name]);
		const left = ids.filter((id) => !shut.entities.has(id));
		return left.length === ids.length ? [] : [[name, left]];
	});
	return { ...props, ...Object.fromEntries(kept) };
}

/** Returns the text without the excluded blocks; the text before and after each is joined. */
function cutBlocks({ entity, blocks }: Page, shut: ShutOut): string {
	const { body } = entity;
	const gone = blocks.filter(({ id }) => shut.blocks.has(id));
	const edges = [0, ...gone.flatMap(({ start_offset, end_offset }) => [start_offset, end_offset])];
	const kept = edges.flatMap((edge, index) => (index % 2 === 0 ? [body.slice(edge, edges[index + 1])] : []));
	return kept.join("");
}

function narrowPage(page: Page, shut: ShutOut): Page {
	const gone = page.blocks.filter(({ id }) => shut.blocks.has(id));
	const counts = { ...page.counts };
	for (const { kind } of gone) counts[kind] = (counts[kind] ?? 1) - 1;
	return { ...page, counts, blocks: page.blocks.filter((block) => !gone.includes(block)) };
}

/** Wraps rows so that excluded entities do not exist for any of the queries. */
function narrowRows(rows: Rows, graph: GraphView, shut: ShutOut): Rows {
	const cut = new Set(shut.blocks.values());
	const narrow = async (found: ReadonlyMap<string, Entity>): Promise<ReadonlyMap<string, Entity>> => {
		const nodes = [...found.keys()].filter((id) => cut.has(id)).flatMap((id) => graph.node(id) ?? []);
		const pages = await rows.pages(nodes, { blocks: ALL_BLOCKS });
		const entities = [...found.values()].filter(({ id }) => !shut.entities.has(id));
		return new Map(
			entities.map((entity) => {
				const page = pages.get(entity.id);
				const whole = page?.entity ?? entity;
				const body = page ? cutBlocks(page, shut) : whole.body;
				return [entity.id, { ...whole, body, props: forgetReferences(whole, graph.kinds, shut) }];
			}),
		);
	};
	const narrowed: Pick<Rows, keyof Rows> = {
		access: rows.access,
		get: (name) => rows.get(name),
		getMany: async (ids) => narrow(await rows.getMany(ids)),
		addTexts: async (nodes) => narrow(await rows.addTexts(nodes)),
		blocks: async (name) => (await rows.blocks(name)).filter(({ id }) => !shut.blocks.has(id)),
		entityOfBlock: async (id) => (shut.blocks.has(id) ? undefined : rows.entityOfBlock(id)),
		pages: async (nodes, limits) => {
			const pages = await rows.pages(nodes, limits);
			return new Map([...pages].map(([id, page]) => [id, narrowPage(page, shut)]));
		},
		list: (filter) => rows.list(filter),
	};
	return narrowed as Rows;
}

/**
 * Returns a reader for whom the excluded entities do not exist, as if they were unreadable: so they can be in no
 * section, no count, no path and no field. A filter at the end would leave traces.
 */
export async function excludeFromReader(reader: Reader, request: ContextRequest): Promise<Reader> {
	const names = [...new Set(request.hints?.excludeBlocks)];
	if (names.length === 0) return reader;
	const shut = await findShutOut(reader, names);
	await refuseContradictions(reader, request, shut);
	const graph = reader.graph.without(shut.entities);
	const key = [...shut.entities, ...shut.blocks.keys()].sort();
	return {
		...reader,
		graph,
		rows: narrowRows(reader.rows, graph, shut),
		cache: {
			get: (surface, params, make) => reader.cache.get(surface, ["without", key, params], make),
		},
	};
}
