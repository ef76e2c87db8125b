import { createContext, useContext } from "react";
import type { ContextItem } from "../api.ts";

interface Citations {
	/** Null for a number that stands for nothing. */
	readonly find: (number: number) => ContextItem | null;
	readonly open: (item: ContextItem) => void;
}

export const CitationsContext = createContext<Citations>({
	find: () => null,
	open: () => undefined,
});

export function useCitations(): Citations {
	return useContext(CitationsContext);
}
