import { loadDemo } from "../../src/demo/load-demo.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Store } from "../../src/graph/store/store.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { openTestDatabase } from "./open-test-database.ts";

export const TODAY = "2026-11-15";
export const NOW = `${TODAY}T09:00:00.000Z`;

export interface Demo {
	readonly skein: Skein;
	readonly workspaceId: string;
	/** By e-mail address or name; the owner without one. */
	as(person?: string): Promise<SkeinSession>;
	close(): Promise<void>;
}

/** The demo workspace in an embedded store of its own. */
export async function openDemo(): Promise<Demo> {
	const skein = new Skein(new Graph(new Store(await openTestDatabase())));
	const workspace = await loadDemo(skein.graph, TODAY);
	return {
		skein,
		workspaceId: workspace.id,
		as: async (person) => skein.as(await skein.principal(workspace.id, person)),
		close: () => skein.close(),
	};
}
