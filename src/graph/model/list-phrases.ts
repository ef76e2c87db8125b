/** Words and phrases that are written as one text with commas between them: a list of some dozens reads better so. */
export const listPhrases = (text: string): readonly string[] =>
	text.split(",").map((phrase) => phrase.trim());
