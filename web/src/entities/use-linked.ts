import { useInfiniteQuery } from "@tanstack/react-query";
import { type LinkedEntity, listLinked } from "../api/entity-calls.ts";

/** Reads the entities linked to an entity, page after page. */
export function useLinked(id: string) {
	return useInfiniteQuery({
		queryKey: ["linked", id],
		queryFn: ({ pageParam, signal }) => listLinked(id, pageParam, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.next_cursor,
		select: ({ pages }) => ({
			entities: pages.flatMap((page): readonly LinkedEntity[] => page.entities),
			total: pages[0]?.total ?? 0,
		}),
	});
}
