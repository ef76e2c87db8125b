import type { Steps } from "../../graph/model/run-steps.ts";
import type { Form, FormName, RenderedItem } from "../model/candidate.ts";
import type { TokenCounter } from "./texts.ts";

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
