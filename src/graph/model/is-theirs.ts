import type { EntityHeader } from "./entity.ts";
import type { Kind } from "./kind.ts";

/** A person, by account and by the names that others write into fields. */
export interface Person {
	readonly accountId: string;
	readonly names: readonly string[];
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

/** The names in the field by which a kind assigns its entities: a list, or one text. */
export function listAssignees(
	{ assignedBy }: Kind,
	{ props }: Pick<EntityHeader, "props">,
): readonly string[] {
	const named = assignedBy === undefined ? [] : [props[assignedBy] ?? []].flat();
	return named.map(String).filter((name) => name !== "");
}

/** Whether something is assigned to a person; what is assigned to nobody is theirs when they own it. */
export function isTheirs(
	kind: Kind,
	node: Pick<EntityHeader, "props" | "owner_id">,
	{ accountId, names }: Person,
): boolean {
	const assignees = listAssignees(kind, node);
	if (assignees.length === 0) return node.owner_id === accountId;
	return assignees.some((name) => names.some((own) => fold(own) === fold(name)));
}
