import type { ReactNode } from "react";
import { ResizeHandle } from "../design/resize-handle.tsx";
import { Sheet } from "../design/sheet.tsx";
import { useStoredState } from "../design/use-stored-state.ts";
import type { PanelState } from "./use-panels.ts";

interface PanelsProps {
	readonly panels: PanelState;
	readonly navigation: ReactNode;
	readonly inspector: ReactNode;
	readonly bottomBar: ReactNode;
	readonly children: ReactNode;
}

const inspectorWidth = { usual: 360, minimum: 300, maximum: 640 };

/** Three columns on a desk; on a narrow screen the work alone, with the panels as sheets over it. */
export function Panels({ panels, navigation, inspector, bottomBar, children }: PanelsProps) {
	const [width, setWidth] = useStoredState("inspector-width", inspectorWidth.usual);
	return (
		<div className="flex h-dvh flex-col">
			<div className="flex min-h-0 flex-1">
				{panels.navigationBeside && (
					<div className="flex w-60 shrink-0 flex-col border-r border-line bg-sunken">{navigation}</div>
				)}
				<main className="flex min-w-0 flex-1 flex-col">{children}</main>
				{panels.inspectorBeside && (
					<aside
						id="inspector"
						aria-label="Context inspector"
						style={{ width }}
						className="relative flex shrink-0 flex-col border-l border-line"
					>
						<ResizeHandle
							label="Width of the context inspector"
							controls="inspector"
							width={width}
							minimum={inspectorWidth.minimum}
							maximum={inspectorWidth.maximum}
							onResize={setWidth}
						/>
						{inspector}
					</aside>
				)}
			</div>
			{panels.phone && bottomBar}
			<Sheet
				open={panels.sheet === "navigation"}
				onClose={() => panels.hide("navigation")}
				label="Navigation"
				side="left"
			>
				{navigation}
			</Sheet>
			<Sheet
				open={panels.sheet === "inspector"}
				onClose={() => panels.hide("inspector")}
				label="Context inspector"
				side={panels.phone ? "bottom" : "right"}
			>
				{inspector}
			</Sheet>
		</div>
	);
}
