import { parentPort, workerData } from "node:worker_threads";
import { KindRegistry } from "../../model/kinds/kind-registry.ts";
import { readEdgePage, readEntityPage } from "../../store/feed.ts";
import { languageOf } from "../languages/all-languages.ts";
import type { GraphReply, GraphRequest, GraphThreadData } from "./graph-thread.ts";
import { loadSnapshot, packGraph, saveSnapshot } from "./pack-graph.ts";
import { ResidentGraph } from "./resident-graph.ts";

const port = parentPort;
if (port === null) throw new Error("graph-worker runs as a worker thread");
const { workspaceId, folder, language } = workerData as GraphThreadData;
const reply = (message: GraphReply): void => port.postMessage(message);

// Kinds play no part in what is built here; the graph gets them when it catches up.
const graph = new ResidentGraph(new KindRegistry([]), undefined, languageOf(language));
const NOTHING = { entities: [], edges: [], removedEdges: [], relinked: [] };

port.on("message", async (request: GraphRequest) => {
	switch (request.kind) {
		case "load":
			return reply({ image: (folder && (await loadSnapshot(folder, { workspaceId, language }))) || null });
		case "entities":
			return graph.gather({ ...NOTHING, entities: readEntityPage(request.page) });
		case "edges":
			return graph.gather({ ...NOTHING, edges: readEdgePage(request.page) });
		case "finish": {
			graph.complete();
			const image = packGraph(graph.toParts(), { ...request.at, workspaceId, language });
			reply({ image });
			// A full disk costs a slower start next time and nothing else.
			if (folder) await saveSnapshot(folder, workspaceId, image).catch(() => undefined);
			port.close();
		}
	}
});
