import type { Session } from "../graph/graph.ts";

/**
 * Which kinds of the workspace's own get a tool in this turn, and whether it is tainted. The names of a kind and of its
 * fields stand in its tool, so a kind that somebody else has defined is text by others: it is offered only where text by
 * others is read anyway. What was offered in the chat before stays in its place: a list that moves empties prompt caches.
 */
export async function offerKinds(
	{ reader, authorship }: Session,
	prompt: { readonly shown: readonly string[]; readonly offered: readonly string[] },
	isTainted: boolean,
): Promise<{ readonly tainted: Promise<boolean>; readonly kinds: readonly string[] }> {
	const { kinds } = reader.graph;
	const all = kinds.all.map(({ kind }) => kind).filter(kinds.isOwn);
	const known = prompt.offered.filter(kinds.isOwn);
	const shownKinds = prompt.shown.flatMap((id) => reader.graph.node(id)?.kind ?? []).filter(kinds.isOwn);
	const said = { entityIds: prompt.shown, kinds: [...new Set([...known, ...shownKinds])] };
	const judge = async (): Promise<boolean> => isTainted || !(await authorship.isAllOwn(said));
	const tainted = judge();
	// Where there are no such kinds, nothing that is sent depends on it, and the model is asked meanwhile.
	if (all.length === 0) return { tainted, kinds: [] };
	const fresh = all.filter((kind) => !known.includes(kind));
	if (await tainted) return { tainted, kinds: [...known, ...fresh] };
	const own: string[] = [];
	for (const kind of fresh) if (await authorship.isAllOwn({ entityIds: [], kinds: [kind] })) own.push(kind);
	return { tainted, kinds: [...known, ...own] };
}
