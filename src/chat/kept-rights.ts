import type { Graph } from "../graph/graph.ts";
import type { AccessSet } from "../graph/model/access.ts";
import { EntityNotFoundError, SkeinError } from "../graph/model/errors.ts";
import { countMovedRights } from "../graph/store/rights/access.ts";

export const rightsChanged = (): SkeinError =>
	new SkeinError(
		"rights_changed",
		"What you may read has changed while this was answered. Ask again about what you may read now.",
	);

export interface KeptRightsInput {
	readonly graph: Graph;
	/** The rights that the prompt was made with. */
	readonly access: AccessSet;
	readonly shown: readonly string[];
	/** Contexts of earlier messages, which the model reads again. */
	readonly contexts: readonly string[];
}

/**
 * Watches over what a turn has shown. A right that is taken away while the model is thinking must not be used in its
 * next pass, nor for the rest of what it is saying.
 */
export class KeptRights {
	readonly #input: KeptRightsInput;
	readonly #shown: Set<string>;
	#seen: Pick<AccessSet, "epoch" | "revision">;
	/** Nothing, before the first check: rights may have moved while the prompt was made. */
	#moves: number | undefined;
	/** Whether something was shown since the last check that looked at all of it. */
	#isUnchecked = false;

	constructor(input: KeptRightsInput) {
		this.#input = input;
		this.#shown = new Set(input.shown);
		this.#seen = input.access;
	}

	add(ids: readonly string[]): void {
		for (const id of ids) this.#shown.add(id);
		// A right that went while the tool was reading was seen by a check that did not know of these yet.
		this.#isUnchecked = true;
	}

	/** Whether this process has moved rights since the last check. Costs nothing, so that it can be asked before every word. */
	get mayHaveMoved(): boolean {
		return countMovedRights(this.#input.access.workspaceId) !== this.#moves;
	}

	/** The same as `check`, without the reason, for callers who may not learn it. */
	areKept(): Promise<boolean> {
		return this.check().then(
			() => true,
			() => false,
		);
	}

	/** Throws when something that was shown may no longer be read. */
	async check(): Promise<void> {
		const { graph, access, contexts } = this.#input;
		const moves = countMovedRights(access.workspaceId);
		const moment = await graph.store.workspaces.readMoment(access.workspaceId);
		// Rights move the epoch; a thing that is made private moves the revision alone.
		const isSameMoment = moment.epoch === this.#seen.epoch && moment.revision === this.#seen.revision;
		if (isSameMoment && !this.#isUnchecked) {
			this.#moves = moves;
			return;
		}
		const now = await graph.store.access(access.principal).catch((error: unknown) => {
			throw error instanceof EntityNotFoundError ? rightsChanged() : error;
		});
		const { manifests } = graph.store.as(now);
		const lost =
			(await manifests.isForbidden([...this.#shown])) || (await manifests.forbidden(contexts)).size > 0;
		if (lost) throw rightsChanged();
		// Only now: a check that has found a right lost must find it again.
		this.#isUnchecked = false;
		this.#seen = now;
		this.#moves = moves;
	}
}
