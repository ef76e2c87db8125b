import { createHash } from "node:crypto";
import type { Graph } from "../graph/graph.ts";
import type { NewEntity } from "../graph/model/entity.ts";
import type { Json, JsonObject } from "../graph/model/json.ts";
import type { Operation } from "../graph/model/operation.ts";
import type { Workspace } from "../graph/store/people/workspaces.ts";
import type { DemoEntity } from "./demo-part.ts";
import { type DemoWorkspace, demoWorkspace } from "./demo-workspace.ts";

const VIA = "demo";
const DAY = 86_400_000;
const MORNING = "T08:00:00.000Z";

/** When the demo company began: ids tell the time, and whatever is made later must count as newer. */
const BEGINNING = Date.UTC(2026, 0, 5).toString(16).padStart(12, "0");

/** The same key has the same id in every demo, so that links into it and screenshots of it stay true. */
function idOf(key: string): string {
	const hex = createHash("sha256").update(`skein demo ${key}`).digest("hex");
	return `${BEGINNING.slice(0, 8)}-${BEGINNING.slice(8)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function resolveKeys(value: Json): Json {
	if (typeof value === "string") return value.startsWith("key:") ? idOf(value.slice("key:".length)) : value;
	if (Array.isArray(value)) return value.map(resolveKeys);
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(
		Object.entries(value as JsonObject).map(([key, entry]) => [key, resolveKeys(entry ?? null)]),
	);
}

function toNewEntity(entity: DemoEntity, today: string): NewEntity {
	const onDay = (offset: number): string =>
		new Date(Date.parse(today) + offset * DAY).toISOString().slice(0, 10) + MORNING;
	const { key, project, by: _, created, updated, props, ...columns } = entity;
	return {
		...columns,
		id: idOf(key),
		...(project !== undefined && { project_id: idOf(project) }),
		...(props !== undefined && { props: resolveKeys(props) as JsonObject }),
		created_at: onDay(created),
		updated_at: onDay(updated ?? created),
	};
}

/** The accounts of the demo, by key, as members of the workspace. */
async function addPeople(
	graph: Graph,
	workspace: Workspace,
	demo: DemoWorkspace,
): Promise<ReadonlyMap<string, string>> {
	const accounts = new Map<string, string>();
	for (const { key, role, ...person } of demo.accounts) {
		const account = await graph.store.workspaces.ensureAccount(person);
		await graph.store.workspaces.setMember(workspace.id, account.id, role);
		accounts.set(key, account.id);
	}
	return accounts;
}

/** Fills a new workspace with the demo as of today. Everybody writes what is theirs, with their own rights. */
export async function loadDemo(graph: Graph, today: string): Promise<Workspace> {
	const demo = demoWorkspace(today);
	const { workspaces } = graph.store;
	const workspace = await workspaces.create(demo.name, { filling: true });
	const accounts = await addPeople(graph, workspace, demo);

	const owner = demo.accounts[0]?.key ?? "";
	const authorOf = new Map(demo.entities.map((entity) => [entity.key, entity.by ?? owner]));
	const commit = async (author: string, operations: readonly Operation[]): Promise<void> => {
		if (operations.length === 0) return;
		const accountId = accounts.get(author) ?? "";
		const { writer } = await graph.as({ workspaceId: workspace.id, accountId });
		await writer.commit(operations, VIA);
	};

	const projectKeys = new Set(demo.projectAccess.map((access) => access.project));
	const isProject = (entity: DemoEntity): boolean => projectKeys.has(entity.key);
	const create = (entity: DemoEntity): Operation => ({ op: "create", entity: toNewEntity(entity, today) });
	await commit(owner, [
		...demo.kinds.map((definition): Operation => ({ op: "define_kind", definition })),
		...demo.entities.filter(isProject).map(create),
	]);
	for (const { project, visibility, members } of demo.projectAccess) {
		const projectId = idOf(project);
		await workspaces.setProjectVisibility(workspace.id, projectId, visibility);
		for (const { account, role } of members) {
			const accountId = accounts.get(account) ?? "";
			await workspaces.setProjectMember({ workspaceId: workspace.id, projectId, accountId, role });
		}
	}
	for (const author of accounts.keys()) {
		const own = demo.entities.filter((entity) => !isProject(entity) && authorOf.get(entity.key) === author);
		await commit(author, own.map(create));
	}
	for (const author of accounts.keys()) {
		const own = demo.edges.filter((edge) => authorOf.get(edge.src) === author);
		await commit(
			author,
			own.map(({ src, dst, ...edge }) => ({
				op: "link",
				edge: { ...edge, src_id: idOf(src), dst_id: idOf(dst) },
			})),
		);
	}
	await workspaces.markReady(workspace.id);
	return workspace;
}
