import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { EntityFilter } from "../../../src/graph/store/rows.ts";
import { listEntities } from "../api/api.ts";

export function useEntities(filter: EntityFilter, options: { readonly enabled?: boolean } = {}) {
	return useQuery({
		queryKey: ["entities", filter],
		queryFn: ({ signal }) => listEntities(filter, { signal }),
		placeholderData: keepPreviousData,
		enabled: options.enabled ?? true,
	});
}
