import type { FocusChoice, Named } from "../chat/draft.ts";

/** What a reader of a context can ask of the next one; each builds it anew. */
export interface ContextWishes {
	readonly onFocus: (choice: FocusChoice) => void;
	readonly onPin: (named: Named) => void;
	readonly onExclude: (named: Named) => void;
	readonly onBudget: (tokens: number) => void;
	/** Reads the question as words alone, or as a question again. */
	readonly onWordsOnly: (wordsOnly: boolean) => void;
}
