import { o200k } from "../../context/budget/tokenizer.ts";

/** How many entries, from none to `most`, can be printed within so many tokens. More entries cost more tokens. */
export function countThatFit(input: {
	readonly most: number;
	readonly maxTokens: number;
	readonly print: (count: number) => string;
}): number {
	const { most, maxTokens, print } = input;
	if (o200k.count(print(most)) <= maxTokens) return most;
	let low = 0;
	let high = most - 1;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (o200k.count(print(middle)) <= maxTokens) low = middle;
		else high = middle - 1;
	}
	return low;
}
