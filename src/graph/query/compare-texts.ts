const COLLATOR = new Intl.Collator("en");

/** Compares as a dictionary does, and what is equal there by characters, so that 0 means the same text. */
export function compareTexts(a: string, b: string): number {
	return COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
