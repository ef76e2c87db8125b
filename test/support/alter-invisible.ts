import type { Principal } from "../../src/graph/model/access.ts";
import type { Edge, Entity } from "../../src/graph/model/entity.ts";
import type { Random } from "./random.ts";
import { makeRandomWorkspace, type RandomWorkspace, WORDS } from "./random-workspace.ts";
import { judgeVisible } from "./rights-oracle.ts";

/** The same row with other words, times and states, and the same place and rights. */
function rewrite(random: Random, entity: Entity): Entity {
	const words = (): string => random.list(random.between(1, 9), () => random.pick(WORDS)).join(" ");
	return {
		...entity,
		title: words(),
		aliases: [words()],
		body: words().repeat(random.between(1, 20)),
		description: words(),
		props: { extra: words() },
		updated_at: new Date(Date.parse(entity.updated_at) + random.between(0, 9) * 1_800_000).toISOString(),
		archived_at: null,
		version: entity.version + random.between(0, 5),
	};
}

/** Entities that only their owner, who is somebody else, may read; some of them with the names of what is visible. */
function makeHidden(random: Random, workspace: RandomWorkspace, reader: Principal): Entity[] {
	const owners = workspace.people.filter(({ id, role }) => role !== null && id !== reader.accountId);
	const models = makeRandomWorkspace(random.between(1, 1_000_000)).entities.filter(
		({ kind }) => kind !== "project",
	);
	const owner = random.pickMaybe(owners);
	if (owner === undefined) return [];
	return random.some(models, 0.4).map((model) => ({
		...model,
		title: random.chance(0.5) ? random.pick(workspace.entities).title : model.title,
		project_id: random.chance(0.5) ? (random.pickMaybe(workspace.projects)?.id ?? null) : null,
		visibility: "private",
		owner_id: owner.id,
		created_by: owner.id,
	}));
}

const joins = (id: string, edge: Edge): boolean => edge.src_id === id || edge.dst_id === id;

/**
 * A copy of the workspace under another id that differs only in what one reader may not read: such entities and edges are
 * rewritten, taken out and added. What the reader may read keeps every byte.
 */
export function alterInvisible(
	random: Random,
	workspace: RandomWorkspace,
	reader: Principal,
): RandomWorkspace {
	const visible = judgeVisible(workspace, reader);
	const isVisible = new Set(visible.entities.map(({ id }) => id));
	const isVisibleEdge = new Set(visible.edges.map(({ id }) => id));
	const needed = new Set(workspace.entities.map((entity) => entity.project_id));
	const kept = workspace.entities.flatMap((entity) => {
		if (isVisible.has(entity.id)) return [entity];
		// Where a visible entity is filed stays in place, though nobody may look at it.
		if (!needed.has(entity.id) && random.chance(0.3)) return [];
		return [random.chance(0.7) ? rewrite(random, entity) : entity];
	});
	const added = makeHidden(random, workspace, reader);
	const entities = [...kept, ...added];
	const isThere = new Set(entities.map(({ id }) => id));
	const oldEdges = workspace.edges.filter(
		(edge) =>
			isVisibleEdge.has(edge.id) ||
			(isThere.has(edge.src_id) && isThere.has(edge.dst_id) && random.chance(0.5)),
	);
	const newEdges = added.flatMap((entity): Edge[] => {
		const other = random.pick(entities);
		if (other.id === entity.id) return [];
		const [src, dst] = random.chance(0.5) ? [entity, other] : [other, entity];
		const { created_by, created_at } = entity;
		const ends = { src_id: src.id, rel: "relates_to", dst_id: dst.id };
		return [{ id: random.id(), ...ends, origin: "stated", text: "hidden", created_by, created_at }];
	});
	const edges = [
		...new Map(
			[...oldEdges, ...newEdges].map((edge) => [
				`${edge.src_id} ${edge.rel} ${edge.dst_id} ${edge.origin}`,
				edge,
			]),
		).values(),
	];
	const id = random.id();
	return {
		...workspace,
		id,
		entities,
		edges: edges.filter(
			(edge) => !added.some((entity) => joins(entity.id, edge)) || edge.origin === "stated",
		),
		shares: workspace.shares.filter(({ entityId }) => isThere.has(entityId)),
		projects: workspace.projects.filter((project) => isThere.has(project.id)),
		principals: workspace.principals.map((principal) => ({ ...principal, workspaceId: id })),
	};
}
