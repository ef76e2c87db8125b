import { createContext, use, useCallback, useMemo, useState } from "react";
import { useMediaQuery } from "../design/use-media-query.ts";
import { useStoredState } from "../design/use-stored-state.ts";

export type PanelName = "navigation" | "inspector" | "chat";

type PanelState = ReturnType<typeof usePanels>;

/** Returns which panels are columns next to the page, which open over it, and which are closed. */
export function usePanels() {
	const [navigation, setNavigation] = useStoredState("navigation-open", true);
	const [inspector, setInspector] = useStoredState("inspector-open", true);
	const [chat, setChat] = useStoredState("chat-open", false);
	const [sheet, setSheet] = useState<PanelName | null>(null);
	const roomForNavigation = useMediaQuery("(width >= 48rem)");
	const roomBeside = useMediaQuery("(width >= 70rem)");

	const set = useCallback(
		(panel: PanelName, open: boolean) => {
			const hasRoom = panel === "navigation" ? roomForNavigation : roomBeside;
			if (!hasRoom) setSheet(open ? panel : null);
			else ({ navigation: setNavigation, inspector: setInspector, chat: setChat })[panel](open);
		},
		[roomForNavigation, roomBeside, setNavigation, setInspector, setChat],
	);
	const show = useCallback((panel: PanelName) => set(panel, true), [set]);
	const hide = useCallback((panel: PanelName) => set(panel, false), [set]);
	const hideSheets = useCallback(() => setSheet(null), []);

	return useMemo(() => {
		const beside = {
			navigation: roomForNavigation && navigation,
			inspector: roomBeside && inspector,
			chat: roomBeside && chat,
		};
		// A sheet left open while the window grows becomes a column; the same panel must not show twice.
		const roomForSheet = sheet === "navigation" ? roomForNavigation : roomBeside;
		return {
			/** The panels shown as a column next to the page. */
			beside,
			/** Shown as a sheet over the page, where the screen has no room next to it. */
			sheet: roomForSheet ? null : sheet,
			phone: !roomForNavigation,
			/** Whether a side panel fits next to the page. */
			roomBeside,
			show,
			hide,
			toggle: (panel: PanelName) => set(panel, !(sheet === panel || beside[panel])),
			hideSheets,
		};
	}, [navigation, inspector, chat, sheet, roomForNavigation, roomBeside, show, hide, set, hideSheets]);
}

const PanelsContext = createContext<PanelState | null>(null);

export const PanelsProvider = PanelsContext.Provider;

export function usePanelState(): PanelState {
	const panels = use(PanelsContext);
	if (panels === null) throw new Error("A page was drawn outside the shell.");
	return panels;
}
