import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { buildContext, type ContextPayload } from "../api.ts";
import { type Draft, toContextRequest } from "../chat/draft.ts";
import { useDebounced } from "../design/use-debounced.ts";

export interface DryRun {
	readonly payload: ContextPayload | null;
	readonly error: Error | null;
	readonly pending: boolean;
}

const settleAfter = 250;

/** The context that the question would get if it were sent now; follows the typing and never holds it up. */
export function useDryRun(draft: Draft, model: string | null): DryRun {
	const settled = useDebounced(draft, settleAfter);
	const request = toContextRequest(settled, model);
	const worthwhile = request.query !== "" || settled.focus !== null || settled.mentions.length > 0;
	const { data, error, isFetching } = useQuery({
		queryKey: ["dry-run", request],
		queryFn: ({ signal }) => buildContext(request, { signal }),
		enabled: worthwhile,
		placeholderData: keepPreviousData,
		staleTime: 20_000,
		retry: false,
	});
	return {
		payload: worthwhile ? (data ?? null) : null,
		error: worthwhile ? error : null,
		pending: isFetching || settled !== draft,
	};
}
