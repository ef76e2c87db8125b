import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";

declare module "@tanstack/history" {
	interface HistoryState {
		/** Differs for every new question, so that an earlier one does not stay on the page. */
		readonly fresh?: number;
	}
}

/** Returns the ways to go to the pages of the app. */
export function useGo() {
	const navigate = useNavigate();
	return useMemo(
		() => ({
			/** Shows an entity in the side panel. */
			beside: (ref: string) => void navigate({ to: ".", search: (search) => ({ ...search, beside: ref }) }),
			closeBeside: () => void navigate({ to: ".", search: ({ beside: _, ...search }) => search }),
			/** Gives an entity the whole page. */
			full: (ref: string) => void navigate({ to: "/entities/$ref", params: { ref }, search: {} }),
			/** Begins a new question: with a focus, a paragraph of it, and first words. */
			ask: (about: { readonly about?: string; readonly block?: string; readonly q?: string } = {}) =>
				void navigate({ to: "/", search: about, state: { fresh: Date.now() } }),
		}),
		[navigate],
	);
}
