import { createContext, use } from "react";
import type { PanelState } from "./use-panels.ts";

const PanelsContext = createContext<PanelState | null>(null);

export const PanelsProvider = PanelsContext.Provider;

export function usePanelState(): PanelState {
	const panels = use(PanelsContext);
	if (panels === null) throw new Error("A page was drawn outside the shell.");
	return panels;
}
