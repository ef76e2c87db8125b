import { useQuery } from "@tanstack/react-query";
import { spellKey } from "../design/spell-key.ts";
import { listToolTitles } from "./chat-calls.ts";

/** The name of a tool in plain words. */
export function useToolTitles(): (tool: string) => string {
	const { data } = useQuery({
		queryKey: ["tools"],
		queryFn: ({ signal }) => listToolTitles({ signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});
	return (tool) => data?.[tool] ?? spellKey(tool);
}
