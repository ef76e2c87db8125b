import type { EntityNode, Kind } from "./kind.ts";

/** A person, by account and by the names that others write into fields. */
export interface Person {
	readonly accountId: string;
	readonly names: readonly string[];
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

/** Whether something is assigned to a person; what is assigned to nobody is theirs when they own it. */
export function isTheirs(
	kind: Kind,
	{ props, owner_id }: Pick<EntityNode, "props" | "owner_id">,
	{ accountId, names }: Person,
): boolean {
	const assignees = kind.assignedBy === undefined ? undefined : props[kind.assignedBy];
	if (!Array.isArray(assignees) || assignees.length === 0) return owner_id === accountId;
	return assignees.some((name) => names.some((own) => fold(own) === fold(String(name))));
}
