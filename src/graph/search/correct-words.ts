const SHORTEST_CORRECTED = 5;
const LONG = 8;
const MOST_CORRECTIONS = 3;

/** Steps between two words: a letter more, less or other, or two neighbours swapped; `most` + 1 when it is more. */
function countEdits(from: string, to: string, most: number): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let row = 1; row <= from.length; row += 1) {
		const current = [row];
		let smallest = row;
		for (let column = 1; column <= to.length; column += 1) {
			const same = from[row - 1] === to[column - 1] ? 0 : 1;
			let edits = Math.min(
				(last[column] as number) + 1,
				(current[column - 1] as number) + 1,
				(last[column - 1] as number) + same,
			);
			const swapped =
				row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			if (swapped) edits = Math.min(edits, (beforeLast[column - 2] as number) + 1);
			current.push(edits);
			smallest = Math.min(smallest, edits);
		}
		if (smallest > most) return most + 1;
		beforeLast = last;
		last = current;
	}
	return last[to.length] as number;
}

/**
 * The words of a vocabulary that a word nobody uses was probably meant to be, closest first. Short words are left
 * alone: one letter away from them lies half the dictionary. The first letter is taken to be right. `mayUse` decides
 * before the closest are chosen, so that a word kept from a reader does not push out one they know.
 */
export function correctWord(
	word: string,
	vocabulary: Iterable<string>,
	mayUse: (candidate: string) => boolean,
): readonly string[] {
	if (word.length < SHORTEST_CORRECTED) return [];
	const most = word.length >= LONG ? 2 : 1;
	const close: { readonly candidate: string; readonly edits: number }[] = [];
	for (const candidate of vocabulary) {
		if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > most) continue;
		const edits = countEdits(word, candidate, most);
		if (edits > 0 && edits <= most && mayUse(candidate)) close.push({ candidate, edits });
	}
	return close
		.sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1))
		.filter(({ edits }) => edits === close[0]?.edits)
		.slice(0, MOST_CORRECTIONS)
		.map(({ candidate }) => candidate);
}
