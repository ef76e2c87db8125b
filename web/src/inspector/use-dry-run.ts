import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { skein } from "../api/skein.ts";
import { type Draft, toContextRequest, toQuestionRequest } from "../conversation/draft.ts";
import { useDebounced } from "../design/use-debounced.ts";

export type DryRun = ReturnType<typeof useDryRun>;

const settleAfter = 250;

/** The chat that a question belongs to, and the message it follows. */
interface DryRunPlace {
	readonly chatId: string | null;
	readonly parentId: string | null;
}

/**
 * Returns the context that the question would get if it were sent now; follows the typing and never holds it up. In a
 * chat it is built with the earlier messages.
 */
export function useDryRun(draft: Draft, model: string | null, { chatId, parentId }: DryRunPlace) {
	const settled = useDebounced(draft, settleAfter);
	const request = toContextRequest(settled, model);
	const worthwhile = request.query !== "" || settled.focus !== null || settled.mentions.length > 0;
	const { data, error, isFetching } = useQuery({
		queryKey: ["dry-run", request, chatId, parentId],
		queryFn: ({ signal }) =>
			chatId === null || request.query === ""
				? skein.buildContext(request, { signal })
				: skein.chats.preview(chatId, toQuestionRequest(settled, parentId), { signal }),
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
