import { useQuery } from "@tanstack/react-query";
import { listToolTitles } from "../api/chat-calls.ts";
import { spellKey } from "../design/spell-key.ts";

/** Returns the title of a tool in plain words. */
export function useToolTitles(): (tool: string) => string {
	const { data } = useQuery({
		queryKey: ["tools"],
		queryFn: ({ signal }) => listToolTitles({ signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});
	return (tool) => data?.[tool] ?? spellKey(tool);
}
