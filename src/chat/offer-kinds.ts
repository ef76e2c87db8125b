import type { ForeignText } from "../contract/event.ts";
import type { Session } from "../graph/graph.ts";
import type { OwnWords } from "./own-words.ts";

/** Kinds of the workspace's own that get a tool in this turn, and all that is foreign in its prompt. */
export interface OfferedKinds {
	readonly kinds: readonly string[];
	readonly foreign: Promise<readonly ForeignText[]>;
}

/**
 * The names of a kind and of its fields are part of its tool, so a kind that somebody else has defined is foreign text:
 * it is offered only where foreign text is read anyway. A kind that was offered in the chat before keeps its place: a list that
 * moves empties the provider's prompt cache.
 */
export async function offerKinds({
	session,
	ownWords,
	offered,
	foreign,
}: {
	readonly session: Session;
	readonly ownWords: OwnWords;
	readonly offered: readonly string[];
	/** What is foreign in the rest of the prompt. */
	readonly foreign: Promise<readonly ForeignText[]>;
}): Promise<OfferedKinds> {
	const { kinds } = session.reader.graph;
	const all = kinds.all.map(({ kind }) => kind).filter(kinds.isOwn);
	// Where there are no such kinds, nothing that is sent depends on the authors, and the model is called meanwhile.
	if (all.length === 0) return { kinds: [], foreign };
	const known = offered.filter(kinds.isOwn);
	const fresh = all.filter((kind) => !known.includes(kind));
	// Where foreign text is read anyway, the names of kinds add nothing to it, and need not be judged.
	if ((await foreign).length > 0) return { kinds: [...known, ...fresh], foreign };
	const own = (await ownWords.openOwn()).reader.graph.kinds;
	const foreignKinds = known.filter((kind) => !own.isOwn(kind));
	if (foreignKinds.length === 0) return { kinds: [...known, ...fresh.filter(own.isOwn)], foreign };
	const named = foreignKinds.map((name): ForeignText => ({ source: "kind", name }));
	return { kinds: [...known, ...fresh], foreign: Promise.resolve(named) };
}
