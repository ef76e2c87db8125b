import { createContext, use } from "react";
import type { Me } from "../../../src/client/workspace-calls.ts";

const MeContext = createContext<Me | null>(null);

export const MeProvider = MeContext.Provider;

/** Returns the signed-in person. Pages are only drawn for a signed-in person. */
export function useMe(): Me {
	const me = use(MeContext);
	if (me === null) throw new Error("A page was drawn without anybody signed in.");
	return me;
}
