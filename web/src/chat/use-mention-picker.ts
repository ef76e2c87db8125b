import { type KeyboardEvent, useState } from "react";
import type { Completion as Suggestion } from "../../../src/client/context-calls.ts";
import { writeMention } from "../conversation/draft.ts";
import { useSuggestions } from "../entities/use-suggestions.ts";
import { hasWords } from "../text/has-words.ts";

const mostShown = 8;

export function useMentionPicker() {
	const [trigger, setTrigger] = useState<Trigger | null>(null);
	const [active, setActive] = useState(0);
	const typed = trigger?.query ?? "";
	const { found: offered, pending } = useSuggestions({
		...{ typed, sign: trigger?.sign ?? "@", enabled: trigger !== null },
	});
	const found = trigger === null ? [] : offered.slice(0, mostShown);
	// Suggestions for fewer letters are offered only if they still match: Enter would pick a name nobody typed.
	const suggestions = pending ? found.filter(({ title }) => hasWords(title, typed)) : found;

	function follow(text: string, caret: number) {
		const next = findTrigger(text, caret);
		if (next?.query !== trigger?.query || next?.sign !== trigger?.sign) setActive(0);
		setTrigger(next);
	}

	/** Handles the keys that belong to the open list; false leaves the key to the question. */
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

/** An open picker trigger before the caret: where it starts, and the text typed after it. */
export interface Trigger {
	readonly sign: "@" | "[[";
	readonly start: number;
	readonly query: string;
}

const mention = /(?:^|\s)@([\p{L}\p{N}_-]{0,40})$/u;
const noteLink = /\[\[([^\]\n]{0,80})$/;

function findTrigger(text: string, caret: number): Trigger | null {
	const before = text.slice(0, caret);
	const link = noteLink.exec(before);
	if (link?.[1] !== undefined) return { sign: "[[", start: link.index, query: link[1] };
	const name = mention.exec(before);
	if (name?.[1] !== undefined) return { sign: "@", start: caret - name[1].length - 1, query: name[1] };
	return null;
}

/** Returns the text with the open trigger replaced by the picked title, and the new position of the caret. */
export function completeTrigger(options: {
	readonly text: string;
	readonly caret: number;
	readonly trigger: Trigger;
	readonly title: string;
}): { readonly text: string; readonly caret: number } {
	const { text, caret, trigger, title } = options;
	const start = `${text.slice(0, trigger.start)}${writeMention({ via: trigger.sign, title })} `;
	return { text: start + text.slice(caret).trimStart(), caret: start.length };
}
