import { listToolTitles } from "../api/chat-calls.ts";
import { useRead } from "../api/use-read.ts";
import { spellKey } from "../design/format.tsx";

/** Returns the title of a tool in plain words. */
export function useToolTitles(): (tool: string) => string {
	const { data } = useRead(["tools"], listToolTitles, { staleTime: Number.POSITIVE_INFINITY });
	return (tool) => data?.[tool] ?? spellKey(tool);
}
