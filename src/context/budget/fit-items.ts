import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import type { FittedItem, Form, FormName, RenderedItem } from "../model/candidate.ts";
import type { BudgetCategory, TokenBudget } from "../model/request.ts";
import type { SectionType } from "../model/section.ts";

export interface FitInput {
	readonly items: readonly RenderedItem[];
	readonly budget: TokenBudget;
	/** What is in the text whatever is chosen: frame, question, linked entities. */
	readonly fixed: readonly { readonly name: string; readonly tokens: number }[];
	readonly categoryOf: (section: SectionType) => BudgetCategory;
	/** What a section costs as soon as it has an item: its heading, and room for its overflow line. */
	readonly openingOf: (section: SectionType) => number;
	/** The full form cut to fit, or null when so little room makes no sense. */
	readonly clip: (item: RenderedItem, tokens: number) => Form | null;
}

export interface FitResult {
	readonly fitted: readonly FittedItem[];
	readonly left: readonly RenderedItem[];
}

/** How much of an entity's worth each form carries. */
const WORTH: Readonly<Record<FormName, number>> = { full: 1, clipped: 0.8, light: 0.6, title: 0.2 };

/** One attempt at filling a budget; every step keeps what is placed within it. */
class Filling {
	readonly #input: FitInput;
	readonly #chosen = new Map<RenderedItem, Form>();
	readonly #opened = new Set<SectionType>();
	#left: number;

	constructor(input: FitInput) {
		this.#input = input;
		this.#left = input.budget.total - input.fixed.reduce((sum, part) => sum + part.tokens, 0);
	}

	get tokensLeft(): number {
		return this.#left;
	}

	formOf(item: RenderedItem): Form | undefined {
		return this.#chosen.get(item);
	}

	/** What placing this form would add, the section's heading included when the item is its first. */
	costOf(item: RenderedItem, form: Form): number {
		const { section } = item.candidate;
		const opening = this.#opened.has(section) ? 0 : this.#input.openingOf(section);
		return opening + form.tokens - (this.#chosen.get(item)?.tokens ?? 0);
	}

	place(item: RenderedItem, form: Form): void {
		this.#left -= this.costOf(item, form);
		this.#opened.add(item.candidate.section);
		this.#chosen.set(item, form);
	}
}

function placeMandatory(filling: Filling, input: FitInput): void {
	for (const item of input.items) {
		if (!item.candidate.mandatory) continue;
		const smallest = item.forms.at(-1) as Form;
		if (filling.costOf(item, smallest) > filling.tokensLeft) {
			const cost = filling.costOf(item, smallest);
			throw new BudgetTooSmallError(input.budget.total, [
				...input.fixed,
				{ name: item.entity.title, tokens: cost },
			]);
		}
		filling.place(item, smallest);
	}
}

/** Each category fills its own figure first, best item first, in the richest form that fits; what does not fit is skipped. */
function fillCategories(filling: Filling, input: FitInput): void {
	const spent = new Map<BudgetCategory, number>();
	for (const item of input.items) {
		const category = input.categoryOf(item.candidate.section);
		const room = Math.min(input.budget[category] - (spent.get(category) ?? 0), filling.tokensLeft);
		const form = item.forms.find((candidate) => filling.costOf(item, candidate) <= room);
		const current = filling.formOf(item);
		if (form === undefined || (current && form.tokens <= current.tokens)) continue;
		spent.set(category, (spent.get(category) ?? 0) + filling.costOf(item, form));
		filling.place(item, form);
	}
}

/** What is left over goes, step by step, to whatever gains most for a token, in whichever category. */
function dealLeftovers(filling: Filling, input: FitInput): void {
	const open = input.items.filter((item) => input.budget[input.categoryOf(item.candidate.section)] > 0);
	for (;;) {
		let best: { item: RenderedItem; form: Form; gain: number } | null = null;
		for (const item of open) {
			const current = filling.formOf(item);
			for (const form of item.forms) {
				const cost = filling.costOf(item, form);
				const worth = WORTH[form.form] - (current ? WORTH[current.form] : 0);
				if (worth <= 0 || cost > filling.tokensLeft) continue;
				const gain = (item.score * worth) / Math.max(1, cost);
				if (best === null || gain > best.gain) best = { item, form, gain };
			}
		}
		if (best === null) return;
		filling.place(best.item, best.form);
	}
}

/** The rest of the room goes to texts that did not fit whole, the most important first. */
function clipIntoRest(filling: Filling, input: FitInput): void {
	const byNeed = [...input.items].sort(
		(a, b) => Number(b.candidate.mandatory ?? 0) - Number(a.candidate.mandatory ?? 0),
	);
	for (const item of byNeed) {
		const current = filling.formOf(item);
		const switchedOff = input.budget[input.categoryOf(item.candidate.section)] === 0;
		if (current?.form === "full" || (switchedOff && !item.candidate.mandatory)) continue;
		const opening = filling.costOf(item, { form: "clipped", text: "", tokens: current?.tokens ?? 0 });
		const form = input.clip(item, filling.tokensLeft + (current?.tokens ?? 0) - opening);
		if (form && filling.costOf(item, form) <= filling.tokensLeft) filling.place(item, form);
	}
}

/**
 * Chooses a form for every item so that the whole stays within the budget. The mandatory parts come first and must
 * fit; a later step never takes back what an earlier one placed.
 */
export function fitItems(input: FitInput): FitResult {
	const filling = new Filling(input);
	if (filling.tokensLeft < 0) throw new BudgetTooSmallError(input.budget.total, input.fixed);
	placeMandatory(filling, input);
	fillCategories(filling, input);
	dealLeftovers(filling, input);
	clipIntoRest(filling, input);
	return {
		fitted: input.items.flatMap((item) => {
			const chosen = filling.formOf(item);
			return chosen ? [{ ...item, chosen }] : [];
		}),
		left: input.items.filter((item) => filling.formOf(item) === undefined),
	};
}
