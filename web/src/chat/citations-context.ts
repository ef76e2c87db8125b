import { createContext, useContext } from "react";
import type { ContextItem } from "../api.ts";

interface Citations {
	/** Null for a number that stands for nothing, or not yet: what the numbers mean comes with the answer's end. */
	readonly find: (number: number) => ContextItem | null;
	readonly open: (item: ContextItem) => void;
	readonly pending: boolean;
}

export const CitationsContext = createContext<Citations>({
	find: () => null,
	open: () => undefined,
	pending: false,
});

export function useCitations(): Citations {
	return useContext(CitationsContext);
}
