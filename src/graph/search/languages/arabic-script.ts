const ARABIC = /^[\u0620-\u064a]+$/;
const STRETCH = /\u0640/g;
/** The article, alone or after "and", "with", "like", "then" or "for". */
const ARTICLE = /^(?:[\u0648\u0628\u0643\u0641]?\u0627\u0644|\u0644\u0644)(?=..)/;
const FEMININE = /\u0629$/;
const FINAL_YEH = /\u0649$/;

/**
 * A folded Arabic word without what is written onto it; any other word as it is. It goes by the script and not by the
 * language of the workspace: with the article on it, a word would be found only by those who type that too.
 */
export function lightenArabic(word: string): string {
	if (!ARABIC.test(word)) return word;
	return word
		.replace(STRETCH, "")
		.replace(ARTICLE, "")
		.replace(FEMININE, "\u0647")
		.replace(FINAL_YEH, "\u064a");
}
