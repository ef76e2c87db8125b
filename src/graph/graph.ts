import type { AccessSet, Principal } from "./model/access.ts";
import type { GraphView } from "./search/graph-view.ts";
import { ResidentGraphs } from "./search/resident-graphs.ts";
import type { Activity } from "./store/activity.ts";
import type { Chats } from "./store/chats.ts";
import type { Imports } from "./store/imports.ts";
import type { Manifests } from "./store/manifests.ts";
import type { Rows } from "./store/rows.ts";
import type { Store } from "./store/store.ts";
import type { Writer } from "./store/writer.ts";

/**
 * All that one principal may know, at one moment: `graph` to select and walk in memory, `rows` to fetch what will be
 * shown. Whoever holds a reader can reach nothing else, so rights cannot be forgotten.
 */
export interface Reader {
	readonly access: AccessSet;
	readonly graph: GraphView;
	readonly rows: Rows;
}

export interface Session {
	readonly reader: Reader;
	readonly writer: Writer;
	readonly chats: Chats;
	readonly manifests: Manifests;
	readonly imports: Imports;
	readonly activity: Activity;
}

/** The typed graph: a store and the resident graphs that follow it. */
export class Graph {
	readonly store: Store;
	readonly #resident: ResidentGraphs;

	constructor(store: Store) {
		this.store = store;
		this.#resident = new ResidentGraphs(store.feed);
	}

	/** Asks who this is and what they may see, catches up with the log, and hands out what they may use. */
	async as(principal: Principal): Promise<Session> {
		for (;;) {
			const access = await this.store.access(principal);
			const graph = await this.#resident.view(access);
			if (graph === undefined) continue;
			const { rows, ...rest } = this.store.as(access);
			return { reader: { access, graph, rows }, ...rest };
		}
	}

	close(): Promise<void> {
		return this.store.close();
	}
}
