import { foldText, isUnspaced } from "./analyse-text.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const LONGEST_TEXT = 200_000;

const IN_A_WORD = /[\p{L}\p{N}]/u;

/** Where words are in a text as they are written, and not as a part of longer words. */
export function listPlaces(text: string, words: string): readonly number[] {
	const places: number[] = [];
	for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
		const edges = [text[at - 1] ?? "", text[at + words.length] ?? ""];
		if (!edges.some((edge) => IN_A_WORD.test(edge))) places.push(at);
	}
	return places;
}

const spaceWords = (text: string): string => (foldText(text).match(WORD) ?? []).join(" ");

/** Whether one of the texts holds these words next to each other: without case, accents, punctuation, and not stemmed. */
export function holdsPhrase(texts: readonly string[], phrase: string): boolean {
	const words = spaceWords(phrase);
	if (words === "") return true;
	const before = isUnspaced(words[0] ?? "") ? "" : " ";
	const after = isUnspaced(words.at(-1) ?? "") ? "" : " ";
	const wanted = `${before}${words}${after}`;
	let left = LONGEST_TEXT;
	for (const text of texts) {
		if (left <= 0) return false;
		if (` ${spaceWords(text.slice(0, left))} `.includes(wanted)) return true;
		left -= text.length;
	}
	return false;
}
