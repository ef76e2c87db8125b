import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Entity, LinkedEntity } from "../../../src/client/entity-calls.ts";
import type { EntityFilter } from "../../../src/contract/entity-request.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";

export const useEntities = (filter: EntityFilter, { enabled = true }: { readonly enabled?: boolean } = {}) =>
	useRead(["entities", filter], (options) => skein.entities.list(filter, options), {
		placeholderData: keepPreviousData,
		enabled,
	});

/** Reads one entity by id or ref; null reads none. */
export const useEntity = (reference: string | null) =>
	useRead(["entity", reference], (options) => skein.entities.get(reference ?? "", options), {
		enabled: reference !== null,
	});

/** Reads the entities linked to an entity, page after page. */
export function useLinked(id: string) {
	return useInfiniteQuery({
		queryKey: ["linked", id],
		queryFn: ({ pageParam, signal }) => skein.links.of(id, pageParam, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.next_cursor,
		select: ({ pages }) => ({
			entities: pages.flatMap((page): readonly LinkedEntity[] => page.entities),
			total: pages[0]?.total ?? 0,
		}),
	});
}

interface RowsOptions {
	readonly projectId: string | undefined;
	readonly kind?: string;
	/** How many are read at most, newest change first. */
	readonly most?: number;
}

const pageSize = 200;
const everything = 20_000;

/** The entities of a project or of a kind, all of them; the first show while the rest arrive. */
export function useProjectRows({ projectId, kind, most = everything }: RowsOptions) {
	const queries = useQueryClient();
	const queryKey = ["rows", projectId ?? null, kind ?? null, most];
	return useQuery({
		queryKey,
		queryFn: async ({ signal }) => {
			const rows: Entity[] = [];
			let cursor: string | null = null;
			do {
				const page: Awaited<ReturnType<typeof skein.entities.list>> = await skein.entities.list(
					{
						limit: Math.min(pageSize, most - rows.length),
						...(projectId !== undefined && { project_id: projectId }),
						...(kind !== undefined && { kind }),
						...(cursor !== null && { cursor }),
					},
					{ signal },
				);
				rows.push(...page.entities.filter(({ id }) => id !== projectId));
				cursor = page.next_cursor;
				if (queries.getQueryData(queryKey) === undefined || rows.length % 2000 < pageSize) {
					queries.setQueryData<readonly Entity[]>(queryKey, (shown) =>
						shown !== undefined && shown.length > rows.length ? shown : [...rows],
					);
				}
			} while (cursor !== null && rows.length < most);
			return rows as readonly Entity[];
		},
		enabled: projectId !== undefined || kind !== undefined,
		staleTime: 60_000,
	});
}
