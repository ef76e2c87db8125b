/** Whether a text holds every word, in any order and however they are capitalized. */
export function hasWords(text: string, words: string): boolean {
	const lower = text.toLowerCase();
	return words
		.toLowerCase()
		.split(/\s+/)
		.every((word) => lower.includes(word));
}
