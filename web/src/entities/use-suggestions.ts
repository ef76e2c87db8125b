import { keepPreviousData } from "@tanstack/react-query";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { useDebounced } from "../design/use-debounced.ts";

interface SuggestionsOptions {
	readonly typed: string;
	/** `[[` finds entities that have a text to pin. */
	readonly sign?: "@" | "[[";
	readonly enabled?: boolean;
}

const settleAfter = 150;

/** Returns suggestions for a name as it is typed; the request is sent when the typing pauses. */
export function useSuggestions({ typed, sign = "@", enabled = true }: SuggestionsOptions) {
	const settled = useDebounced(typed, settleAfter);
	const { data, isError, isFetching } = useRead(
		["suggest", sign, settled],
		(options) => skein.suggest(sign, settled, options),
		{
			enabled,
			placeholderData: keepPreviousData,
			staleTime: 10_000,
			retry: false,
		},
	);
	/** Whether the suggestions belong to letters typed before. */
	const pending = enabled && (isFetching || settled !== typed);
	return { found: data ?? [], failed: isError, pending };
}
