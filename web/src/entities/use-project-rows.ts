import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Entity, listEntities } from "../api/api.ts";

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
				const page: Awaited<ReturnType<typeof listEntities>> = await listEntities(
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
