import { o200k } from "../../context/budget/tokenizer.ts";

/** As many entries of a page, from none to all, as can be printed within so many tokens. More entries cost more tokens. */
export function fitPage<Item>(input: {
	/** The tool that gets the rest. */
	readonly tool: string;
	/** How many there are, of which the page holds those from `from` on. */
	readonly total: number;
	readonly from: number;
	readonly page: readonly Item[];
	readonly maxTokens: number;
	/** Prints the shown part of the page, followed by the line that counts the rest. */
	readonly print: (shown: readonly Item[], rest: string) => string;
}) {
	const { tool, total, from, page, maxTokens } = input;
	const print = (count: number): string => {
		const left = total - from - count;
		const rest = left > 0 ? `… ${left} more: call ${tool} again with cursor ${from + count}\n` : "";
		return input.print(page.slice(0, count), rest);
	};
	const count = countThatFit({ most: page.length, maxTokens, print });
	const next = from + count;
	// Where the next page begins; null when nothing is left.
	return { text: print(count), shown: page.slice(0, count), next: next < total ? next : null };
}

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
