const COLLATOR = new Intl.Collator("en");

/** As in a dictionary; what a dictionary does not tell apart is told apart by its characters, so 0 means the same text. */
export function compareTexts(a: string, b: string): number {
	return COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
