import type { AccessSet } from "../model/access.ts";
import type { Feed } from "../store/feed.ts";
import type { GraphView } from "./graph-view.ts";
import { ResidentGraph } from "./resident-graph.ts";

/** The workspaces in memory. Built at first use, brought up to date before every answer, free to be thrown away. */
export class ResidentGraphs {
	readonly #feed: Feed;
	readonly #graphs = new Map<string, ResidentGraph>();
	/** One catch-up at a time for each workspace: two that ran side by side would apply the same batch twice. */
	readonly #catchingUp = new Map<string, Promise<void>>();

	constructor(feed: Feed) {
		this.#feed = feed;
	}

	/** What the principal may see, at the revision their access set was read at or a later one. */
	async view(access: AccessSet): Promise<GraphView> {
		const { workspaceId, revision } = access;
		while ((this.#graphs.get(workspaceId)?.revision ?? -1) < revision) {
			const running = this.#catchingUp.get(workspaceId) ?? this.#startCatchingUp(workspaceId);
			await running;
		}
		return (this.#graphs.get(workspaceId) as ResidentGraph).view(access);
	}

	#startCatchingUp(workspaceId: string): Promise<void> {
		const work = this.#catchUp(workspaceId).finally(() => this.#catchingUp.delete(workspaceId));
		this.#catchingUp.set(workspaceId, work);
		return work;
	}

	async #catchUp(workspaceId: string): Promise<void> {
		const known = this.#graphs.get(workspaceId);
		const [kinds, batch] = await Promise.all([
			this.#feed.kinds(workspaceId),
			this.#feed.read(workspaceId, known?.revision ?? null),
		]);
		const graph = known ?? new ResidentGraph(kinds);
		graph.apply(batch, kinds);
		this.#graphs.set(workspaceId, graph);
	}
}
