import type { Passage } from "../../graph/model/cut-passages.ts";

/** Up to so many characters a text is shown whole: what is left out of a short one is often what was asked for. */
const SHORT_TEXT = 2_000;

/** Whether a text that was found is shown by its passages. */
export const isLong = ({ passages }: { readonly passages: readonly Passage[] }): boolean =>
	passages.reduce((sum, { start, end }) => sum + end - start, 0) > SHORT_TEXT;
