import type { Form, FormName } from "../model/candidate.ts";
import type { TokenCounter } from "./texts.ts";

/**
 * A form whose tokens are counted when somebody has to know them. Most of what is found finds no room, and to count it
 * all would take longer than everything else.
 */
export class SizedForm implements Form {
	readonly form: FormName;
	readonly text: string;
	readonly #tokenizer: TokenCounter;
	#tokens: number | undefined;

	constructor(form: FormName, text: string, tokenizer: TokenCounter) {
		this.form = form;
		this.text = text;
		this.#tokenizer = tokenizer;
	}

	get tokens(): number {
		this.#tokens ??= this.#tokenizer.count(this.text);
		return this.#tokens;
	}
}

/** What a token holds of most texts. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Whether it probably takes so many tokens at most, by its length alone, whether it was counted before or not: the same
 * question must get the same answer.
 */
export const isLikelyWithin = (form: Form, room: number): boolean =>
	form instanceof SizedForm ? form.text.length <= room * CHARACTERS_PER_TOKEN : form.tokens <= room;
