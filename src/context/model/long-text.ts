import type { Passage } from "../../graph/model/cut-passages.ts";

/** A text of up to this many characters is shown whole: cutting a short text often removes the answer. */
const SHORT_TEXT = 2_000;

/** Whether a text that was found is shown by its passages. */
export const isLong = ({ passages }: { readonly passages: readonly Passage[] }): boolean =>
	passages.reduce((sum, { start, end }) => sum + end - start, 0) > SHORT_TEXT;
