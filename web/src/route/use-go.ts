import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";

export interface Go {
	/** Shows an entity in the side panel. */
	readonly beside: (ref: string) => void;
	readonly closeBeside: () => void;
	/** Gives an entity the whole page. */
	readonly full: (ref: string) => void;
	/** Begins a new question: with a focus, a paragraph of it, and first words. */
	readonly ask: (about?: { readonly about?: string; readonly block?: string; readonly q?: string }) => void;
}

declare module "@tanstack/history" {
	interface HistoryState {
		/** Differs for every new question, so that an earlier one does not stay on the page. */
		readonly fresh?: number;
	}
}

/** Returns the ways to go to the pages of the app. */
export function useGo(): Go {
	const navigate = useNavigate();
	return useMemo(
		() => ({
			beside: (ref) => void navigate({ to: ".", search: (search) => ({ ...search, beside: ref }) }),
			closeBeside: () => void navigate({ to: ".", search: ({ beside: _, ...search }) => search }),
			full: (ref) => void navigate({ to: "/entities/$ref", params: { ref }, search: {} }),
			ask: (about = {}) => void navigate({ to: "/", search: about, state: { fresh: Date.now() } }),
		}),
		[navigate],
	);
}
