import { useQuery } from "@tanstack/react-query";
import { getEntity } from "../api/entity-calls.ts";

/** Reads one entity by id or ref; null reads none. */
export function useEntity(reference: string | null) {
	return useQuery({
		queryKey: ["entity", reference],
		queryFn: ({ signal }) => getEntity(reference ?? "", { signal }),
		enabled: reference !== null,
	});
}
