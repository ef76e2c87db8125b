import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import type { FittedItem, Form, FormName, RenderedItem } from "../model/candidate.ts";
import type { Group, PrintableDigest } from "../model/findings.ts";
import type { BudgetCategory, TokenBudget } from "../model/request.ts";
import { categoryOf } from "../model/section.ts";
import { Filling, type PlacedDigest } from "./filling.ts";

export interface FitInput {
	/** Best first. */
	readonly items: readonly RenderedItem[];
	readonly parts: readonly (Group | PrintableDigest)[];
	readonly budget: TokenBudget;
	/** What is in the text whatever is chosen. */
	readonly frame: readonly { readonly name: string; readonly tokens: number }[];
	readonly count: (text: string) => number;
}

export interface Fitted {
	readonly items: readonly FittedItem[];
	readonly left: readonly RenderedItem[];
	readonly digests: readonly PlacedDigest[];
	/** For every group that has a place, how many of it have none. */
	readonly missing: ReadonlyMap<Group, number>;
	/** What belongs to parts that have no place at all. */
	readonly unplaced: number;
}

/** How much of an entity's worth each form carries. */
const WORTH: Readonly<Record<FormName, number>> = { full: 1, clipped: 0.8, light: 0.6, title: 0.2 };

/** What could be done next for one item, and what it gains for a token. */
interface Step {
	readonly item: RenderedItem;
	readonly index: number;
	readonly form: Form;
	readonly gain: number;
}

function placeMandatory(filling: Filling, input: FitInput): void {
	const { total } = input.budget;
	for (const part of input.parts) {
		if (part.type !== "digest" || part.mandatory === undefined) continue;
		if (!filling.placeDigest(part, 0, filling.tokensLeft)) {
			const tokens = filling.costOfDigest(part, 0);
			throw new BudgetTooSmallError(total, [...input.frame, { name: part.name, tokens }]);
		}
	}
	for (const item of input.items) {
		if (item.candidate.mandatory === undefined) continue;
		const smallest = item.forms.at(-1) as Form;
		const tokens = filling.costOf(item, smallest);
		if (tokens > filling.tokensLeft) {
			const { title } = item.candidate.subject;
			throw new BudgetTooSmallError(total, [...input.frame, { name: title, tokens }]);
		}
		filling.place(item, smallest);
	}
}

/**
 * What each category may spend before leftovers are dealt out: its own figure, or its share where the figures add up
 * to more than there is. A category with nothing to show leaves its figure to the others.
 */
function shareOut(filling: Filling, input: FitInput): Map<BudgetCategory, number> {
	const sections = [
		...input.items.map((item) => item.candidate.section),
		...input.parts.flatMap((part) => (part.type === "digest" ? [part.section] : [])),
	];
	const categories = new Set(sections.map(categoryOf));
	const wanted = [...categories].reduce((sum, category) => sum + input.budget[category], 0);
	const available = filling.tokensLeft + filling.tokensPlaced;
	const scale = wanted > available ? available / wanted : 1;
	return new Map([...categories].map((category) => [category, Math.floor(input.budget[category] * scale)]));
}

/** Digests take their room first, since they say what there is; then each category fills its own, best item first. */
function fillCategories(filling: Filling, input: FitInput): void {
	const shares = shareOut(filling, input);
	const roomIn = (category: BudgetCategory): number =>
		Math.min((shares.get(category) ?? 0) - filling.spentOn(category), filling.tokensLeft);
	for (const part of input.parts) {
		if (part.type !== "digest") continue;
		filling.growDigest(part, Math.min(part.cap, roomIn(categoryOf(part.section))));
	}
	for (const item of input.items) {
		const room = roomIn(categoryOf(item.candidate.section));
		const form = item.forms.find((candidate) => filling.costOf(item, candidate) <= room);
		const current = filling.formOf(item);
		if (form === undefined || (current && form.tokens <= current.tokens)) continue;
		filling.place(item, form);
	}
}

/** What is left over goes, step by step, to whatever gains most for a token, in whichever category. */
function dealLeftovers(filling: Filling, input: FitInput): void {
	const open = input.items.filter((item) => input.budget[categoryOf(item.candidate.section)] > 0);
	const bestStep = (item: RenderedItem): { form: Form; gain: number } | null => {
		const current = filling.formOf(item);
		let best: { form: Form; gain: number } | null = null;
		for (const form of item.forms) {
			const cost = filling.costOf(item, form);
			const worth = WORTH[form.form] - (current ? WORTH[current.form] : 0);
			if (worth <= 0 || cost > filling.tokensLeft) continue;
			const gain = (item.score * worth) / Math.max(1, cost);
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
		const position = waiting.findIndex((other) => isBefore(other, entry));
		waiting.splice(position === -1 ? waiting.length : position, 0, entry);
	};
	open.forEach(wait);
	// The best stands last. Placing it makes other steps dearer or impossible, never cheaper by more than a heading, so
	// only the step at the end is looked at again before it is taken.
	for (let best = waiting.pop(); best !== undefined; best = waiting.pop()) {
		const now = bestStep(best.item);
		const next = waiting.at(-1);
		if (now && (next === undefined || !isBefore(next, { ...best, ...now })))
			filling.place(best.item, now.form);
		wait(best.item, best.index);
	}
}

/** The rest of the room goes to texts that did not fit whole, the most important first. */
function clipIntoRest(filling: Filling, input: FitInput): void {
	const byNeed = [...input.items].sort(
		(a, b) => Number(b.candidate.mandatory ?? 0) - Number(a.candidate.mandatory ?? 0),
	);
	for (const item of byNeed) {
		const current = filling.formOf(item);
		const switchedOff = input.budget[categoryOf(item.candidate.section)] === 0;
		if (current?.form === "full" || (switchedOff && !item.candidate.mandatory)) continue;
		const opening = filling.costOf(item, { form: "clipped", text: "", tokens: current?.tokens ?? 0 });
		const form = item.clip(filling.tokensLeft + (current?.tokens ?? 0) - opening);
		if (form && filling.costOf(item, form) <= filling.tokensLeft) filling.place(item, form);
	}
}

/**
 * Chooses a form for every item and a size for every digest so that the whole stays within the budget. The mandatory
 * parts come first and must fit; a later step never takes back what an earlier one placed.
 */
export function fitContext(input: FitInput): Fitted {
	const filling = new Filling(input);
	if (filling.tokensLeft < 0) throw new BudgetTooSmallError(input.budget.total, input.frame);
	placeMandatory(filling, input);
	fillCategories(filling, input);
	for (const part of input.parts) {
		if (part.type === "digest" && input.budget[categoryOf(part.section)] > 0)
			filling.growDigest(part, Math.min(part.cap, filling.tokensLeft));
	}
	dealLeftovers(filling, input);
	clipIntoRest(filling, input);
	filling.placeMarkers();
	return filling.result();
}
