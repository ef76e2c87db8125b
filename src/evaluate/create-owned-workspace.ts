import type { Principal } from "../graph/model/access.ts";
import type { Store } from "../graph/store/store.ts";

/** A workspace of its own with one owner, in a store that is thrown away afterwards. */
export async function createOwnedWorkspace(
	{ workspaces }: Pick<Store, "workspaces">,
	{ name, owner }: { readonly name: string; readonly owner: string },
): Promise<Principal> {
	const workspace = await workspaces.create(name);
	const person = { email: `${owner.toLowerCase()}@localhost`, display_name: owner };
	const account = await workspaces.ensureAccount(person);
	await workspaces.setMember(workspace.id, account.id, "owner");
	return { workspaceId: workspace.id, accountId: account.id };
}
