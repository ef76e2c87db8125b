import { useCallback, useEffect, useState } from "react";
import type { ChatSession } from "./chat-session.ts";
import { addMention, type Draft, type FocusChoice, type Mention, type Named } from "./draft.ts";

interface Written {
	readonly draft: Draft;
	/** Why the last mention was not added. */
	readonly refusal: string | null;
}

interface Naming {
	readonly via?: Mention["via"];
	readonly text?: string;
}

export type DraftState = ReturnType<typeof useDraft>;

/** The question being written. The session keeps it while another page is shown. */
export function useDraft(session: ChatSession) {
	const [{ draft, refusal }, setState] = useState<Written>({ draft: session.draft, refusal: null });
	useEffect(() => {
		session.draft = draft;
	}, [session, draft]);

	const change = useCallback((next: Draft | ((draft: Draft) => Draft)) => {
		setState((state) => ({ draft: typeof next === "function" ? next(state.draft) : next, refusal: null }));
	}, []);
	/** Adds a mention, and the text that now names it; refused, it changes neither. */
	const mention = useCallback(({ id, kind, title }: Named, { via, text }: Naming = {}) => {
		setState((state) => {
			const sign = via ?? (kind === "note" ? "[[" : "@");
			const next = addMention(state.draft, { id, kind, title, via: sign, lifetime: "message" });
			if ("refused" in next) return { ...state, refusal: next.refused };
			return { draft: text === undefined ? next : { ...next, text }, refusal: null };
		});
	}, []);
	const focusOn = useCallback(({ id, kind, title, block }: FocusChoice) => {
		setState((state) => ({
			...state,
			draft: {
				...state.draft,
				focus: { id, kind, title, ...(block && { block }) },
				excluded: state.draft.excluded.filter((gone) => gone.id !== id),
			},
		}));
	}, []);
	const refuse = useCallback((reason: string) => setState((state) => ({ ...state, refusal: reason })), []);
	return { draft, refusal, change, mention, focusOn, refuse };
}
