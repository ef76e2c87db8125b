import { useCallback, useState } from "react";
import { addMention, type Draft, emptyDraft, type FocusChoice, type Mention } from "./draft.ts";

export interface DraftState {
	readonly draft: Draft;
	/** Why the last mention was not added. */
	readonly refusal: string | null;
	readonly change: (draft: Draft) => void;
	/** Adds a mention, and with it the text that now names it; refused, it changes neither. */
	readonly mention: (mention: Mention, text?: string) => void;
	readonly focusOn: (focus: FocusChoice) => void;
	readonly clear: (kept?: Partial<Draft>) => void;
}

/** The question being written. */
export function useDraft(): DraftState {
	const [{ draft, refusal }, setState] = useState<{ draft: Draft; refusal: string | null }>({
		draft: emptyDraft,
		refusal: null,
	});
	const change = useCallback((next: Draft) => setState({ draft: next, refusal: null }), []);
	const mention = useCallback((added: Mention, text?: string) => {
		setState((state) => {
			const next = addMention(state.draft, added);
			if ("refused" in next) return { ...state, refusal: next.refused };
			return { draft: text === undefined ? next : { ...next, text }, refusal: null };
		});
	}, []);
	const focusOn = useCallback(({ id, kind, title }: FocusChoice) => {
		setState((state) => ({ ...state, draft: { ...state.draft, focus: { id, kind, title } } }));
	}, []);
	const clear = useCallback((kept: Partial<Draft> = {}) => {
		setState({ draft: { ...emptyDraft, ...kept }, refusal: null });
	}, []);
	return { draft, refusal, change, mention, focusOn, clear };
}
