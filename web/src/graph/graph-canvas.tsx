import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { GraphEdge } from "../api/workspace-calls.ts";
import { Notice } from "../design/notice.tsx";
import { useMediaQuery } from "../design/use-media-query.ts";
import { useKinds } from "../entities/use-kinds.ts";
import { useTheme } from "../route/use-theme.ts";
import { type DrawnGraph, type DrawnNode, drawGraph } from "./draw-graph.ts";

interface GraphCanvasProps {
	readonly rootId: string;
	readonly nodes: readonly DrawnNode[];
	readonly edges: readonly Pick<GraphEdge, "src_id" | "dst_id" | "rel">[];
	readonly hiddenKinds: ReadonlySet<string>;
	readonly hiddenRelations: ReadonlySet<string>;
	readonly onOpen: (id: string) => void;
}

/** The picture of a graph. Its colours are fixed when it is drawn, so that another theme needs another picture. */
export function GraphCanvas(props: GraphCanvasProps) {
	const [theme] = useTheme();
	const systemDark = useMediaQuery("(prefers-color-scheme: dark)");
	const dark = theme === "dark" || (theme === "system" && systemDark);
	return <Picture key={dark ? "dark" : "light"} {...props} dark={dark} />;
}

interface PictureProps extends GraphCanvasProps {
	readonly dark: boolean;
}

/** Hidden from screen readers: the table below it holds the same. */
function Picture({ dark, rootId, nodes, edges, hiddenKinds, hiddenRelations, onOpen }: PictureProps) {
	const container = useRef<HTMLDivElement>(null);
	const drawn = useRef<DrawnGraph | null>(null);
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
		drawn.current?.hide({ kinds: hiddenKinds, relations: hiddenRelations });
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
	useEffect(
		() => drawn.current?.hide({ kinds: hiddenKinds, relations: hiddenRelations }),
		[hiddenKinds, hiddenRelations],
	);

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
