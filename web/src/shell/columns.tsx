import { useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { ResizeHandle } from "../design/resize-handle.tsx";
import { Sheet } from "../design/sheet.tsx";
import { useStoredState } from "../design/use-stored-state.ts";
import { usePanelState } from "./panels-context.ts";
import { useGo } from "./use-go.ts";

const EntityBeside = lazy(() =>
	import("../entities/entity-beside.tsx").then((module) => ({ default: module.EntityBeside })),
);

interface ColumnsProps {
	readonly children: ReactNode;
	/** What the page itself keeps beside the work; an entity opened beside goes before it. */
	readonly inspector?: ReactNode;
}

const sideWidth = { usual: 360, minimum: 300, maximum: 640 };

/** The work, and what stands beside it; on a narrow screen that is a sheet over it. */
export function Columns({ children, inspector }: ColumnsProps) {
	const panels = usePanelState();
	const go = useGo();
	const { beside } = useSearch({ strict: false });
	const [width, setWidth] = useStoredState("inspector-width", sideWidth.usual);
	const entity = beside !== undefined && (
		<Suspense fallback={<div className="skeleton m-4 h-40" />}>
			<EntityBeside key={beside} reference={beside} />
		</Suspense>
	);
	const label = entity ? "Entity" : "Context inspector";
	const shown = entity || (panels.inspectorBeside && inspector);
	return (
		<>
			<main className="flex min-w-0 flex-1 flex-col">{children}</main>
			{panels.roomBeside && shown && (
				<aside
					id="inspector"
					aria-label={label}
					style={{ width }}
					className="relative flex shrink-0 flex-col border-l border-line"
				>
					<ResizeHandle
						label={entity ? "Width of the side panel" : "Width of the context inspector"}
						controls="inspector"
						width={width}
						minimum={sideWidth.minimum}
						maximum={sideWidth.maximum}
						onResize={setWidth}
					/>
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
			{inspector !== undefined && (
				<Sheet
					open={panels.sheet === "inspector"}
					onClose={() => panels.hide("inspector")}
					label="Context inspector"
					side={panels.phone ? "bottom" : "right"}
				>
					{inspector}
				</Sheet>
			)}
		</>
	);
}
