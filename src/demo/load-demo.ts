import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Graph } from "../graph/graph.ts";
import type { ProjectRole, WorkspaceRole } from "../graph/model/access.ts";
import type { NewEntity } from "../graph/model/entity.ts";
import { KindRegistry } from "../graph/model/kinds/kind-registry.ts";
import type { Operation } from "../graph/model/operation.ts";
import { makeOwnKind } from "../graph/model/own-kind.ts";
import type { Workspace } from "../graph/store/people/workspaces.ts";
import { openSourceFiles } from "../graph/transfer/files/open-source-files.ts";
import {
	type ArchiveContent,
	type ArchivedEntity,
	readArchive,
} from "../graph/transfer/sources/jsonl/read-archive.ts";
import { referencesOf, toNewEntity } from "../graph/transfer/sources/jsonl/read-jsonl-source.ts";

const VIA = "demo";
const FOLDER = fileURLToPath(new URL("rillmark", import.meta.url));

/** When the demo company began: ids contain a time, and entities made later must count as newer. */
const BEGINNING = Date.UTC(2026, 0, 5).toString(16).padStart(12, "0");

/** The same key has the same id in every demo, so that links into it and screenshots of it stay valid. */
function idOf(key: string): string {
	const hex = createHash("sha256").update(`skein demo ${key}`).digest("hex");
	return `${BEGINNING.slice(0, 8)}-${BEGINNING.slice(8)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The demo with keys in place of ids, as its files give it on a day (YYYY-MM-DD). */
export interface DemoWorkspace extends Pick<ArchiveContent, "name" | "kinds" | "entities" | "edges"> {
	/** The owner first. Accounts write in this order: nobody refers to what a later one writes, except by a link within one project. */
	readonly accounts: readonly {
		/** What `created_by` of an entity names. */
		readonly id: string;
		readonly display_name: string;
		readonly email: string;
		readonly profile: Readonly<Record<string, string>>;
	}[];
	readonly members: readonly { readonly account_id: string; readonly role: WorkspaceRole }[];
	readonly projectAccess: readonly {
		readonly project_id: string;
		readonly visibility: "private" | "workspace";
	}[];
	readonly projectMembers: readonly {
		readonly project_id: string;
		readonly account_id: string;
		readonly role: ProjectRole;
	}[];
}

export async function readDemo(today: string): Promise<DemoWorkspace> {
	const content = await readArchive({ files: await openSourceFiles(FOLDER), today });
	const rowsOf = <Row>(type: string): readonly Row[] => (content.people.get(type) ?? []) as unknown as Row[];
	return {
		...content,
		accounts: rowsOf("account"),
		members: rowsOf("member"),
		projectAccess: rowsOf("project_access"),
		projectMembers: rowsOf("project_member"),
	};
}

/** Fills a new workspace with the demo as of today. Each account writes its own entities, with its own rights. */
export async function loadDemo(graph: Graph, today: string): Promise<Workspace> {
	const demo = await readDemo(today);
	const { workspaces } = graph.store;
	const workspace = await workspaces.create(demo.name, { filling: true });
	const accounts = new Map<string, string>();
	for (const { id, ...person } of demo.accounts) {
		accounts.set(id, (await workspaces.ensureAccount(person)).id);
	}
	const accountOf = (key: string): string => accounts.get(key) ?? "";
	for (const { account_id, role } of demo.members) {
		await workspaces.setMember(workspace.id, accountOf(account_id), role);
	}
	const commit = async (author: string, operations: readonly Operation[]): Promise<void> => {
		if (operations.length === 0) return;
		const { writer } = await graph.openSession({ workspaceId: workspace.id, accountId: accountOf(author) });
		await writer.commit(operations, VIA);
	};

	const known = {
		kinds: new KindRegistry(demo.kinds.map(makeOwnKind)),
		ids: new Set(demo.entities.map(({ id }) => id)),
	};
	const create = (entity: ArchivedEntity): Operation => ({ op: "create", entity: withIds(entity, known) });
	const isProject = (entity: ArchivedEntity): boolean => entity.project_id === entity.id;
	const [owner = ""] = accounts.keys();
	await commit(owner, [
		...demo.kinds.map((definition): Operation => ({ op: "define_kind", definition })),
		...demo.entities.filter(isProject).map(create),
	]);
	for (const { project_id, visibility } of demo.projectAccess) {
		await workspaces.setProjectVisibility(workspace.id, idOf(project_id), visibility);
	}
	for (const { project_id, account_id, role } of demo.projectMembers) {
		const [projectId, accountId] = [idOf(project_id), accountOf(account_id)];
		await workspaces.setProjectMember({ workspaceId: workspace.id, projectId, accountId, role });
	}
	for (const author of accounts.keys()) {
		const own = demo.entities.filter((entity) => !isProject(entity) && entity.created_by === author);
		await commit(author, own.map(create));
	}
	const authorOf = new Map(demo.entities.map((entity) => [entity.id, entity.created_by]));
	for (const author of accounts.keys()) {
		const own = demo.edges.filter((edge) => authorOf.get(edge.src_id) === author);
		await commit(
			author,
			own.map(({ src_id, dst_id, ...edge }) => ({
				op: "link",
				edge: { ...edge, src_id: idOf(src_id), dst_id: idOf(dst_id) },
			})),
		);
	}
	await workspaces.markReady(workspace.id);
	return workspace;
}

/** Carries a description over into the workspace: names of other entities become their ids. */
function withIds(entity: ArchivedEntity, known: Parameters<typeof referencesOf>[1]): NewEntity {
	const references = referencesOf(entity, known).map(({ field, to, list }) => {
		const ids = to.map(idOf);
		return [field, list ? ids : (ids[0] ?? null)] as const;
	});
	const props = { ...entity.props, ...Object.fromEntries(references) };
	return {
		...toNewEntity(entity, { props, visibility: entity.visibility }),
		id: idOf(entity.id),
		...(entity.project_id !== null && { project_id: idOf(entity.project_id) }),
	};
}
