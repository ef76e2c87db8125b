import type { Steps } from "../../graph/model/run-steps.ts";
import type { Form, FormName, PassageForms } from "../model/candidate.ts";
import type { RenderScope } from "./render-entity.ts";

export interface TokenCounter {
	readonly name: string;
	count(text: string): number;
	countInSteps(text: string): Steps<number | undefined>;
	keepStartInSteps(text: string, tokens: number): Steps<string>;
}

/** How many tokens a text has, counted in steps: one that was cut may still be as long as a book. */
export function* countTokens(tokenizer: TokenCounter, text: string): Steps<number> {
	return (yield* tokenizer.countInSteps(text)) ?? tokenizer.count(text);
}

/** A shortened text, and the number of characters of the original that are still in it. */
export interface Shortened {
	readonly text: string;
	readonly kept: number;
}

/** Cuts a text to a number of tokens; null when the rest would say too little. A summary may replace the text. */
export type Shorten = (text: string, tokens: number, summary?: string) => Steps<Shortened | null>;

/** An item's text, at its sizes from rich to poor, and how it is cut. */
export interface Texts {
	readonly forms: () => readonly (readonly [form: FormName, text: string])[];
	readonly clip: (tokens: number) => Steps<Form | null>;
	readonly passages?: PassageForms;
	/** The reason why it is there, where its text says more than how it was found. */
	readonly reason?: string;
}

export interface Printing {
	readonly scope: RenderScope;
	readonly tokenizer: TokenCounter;
	readonly shorten: Shorten;
}

// biome-ignore lint/correctness/useYield: what cannot be cut has no steps.
export function* UNCUT(): Steps<null> {
	return null;
}

/** A cut that leaves less room than this for the text itself is not worth its heading. */
const SHORTEST_CLIP = 20;

/**
 * Cuts a text until it fits together with what is printed around it. Only counting shows how much the printed part
 * grows with the text, so the room is reduced by the excess.
 */
export function* clipToFit(
	{ tokenizer, shorten }: Printing,
	input: {
		readonly text: string;
		readonly summary?: string | undefined;
		readonly tokens: number;
		readonly print: (text: string, missing: number) => string;
	},
): Steps<Form | null> {
	const { text: whole, summary, tokens, print } = input;
	let room = tokens - tokenizer.count(print("x", whole.length));
	while (room >= SHORTEST_CLIP) {
		const cut = yield* shorten(whole, room, summary);
		if (cut === null || cut.kept >= whole.trim().length) return null;
		const text = print(cut.text, whole.length - cut.kept);
		const used = yield* countTokens(tokenizer, text);
		if (used <= tokens) return { form: "clipped", text, tokens: used };
		room -= Math.max(1, used - tokens);
	}
	return null;
}
