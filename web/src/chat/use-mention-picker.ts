import { type KeyboardEvent, useState } from "react";
import type { Suggestion } from "../api/api.ts";
import { useSuggestions } from "../entities/use-suggestions.ts";
import { findTrigger, type Trigger } from "./trigger.ts";

export interface MentionPicker {
	readonly trigger: Trigger | null;
	readonly suggestions: readonly Suggestion[];
	readonly active: number;
	readonly follow: (text: string, caret: number) => void;
	readonly close: () => void;
	/** Handles the keys that belong to the open list; false leaves the key to the question. */
	readonly takeKey: (event: KeyboardEvent, pick: (suggestion: Suggestion) => void) => boolean;
}

const mostShown = 8;

export function useMentionPicker(): MentionPicker {
	const [trigger, setTrigger] = useState<Trigger | null>(null);
	const [active, setActive] = useState(0);
	const typed = trigger?.query ?? "";
	const { found: offered, pending } = useSuggestions({
		...{ typed, sign: trigger?.sign ?? "@", enabled: trigger !== null },
	});
	const found = trigger === null ? [] : offered.slice(0, mostShown);
	// Suggestions for fewer letters are offered only if they still match: Enter would pick a name nobody typed.
	const suggestions = pending ? found.filter(({ title }) => fits(title, typed)) : found;

	function follow(text: string, caret: number) {
		const next = findTrigger(text, caret);
		if (next?.query !== trigger?.query || next?.sign !== trigger?.sign) setActive(0);
		setTrigger(next);
	}

	function takeKey(event: KeyboardEvent, pick: (suggestion: Suggestion) => void): boolean {
		const chosen = suggestions[active];
		const picks = event.key === "Enter" || event.key === "Tab";
		// A name that is still being looked up would otherwise be sent half written.
		if (chosen === undefined && !(pending && picks)) return false;
		if (event.key === "ArrowDown") setActive((active + 1) % suggestions.length);
		else if (event.key === "ArrowUp") setActive((active - 1 + suggestions.length) % suggestions.length);
		else if (event.key === "Escape") setTrigger(null);
		else if (!picks) return false;
		else if (chosen !== undefined) pick(chosen);
		event.preventDefault();
		return true;
	}

	return { trigger, suggestions, active, follow, close: () => setTrigger(null), takeKey };
}

function fits(title: string, typed: string): boolean {
	const name = title.toLowerCase();
	return typed
		.toLowerCase()
		.split(/\s+/)
		.every((word) => name.includes(word));
}
