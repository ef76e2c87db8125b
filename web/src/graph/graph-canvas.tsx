import Graph from "graphology";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import Sigma from "sigma";
import type { GraphEdge, GraphNode } from "../../../src/client/context-calls.ts";
import { Notice } from "../design/notice.tsx";
import { useMediaQuery } from "../design/use-media-query.ts";
import { useKinds } from "../entities/use-kinds.ts";
import { useTheme } from "../route/use-theme.ts";
import type { LayoutAnswer, LayoutRequest } from "./layout-worker.ts";

export interface GraphCanvasProps {
	readonly rootId: string;
	readonly nodes: readonly DrawnNode[];
	readonly edges: readonly GraphEdge[];
	readonly hidden: Hidden;
	readonly onOpen: (id: string) => void;
}

/** The kinds and the relations that a graph does not show. */
export interface Hidden {
	readonly kinds: ReadonlySet<string>;
	readonly relations: ReadonlySet<string>;
}

export const nothingHidden: Hidden = { kinds: new Set(), relations: new Set() };

/** The picture of a graph. Its colours are fixed when it is drawn, so that another theme needs another picture. */
export function GraphCanvas(props: GraphCanvasProps) {
	const [theme] = useTheme();
	const systemDark = useMediaQuery("(prefers-color-scheme: dark)");
	const dark = theme === "dark" || (theme === "system" && systemDark);
	return <Picture key={dark ? "dark" : "light"} {...props} dark={dark} />;
}

/** Hidden from screen readers: the table below it holds the same. */
function Picture(props: GraphCanvasProps & { readonly dark: boolean }) {
	const { dark, rootId, nodes, edges, hidden, onOpen } = props;
	const container = useRef<HTMLDivElement>(null);
	const drawn = useRef<ReturnType<typeof drawGraph> | null>(null);
	const kinds = useKinds();
	const [failed, setFailed] = useState(false);

	const open = useEffectEvent(onOpen);
	const begin = useEffectEvent((element: HTMLElement) =>
		drawGraph({
			container: element,
			rootId,
			colourOf: (kind) => readColour(`oklch(${dark ? "0.7 0.11" : "0.64 0.125"} ${kinds(kind).hue})`),
			ink: readColour(dark ? "oklch(0.8 0.008 275)" : "oklch(0.41 0.012 275)"),
			line: readColour(dark ? "oklch(0.36 0.009 275)" : "oklch(0.85 0.006 85)"),
			onOpen: (id) => open(id),
		}),
	);
	const fill = useEffectEvent(() => {
		drawn.current?.show(nodes, edges);
		drawn.current?.hide(hidden);
	});

	useEffect(() => {
		if (container.current === null) return;
		try {
			drawn.current = begin(container.current);
			fill();
		} catch {
			setFailed(true);
		}
		return () => {
			drawn.current?.close();
			drawn.current = null;
		};
	}, []);
	useEffect(() => drawn.current?.show(nodes, edges), [nodes, edges]);
	useEffect(() => drawn.current?.hide(hidden), [hidden]);

	if (failed) {
		return (
			<Notice tone="quiet" title="The picture cannot be drawn here">
				This browser has no WebGL. The table below holds the same graph.
			</Notice>
		);
	}
	return (
		<div
			ref={container}
			aria-hidden="true"
			className="h-full min-h-72 w-full rounded-md border border-line bg-surface"
		/>
	);
}

const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** Converts a colour of the page for the graph's renderer, which knows no OKLCH. */
function readColour(colour: string): string {
	if (canvas === null) return "#888888";
	canvas.clearRect(0, 0, 1, 1);
	canvas.fillStyle = colour;
	canvas.fillRect(0, 0, 1, 1);
	const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
	return `rgb(${red}, ${green}, ${blue})`;
}

export interface DrawnNode extends Pick<GraphNode, "id" | "ref" | "kind" | "name"> {}

interface DrawOptions {
	readonly container: HTMLElement;
	readonly rootId: string;
	readonly colourOf: (kind: string) => string;
	readonly ink: string;
	readonly line: string;
	readonly onOpen: (id: string) => void;
}

const smallest = 4;
const largest = 16;
/** With more nodes than this, names are drawn only while the picture does not move. */
const crowd = 500;

/** Draws a graph into an element. The size of a node grows with its links. */
function drawGraph({ container, rootId, colourOf, ink, line, onOpen }: DrawOptions) {
	const graph = new Graph({ multi: true });
	let hidden = nothingHidden;
	const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
	const sigma = new Sigma(graph, container, {
		labelColor: { color: ink },
		labelFont: "ui-sans-serif, system-ui, sans-serif",
		labelSize: 12,
		labelRenderedSizeThreshold: 7,
		defaultEdgeColor: line,
		hideEdgesOnMove: true,
		allowInvalidContainer: true,
		nodeReducer: (_id, data) => ({ ...data, hidden: hidden.kinds.has(String(data.kind)) }),
		edgeReducer: (_id, data) => ({ ...data, hidden: hidden.relations.has(String(data.rel)) }),
	});
	sigma.on("clickNode", ({ node }) => onOpen(node));
	sigma.on("enterNode", () => {
		container.style.cursor = "pointer";
	});
	sigma.on("leaveNode", () => {
		container.style.cursor = "";
	});
	worker.addEventListener("message", ({ data }: MessageEvent<LayoutAnswer>) => {
		for (const [id, x, y] of data) {
			if (graph.hasNode(id)) graph.mergeNodeAttributes(id, { x, y });
		}
		sigma.refresh();
	});

	function layOut(): void {
		const request: LayoutRequest = {
			nodes: graph.mapNodes((id, { x, y }) => ({ id, x: Number(x), y: Number(y) })),
			edges: graph.mapEdges((_id, _data, source, target) => [source, target] as const),
		};
		worker.postMessage(request);
	}

	return {
		/** Adds nodes and edges that are not drawn yet, and places them. */
		show(nodes: readonly DrawnNode[], edges: readonly GraphEdge[]) {
			const before = graph.order + graph.size;
			nodes.forEach((node, position) => {
				if (graph.hasNode(node.id)) return;
				// A spiral, so that no two begin in one place: forces between those would be infinite.
				const angle = position * 2.4;
				const radius = node.id === rootId ? 0 : 4 * Math.sqrt(position + 1);
				graph.addNode(node.id, {
					label: node.name,
					kind: node.kind,
					color: colourOf(node.kind),
					x: radius * Math.cos(angle),
					y: radius * Math.sin(angle),
					size: smallest,
				});
			});
			for (const { src_id: source, dst_id: target, rel } of edges) {
				const key = `${source} ${rel} ${target}`;
				if (graph.hasNode(source) && graph.hasNode(target) && !graph.hasEdge(key)) {
					graph.addEdgeWithKey(key, source, target, { rel, size: 1 });
				}
			}
			graph.forEachNode((id) => {
				graph.setNodeAttribute(id, "size", Math.min(largest, smallest + 1.6 * Math.sqrt(graph.degree(id))));
			});
			sigma.setSetting("hideLabelsOnMove", graph.order > crowd);
			if (graph.order + graph.size > before) layOut();
		},
		/** Hides these kinds and relations, and no others. */
		hide(next: Hidden) {
			hidden = next;
			sigma.refresh();
		},
		close() {
			worker.terminate();
			sigma.kill();
		},
	};
}
