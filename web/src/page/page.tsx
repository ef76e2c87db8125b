import { useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { Sheet } from "../design/dialogs.tsx";
import { ResizeHandle } from "../design/resize-handle.tsx";
import { useStoredState } from "../design/use-stored-state.ts";
import { useGo } from "../route/use-go.ts";
import { type PanelName, usePanelState } from "../route/use-panels.ts";

const EntityBeside = lazy(() =>
	import("../entities/entity-beside.tsx").then((module) => ({ default: module.EntityBeside })),
);

/** A side panel that a page brings itself. */
export interface SidePanel {
	readonly panel: Exclude<PanelName, "navigation">;
	readonly label: string;
	readonly content: ReactNode;
}

interface ColumnsProps {
	readonly children: ReactNode;
	/** An entity opened in the side panel is shown instead of it. */
	readonly side?: SidePanel | undefined;
}

const usualWidth = 360;

/** The page with its side panel; on a narrow screen the panel is a sheet over it. */
export function Columns({ children, side }: ColumnsProps) {
	const panels = usePanelState();
	const go = useGo();
	const { beside } = useSearch({ strict: false });
	const [width, setWidth] = useStoredState("inspector-width", usualWidth);
	const entity = beside !== undefined && (
		<Suspense fallback={<div className="skeleton m-4 h-40" />}>
			<EntityBeside key={beside} reference={beside} />
		</Suspense>
	);
	const shown = entity || (side !== undefined && panels.beside[side.panel] && side.content);
	return (
		<>
			<main className="flex min-w-0 flex-1 flex-col">{children}</main>
			{panels.roomBeside && shown && (
				<aside
					id="side"
					aria-label={entity ? "Entity" : side?.label}
					style={{ width }}
					className="relative flex shrink-0 flex-col border-l border-line"
				>
					<ResizeHandle controls="side" width={width} onResize={setWidth} />
					{shown}
				</aside>
			)}
			<Sheet
				open={!panels.roomBeside && entity !== false}
				onClose={go.closeBeside}
				label="Entity"
				side={panels.phone ? "bottom" : "right"}
			>
				{entity}
			</Sheet>
			{side !== undefined && (
				<Sheet
					open={panels.sheet === side.panel}
					onClose={() => panels.hide(side.panel)}
					label={side.label}
					side={panels.phone ? "bottom" : "right"}
				>
					{side.content}
				</Sheet>
			)}
		</>
	);
}
