import { categoryOf, type Form, layoutOf, type RenderedItem, standingOf } from "../model/candidate.ts";
import type { BudgetAttempt } from "./budget-attempt.ts";
import { type FitInput, WORTH } from "./fit-input.ts";

interface Step {
	readonly item: RenderedItem;
	readonly index: number;
	readonly form: Form;
	readonly gain: number;
}

/** Room that is left is no reason to fill it: only requested items, or found ones that are to be shown, may grow. */
export const mayGrow = (
	{ candidate, passages, units }: RenderedItem,
	{ budget, fill }: FitInput,
): boolean => {
	const { section, mandatory } = candidate;
	if (budget[categoryOf(section)] === 0) return false;
	if (fill === "budget" || mandatory || layoutOf(section).grows) return true;
	return units !== undefined && passages === undefined;
};

/** Gives leftover room, step by step, to the item that gains most per token, in any category. */
export function dealLeftovers(filling: BudgetAttempt, input: FitInput): void {
	const open = input.items.filter((item) => mayGrow(item, input));
	const bestStep = (item: RenderedItem): { form: Form; gain: number } | null => {
		const current = filling.formOf(item);
		let best: { form: Form; gain: number } | null = null;
		for (const form of item.forms) {
			const worth = WORTH[form.form] - (current ? WORTH[current.form] : 0);
			if (worth <= 0) continue;
			const cost = filling.costOf(item, form);
			if (cost > filling.tokensLeft) continue;
			const gain = (standingOf(item) * worth) / Math.max(1, cost);
			if (best === null || gain > best.gain) best = { form, gain };
		}
		return best;
	};
	const isBefore = (a: Step, b: Step): boolean => a.gain > b.gain || (a.gain === b.gain && a.index < b.index);
	const waiting: Step[] = [];
	const wait = (item: RenderedItem, index: number): void => {
		const step = bestStep(item);
		if (step === null) return;
		const entry = { item, index, ...step };
		let [low, high] = [0, waiting.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (isBefore(waiting[middle] as Step, entry)) high = middle;
			else low = middle + 1;
		}
		waiting.splice(low, 0, entry);
	};
	open.forEach(wait);
	// The best step is last. Placing it makes other steps dearer or impossible, never cheaper by more than a heading, so
	// only the step at the end is checked again before it is taken.
	for (let best = waiting.pop(); best !== undefined; best = waiting.pop()) {
		const now = bestStep(best.item);
		const next = waiting.at(-1);
		if (now && (next === undefined || !isBefore(next, { ...best, ...now })))
			filling.place(best.item, now.form);
		wait(best.item, best.index);
	}
}
