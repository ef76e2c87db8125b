import { useCallback, useMemo, useState } from "react";
import { useMediaQuery } from "../design/use-media-query.ts";
import { useStoredState } from "../design/use-stored-state.ts";

export type PanelName = "navigation" | "inspector";

export interface PanelState {
	/** Shown as a column beside the work. */
	readonly navigationBeside: boolean;
	readonly inspectorBeside: boolean;
	/** Shown as a sheet over the work, where the screen has no room beside it. */
	readonly sheet: PanelName | null;
	readonly phone: boolean;
	/** Whether a side panel fits beside the work. */
	readonly roomBeside: boolean;
	readonly show: (panel: PanelName) => void;
	readonly hide: (panel: PanelName) => void;
	readonly toggle: (panel: PanelName) => void;
	readonly hideSheets: () => void;
}

/** Which panels stand beside the work, which open over it, and which are closed. */
export function usePanels(): PanelState {
	const [navigationOpen, setNavigationOpen] = useStoredState("navigation-open", true);
	const [inspectorOpen, setInspectorOpen] = useStoredState("inspector-open", true);
	const [sheet, setSheet] = useState<PanelName | null>(null);
	const roomForNavigation = useMediaQuery("(width >= 48rem)");
	const roomForInspector = useMediaQuery("(width >= 70rem)");
	const navigationBeside = roomForNavigation && navigationOpen;
	const inspectorBeside = roomForInspector && inspectorOpen;

	const set = useCallback(
		(panel: PanelName, open: boolean) => {
			const hasRoom = panel === "navigation" ? roomForNavigation : roomForInspector;
			if (!hasRoom) setSheet(open ? panel : null);
			else if (panel === "navigation") setNavigationOpen(open);
			else setInspectorOpen(open);
		},
		[roomForNavigation, roomForInspector, setNavigationOpen, setInspectorOpen],
	);
	const show = useCallback((panel: PanelName) => set(panel, true), [set]);
	const hide = useCallback((panel: PanelName) => set(panel, false), [set]);
	const hideSheets = useCallback(() => setSheet(null), []);

	return useMemo(() => {
		const shown = (panel: PanelName) =>
			sheet === panel || (panel === "navigation" ? navigationBeside : inspectorBeside);
		return {
			navigationBeside,
			inspectorBeside,
			sheet: isSheet(sheet, roomForNavigation, roomForInspector) ? sheet : null,
			phone: !roomForNavigation,
			roomBeside: roomForInspector,
			show,
			hide,
			toggle: (panel) => set(panel, !shown(panel)),
			hideSheets,
		};
	}, [
		navigationBeside,
		inspectorBeside,
		sheet,
		roomForNavigation,
		roomForInspector,
		show,
		hide,
		set,
		hideSheets,
	]);
}

/** A sheet left open while the window grows becomes a column; the same panel must not show twice. */
function isSheet(sheet: PanelName | null, roomForNavigation: boolean, roomForInspector: boolean): boolean {
	return sheet === "navigation" ? !roomForNavigation : !roomForInspector;
}
