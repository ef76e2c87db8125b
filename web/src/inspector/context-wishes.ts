import type { Correction, FocusChoice, Named } from "../conversation/draft.ts";

/** The changes a reader can make to the next context; each builds it again. */
export interface ContextWishes {
	readonly onFocus: (choice: FocusChoice) => void;
	readonly onPin: (named: Named) => void;
	readonly onExclude: (named: Named) => void;
	readonly onBudget: (tokens: number) => void;
	/** Reads the question as words alone. */
	readonly onWordsOnly: () => void;
	/** Reads the question with another subject, or without one part. */
	readonly onCorrect: (correction: Correction) => void;
}
