import type { ServedWorkbench } from "./serve-workbench.ts";

/** Everybody who can call the server under a name. */
export const PRINCIPALS = [
	"owner",
	"admin",
	"member",
	"guest",
	"viewer",
	"editor",
	"stranger",
	"readToken",
	"boundToken",
] as const;
export type Principal = (typeof PRINCIPALS)[number];

export interface Cast {
	/** A private project of the owner's, with its viewer and its editor. */
	readonly closedProject: string;
	/** The secret with which each of them signs in. */
	readonly secrets: Readonly<Record<Principal, string>>;
}

/** One of each: what they are to the workspace, to its closed project, and through a token of the owner's. */
export async function gatherCast({ bench }: ServedWorkbench, closedTitle: string): Promise<Cast> {
	const { workspaceId, people } = bench;
	const { workspaces, credentials } = bench.graph.store;
	const addPerson = async (name: string, role: "admin" | "guest"): Promise<string> => {
		const account = await workspaces.ensureAccount({ email: `${name}@${workspaceId}`, display_name: name });
		await workspaces.setMember(workspaceId, account.id, role);
		return account.id;
	};
	const closedProject = await bench.project(closedTitle, { visibility: "private" });
	const inside = { viewer: await addPerson("vera", "guest"), editor: await addPerson("eve", "guest") };
	for (const role of ["viewer", "editor"] as const) {
		const accountId = inside[role];
		await workspaces.setProjectMember({ workspaceId, projectId: closedProject, accountId, role });
	}
	const elsewhere = await workspaces.create("Elsewhere");
	await workspaces.setMember(elsewhere.id, people.zoe, "owner");
	const session = async (accountId: string, workspace = workspaceId): Promise<string> => {
		const secret = { workspaceId: workspace, accountId, purpose: "session", mode: "write" } as const;
		return (await credentials.create(secret)).token;
	};
	const token = async (grant: object): Promise<string> => {
		const secret = { workspaceId, accountId: people.ada, purpose: "token", mode: "read" } as const;
		return (await credentials.create({ ...secret, ...grant })).token;
	};
	return {
		closedProject,
		secrets: {
			owner: await session(people.ada),
			admin: await session(await addPerson("dan", "admin")),
			member: await session(people.ben),
			guest: await session(people.gil),
			viewer: await session(inside.viewer),
			editor: await session(inside.editor),
			stranger: await session(people.zoe, elsewhere.id),
			readToken: await token({}),
			boundToken: await token({ mode: "write", projectIds: [await bench.project("Other")] }),
		},
	};
}
