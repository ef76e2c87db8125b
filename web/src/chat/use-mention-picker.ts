import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { type Suggestion, suggest } from "../api.ts";
import { useDebounced } from "../design/use-debounced.ts";
import { findTrigger, type Trigger } from "./trigger.ts";

export interface MentionPicker {
	readonly trigger: Trigger | null;
	readonly suggestions: readonly Suggestion[];
	readonly active: number;
	readonly follow: (text: string, caret: number) => void;
	readonly close: () => void;
	/** Takes the keys that belong to the open list; false leaves the key to the question. */
	readonly takeKey: (event: KeyboardEvent, pick: (suggestion: Suggestion) => void) => boolean;
}

const settleAfter = 150;
const mostShown = 8;

export function useMentionPicker(): MentionPicker {
	const [trigger, setTrigger] = useState<Trigger | null>(null);
	const [active, setActive] = useState(0);
	const query = useDebounced(trigger?.query ?? "", settleAfter);
	const sign = trigger?.sign ?? "@";
	const { data } = useQuery({
		queryKey: ["suggest", sign, query],
		queryFn: ({ signal }) => suggest(sign, query, { signal }),
		enabled: trigger !== null,
		placeholderData: keepPreviousData,
		staleTime: 10_000,
		retry: false,
	});
	const suggestions = trigger === null ? [] : (data ?? []).slice(0, mostShown);

	function follow(text: string, caret: number) {
		const next = findTrigger(text, caret);
		if (next?.query !== trigger?.query || next?.sign !== trigger?.sign) setActive(0);
		setTrigger(next);
	}

	function takeKey(event: KeyboardEvent, pick: (suggestion: Suggestion) => void): boolean {
		if (suggestions.length === 0) return false;
		const chosen = suggestions[active];
		if (event.key === "ArrowDown") setActive((active + 1) % suggestions.length);
		else if (event.key === "ArrowUp") setActive((active - 1 + suggestions.length) % suggestions.length);
		else if (event.key === "Escape") setTrigger(null);
		else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) pick(chosen);
		else return false;
		event.preventDefault();
		return true;
	}

	return { trigger, suggestions, active, follow, close: () => setTrigger(null), takeKey };
}
