import type { WorkLimit } from "../../graph/model/work-limit.ts";
import type { Form, FormName } from "../model/candidate.ts";
import type { TokenCounter } from "./texts.ts";

interface TurnCounter {
	countInTurns(text: string, work: WorkLimit): Promise<void>;
}

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

/** A shorter text is counted before anybody notices. */
const LONG_TEXT = 50_000;

/**
 * Counts the long forms before they are fitted, in turns: six texts of a megabyte in a script without spaces would
 * otherwise keep all others waiting for ten seconds.
 */
export async function countLongForms(
	items: readonly { readonly forms: readonly Form[]; readonly passages?: unknown }[],
	tokenizer: TurnCounter,
	work: WorkLimit,
): Promise<void> {
	// A text that is shown by passages is hardly ever shown whole, and is counted only where it might be.
	const whole = items.filter(({ passages }) => passages === undefined);
	for (const form of whole.flatMap(({ forms }) => forms)) {
		if (!(form instanceof SizedForm) || form.text.length < LONG_TEXT) continue;
		await tokenizer.countInTurns(form.text, work);
		// Kept with the form: the counts of many long texts push each other out of the tokenizer's memory.
		void form.tokens;
	}
}
