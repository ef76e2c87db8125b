import { createContext } from "react";
import type { CitedItem } from "../../../src/client/chat-calls.ts";
import type { ContextItem } from "../../../src/client/context-calls.ts";

interface Citations {
	/** Null for a number that refers to nothing. */
	readonly find: (number: number) => CitedItem | null;
	/** The same as it was in the context; null when a tool found it, or while the context is not read. */
	readonly findItem: (number: number) => ContextItem | null;
	readonly open: (item: ContextItem) => void;
}

export const CitationsContext = createContext<Citations>({
	find: () => null,
	findItem: () => null,
	open: () => undefined,
});
