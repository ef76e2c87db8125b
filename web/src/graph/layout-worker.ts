import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";

export interface LayoutRequest {
	readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number }[];
	readonly edges: readonly (readonly [string, string])[];
}

export type LayoutAnswer = readonly (readonly [id: string, x: number, y: number])[];

const iterations = (size: number): number => (size > 1000 ? 120 : 300);

/** Places the nodes of a graph, away from the thread that draws. */
addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
	const graph = new Graph({ multi: true });
	for (const { id, x, y } of data.nodes) graph.addNode(id, { x, y });
	for (const [source, target] of data.edges) graph.addEdge(source, target);
	const settings = forceAtlas2.inferSettings(graph);
	const places = forceAtlas2(graph, {
		iterations: iterations(data.nodes.length),
		settings: {
			...settings,
			barnesHutOptimize: data.nodes.length > 300,
			scalingRatio: 20,
			gravity: 0.6,
			linLogMode: true,
		},
	});
	const answer: LayoutAnswer = Object.entries(places).map(([id, { x, y }]) => [id, x, y]);
	postMessage(answer);
});
