import type { Steps } from "../../graph/model/run-steps.ts";
import type { Form, FormName, PassageForms, RenderedItem } from "../model/candidate.ts";
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

interface StepCounter {
	countInSteps(text: string, most: number): Steps<number | undefined>;
}

/** A form whose tokens are counted on demand: most findings get no room, and counting all is slow. */
export class SizedForm implements Form {
	readonly form: FormName;
	readonly text: string;
	readonly #tokenizer: Pick<TokenCounter, "count">;
	#tokens: number | undefined;
	#least = 0;

	constructor(form: FormName, text: string, tokenizer: Pick<TokenCounter, "count">) {
		this.form = form;
		this.text = text;
		this.#tokenizer = tokenizer;
	}

	/** Whether it is known already to have more tokens than so many. */
	isBeyond(most: number): boolean {
		return (this.#tokens ?? this.#least) > most;
	}

	/** The same form where it has more tokens than there are: how many more does not matter, and is not counted. */
	beyond(most: number): SizedForm {
		// Stored with the form, which the next request reuses: otherwise a book would be read again each time.
		this.#least = Math.max(this.#least, most + 1);
		const form = new SizedForm(this.form, this.text, this.#tokenizer);
		form.#tokens = most + 1;
		return form;
	}

	get tokens(): number {
		this.#tokens ??= this.#tokenizer.count(this.text);
		return this.#tokens;
	}
}

/** The average characters of a token in most texts. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Whether it probably takes so many tokens at most, by its length alone, whether it was counted before or not: the same
 * question must get the same answer.
 */
export const isLikelyWithin = (form: Form, room: number): boolean =>
	form instanceof SizedForm ? form.text.length <= room * CHARACTERS_PER_TOKEN : form.tokens <= room;

/** A shorter text is counted before anybody notices. */
const LONG_TEXT = 50_000;

function* countLongForm(form: Form, tokenizer: StepCounter, mostTokens: number): Steps<Form> {
	if (!(form instanceof SizedForm) || form.text.length < LONG_TEXT) return form;
	if (form.isBeyond(mostTokens)) return form.beyond(mostTokens);
	const tokens = yield* tokenizer.countInSteps(form.text, mostTokens);
	if (tokens === undefined) return form.beyond(mostTokens);
	// Stored with the form: the counts of many long texts push each other out of the tokenizer's memory.
	void form.tokens;
	return form;
}

/**
 * Counts the long forms before they are fitted, step by step, and none further than the budget: six texts of a megabyte in
 * a script without spaces would otherwise keep all others waiting for ten seconds.
 */
export function* countLongForms(
	items: readonly RenderedItem[],
	tokenizer: StepCounter,
	mostTokens: number,
): Steps<readonly RenderedItem[]> {
	const counted: RenderedItem[] = [];
	for (const item of items) {
		const forms: Form[] = [];
		for (const form of item.forms) forms.push(yield* countLongForm(form, tokenizer, mostTokens));
		counted.push({ ...item, forms: forms as [Form, ...Form[]] });
	}
	return counted;
}
