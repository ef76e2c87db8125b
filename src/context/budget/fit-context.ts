import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import { runSteps, type Steps } from "../../graph/model/run-steps.ts";
import { categoryOf, type FittedItem, type Form, type RenderedItem, standingOf } from "../model/candidate.ts";
import type { ItemGroup, PrintableDigest } from "../model/findings.ts";
import type { BudgetCategory } from "../model/request.ts";
import { isLikelyWithin } from "../render/sized-form.ts";
import { BudgetAttempt, groupKey, type PlacedDigest } from "./budget-attempt.ts";
import { dealLeftovers, mayGrow } from "./deal-leftovers.ts";
import { type FitInput, WORTH } from "./fit-input.ts";

export interface Fitted {
	readonly items: readonly FittedItem[];
	readonly left: readonly RenderedItem[];
	readonly digests: readonly PlacedDigest[];
	/** For every group that has a place, how many of it have none. */
	readonly missing: ReadonlyMap<ItemGroup, number>;
	/** The number of things in parts that have no place at all. */
	readonly unplaced: number;
}

/**
 * A text too long for its category is cut to its fair share among the others, but to no less than this share, so that
 * the best match is not passed over for being long.
 */
const SMALLEST_CUT = 0.25;

/** While a text waits for room, no text whose standing is below this share of its standing goes first. */
const LEAST_TO_PASS = 0.5;

/** Lines that only name what there is take no more than this share. */
const MOST_NAMED = 0.25;

/** Less than this holds no sentence. */
const SMALLEST_REST = 20;

/** Places the mandatory items at their smallest size. If not all of them fit, the error names all of them. */
function placeMandatory(filling: BudgetAttempt, input: FitInput): void {
	const marker = { name: "count of what is left out", tokens: filling.reserve };
	const needs = [...input.frame, ...(marker.tokens > 0 ? [marker] : [])];
	const need = (name: string, place: () => void): void => {
		const before = filling.tokensLeft;
		place();
		needs.push({ name, tokens: before - filling.tokensLeft });
	};
	for (const part of input.parts) {
		if (part.type === "digest" && part.mandatory)
			need(part.name, () => filling.placeDigest(part, 0, Number.POSITIVE_INFINITY));
	}
	for (const item of input.items) {
		const smallest = item.forms.at(-1) as Form;
		if (item.candidate.mandatory) need(item.candidate.subject.title, () => filling.place(item, smallest));
	}
	if (filling.tokensLeft < 0) throw new BudgetTooSmallError(input.budget.total, needs);
}

/**
 * Returns how much each category may spend before leftovers are shared out: its own figure, or its share where the
 * figures add up to more than there is. A category with nothing to show leaves its figure to the others.
 */
function shareOut(filling: BudgetAttempt, input: FitInput): Map<BudgetCategory, number> {
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

const groupsWith = ({ parts }: FitInput, holds: (group: ItemGroup) => boolean): ReadonlySet<string> =>
	new Set(
		parts.flatMap((part) => (part.type === "group" && holds(part) ? [groupKey(part.section, part.key)] : [])),
	);

const NO_TEXT: Form = { form: "clipped", text: "", tokens: 0 };

function sumStandings(items: readonly RenderedItem[]): ReadonlyMap<BudgetCategory, number> {
	const sums = new Map<BudgetCategory, number>();
	for (const item of items) {
		const category = categoryOf(item.candidate.section);
		sums.set(category, (sums.get(category) ?? 0) + standingOf(item));
	}
	return sums;
}

const mandatoryFirst = (a: RenderedItem, b: RenderedItem): number =>
	Number(b.candidate.mandatory ?? 0) - Number(a.candidate.mandatory ?? 0);

/**
 * The items of some groups in turns, the first of each before the second of any, and what presses behind the first: a group
 * that is long or scores high would otherwise leave others without a line.
 */
function inRounds(ordered: readonly RenderedItem[], groups: ReadonlySet<string>): readonly RenderedItem[] {
	const counts = new Map<string, number>();
	return ordered
		.flatMap((item) => {
			const name = groupKey(item.candidate.section, item.candidate.group);
			if (item.candidate.mandatory || !groups.has(name)) return [];
			const count = counts.get(name) ?? 0;
			counts.set(name, count + 1);
			return [{ item, round: count > 0 && item.candidate.isPressing ? PRESSING_ROUND : count }];
		})
		.sort((a, b) => a.round - b.round)
		.map(({ item }) => item);
}

/** Behind the first line of every group, before the second of any. */
const PRESSING_ROUND = 0.5;

interface PlacingStep {
	readonly item: RenderedItem;
	readonly standing: number;
	readonly ordinal?: number;
}

/**
 * Items and, of long texts, passages that are to be shown, the most probable first: the best passage of the second text
 * comes before the fifth passage of the first. What was not found by searching keeps its order, before them.
 */
function listSteps(ordered: readonly RenderedItem[]): readonly PlacingStep[] {
	const found = ordered.flatMap((item) =>
		(item.units ?? [])
			.filter(({ isShown }) => isShown)
			.map(({ ordinal, place }) => ({
				place,
				item,
				standing: standingOf(item),
				...(item.passages !== undefined && ordinal !== undefined && { ordinal }),
			})),
	);
	const others = ordered.filter(({ units }) => units === undefined);
	return [
		...others.map((item) => ({ item, standing: standingOf(item) })),
		...found.sort((a, b) => a.place - b.place),
	];
}

/**
 * A line for each group that shows what there is and has none yet, before anything else grows; then one for what presses and for what
 * is always named.
 */
function placeFirstLines(filling: BudgetAttempt, input: FitInput): void {
	const lined = groupsWith(input, ({ linesFirst }) => linesFirst === true);
	const begun = new Set<string>();
	const rounds = inRounds(input.items, lined).filter(
		({ candidate }) => input.budget[categoryOf(candidate.section)] > 0,
	);
	const first = rounds.filter(({ candidate: { section, group } }) => {
		const name = groupKey(section, group);
		return !begun.has(name) && begun.add(name) !== undefined;
	});
	const others = rounds.filter(({ candidate }) => candidate.isPressing || candidate.isAlwaysNamed);
	let room = input.budget.total * MOST_NAMED;
	for (const item of new Set([...first, ...others])) {
		const form = item.forms.at(-1) as Form;
		const cost = filling.costOf(item, form);
		if (filling.formOf(item) !== undefined || cost > filling.tokensLeft) continue;
		if (!first.includes(item) && cost > room) continue;
		filling.place(item, form);
		room -= cost;
	}
}

/** Places texts linked from the focus whole, before entities that are only filed next to the focus grow. */
function placeConnected(filling: BudgetAttempt, input: FitInput): void {
	for (const item of input.items) {
		if (item.candidate.section !== "relations" || !mayGrow(item, input)) continue;
		const [richest] = item.forms;
		if (filling.formOf(item)?.form !== "full" && filling.costOf(item, richest) <= filling.tokensLeft)
			filling.place(item, richest);
	}
}

/** Lines of what is not shown, the most probable first, when all texts have their room. */
function placeLines(filling: BudgetAttempt, input: FitInput): void {
	for (const part of input.parts) {
		if (part.type !== "group" || part.linesOnly === undefined) continue;
		const { section, key, linesOnly } = part;
		if (input.budget[categoryOf(section)] === 0) continue;
		const items = input.items
			.filter(({ candidate }) => candidate.section === section && candidate.group === key)
			.sort((a, b) => placeOf(a) - placeOf(b))
			.slice(0, linesOnly.most);
		let room = Math.min(linesOnly.tokens, filling.tokensLeft);
		for (const item of items) {
			const form = item.forms.at(-1) as Form;
			const cost = filling.costOf(item, form);
			if (cost > room) break;
			filling.place(item, form);
			room -= cost;
		}
	}
}

const placeOf = ({ units = [] }: RenderedItem): number =>
	units.reduce((least, { place }) => Math.min(least, place), Number.POSITIVE_INFINITY);

/** Passages that found no room in the share of their category, in what is left over. */
function* placePassages(filling: BudgetAttempt, input: FitInput): Steps<void> {
	for (const { item, ordinal } of listSteps(input.items)) {
		yield;
		if (filling.tokensLeft < SMALLEST_REST) return;
		if (ordinal === undefined || input.budget[categoryOf(item.candidate.section)] === 0) continue;
		filling.placePassage(item, ordinal, filling.tokensLeft);
	}
}

/**
 * Digests take their room first, since they say what there is. Then each category is filled with texts at their
 * richest; one that does not fit is passed over for now by others of its rank, and one that never could is cut. What
 * room is left goes to those that wait, cut or in brief, before it goes to what is far below them.
 */
function* fillCategories(filling: BudgetAttempt, input: FitInput): Steps<void> {
	const shares = shareOut(filling, input);
	const shareOf = ({ candidate }: RenderedItem): number => shares.get(categoryOf(candidate.section)) ?? 0;
	const roomIn = (category: BudgetCategory): number =>
		Math.min((shares.get(category) ?? 0) - filling.spentOn(category), filling.tokensLeft);
	for (const part of input.parts) {
		if (part.type !== "digest" || part.onlyFromRest) continue;
		filling.growDigest(part, roomIn(categoryOf(part.section)));
	}
	const place = (item: RenderedItem, form: Form | null): void => {
		const placed = filling.formOf(item);
		// A summary says more than a longer list of fields.
		if (form !== null && placed && WORTH[form.form] < WORTH[placed.form]) return;
		if (form === null || form.tokens <= (placed?.tokens ?? 0)) return;
		if (filling.costOf(item, form) <= roomIn(categoryOf(item.candidate.section))) filling.place(item, form);
	};
	// Skipping a text for a shorter one of lower rank was tried: it finds fewer answers whole, not more.
	const ordered = [...input.items].sort(mandatoryFirst);
	const lined = groupsWith(input, ({ linesFirst }) => linesFirst === true);
	for (const item of ordered) if (item.candidate.mandatory) place(item, item.forms[0]);
	for (const item of inRounds(ordered, lined)) place(item, item.forms.at(-1) as Form);
	const cut = function* (item: RenderedItem, most: number): Steps<Form | null> {
		const room = roomIn(categoryOf(item.candidate.section)) - filling.costOf(item, NO_TEXT);
		return room > SMALLEST_REST ? yield* item.clip(Math.min(room, most)) : null;
	};
	const standings = sumStandings(input.items);
	const waiting = new Map<BudgetCategory, number>();
	for (const step of listSteps(ordered)) {
		yield;
		const { item, standing } = step;
		const [richest] = item.forms;
		const category = categoryOf(item.candidate.section);
		if (step.ordinal !== undefined) {
			filling.placePassage(item, step.ordinal, roomIn(category));
			continue;
		}
		const highest = waiting.get(category) ?? 0;
		const portion = Math.max(SMALLEST_CUT, standing / (standings.get(category) || 1));
		if (isLikelyWithin(richest, shareOf(item))) {
			if (standing >= highest * LEAST_TO_PASS) place(item, richest);
		} else if (item.candidate.mandatory) place(item, yield* cut(item, Number.POSITIVE_INFINITY));
		else place(item, yield* cut(item, shareOf(item) * portion));
		if (filling.formOf(item) === undefined) waiting.set(category, Math.max(highest, standing));
	}
	// Cutting reads the text; where one found no room, the next, with less of it, is not even tried.
	const tight = new Set<BudgetCategory>();
	for (const item of ordered) {
		yield;
		const category = categoryOf(item.candidate.section);
		if (item.passages === undefined) place(item, item.forms[0]);
		if (filling.formOf(item) === undefined && !tight.has(category)) {
			place(item, yield* cut(item, Number.POSITIVE_INFINITY));
			if (filling.formOf(item) === undefined) tight.add(category);
		}
		if (item.passages === undefined) for (const form of item.forms) place(item, form);
	}
}

/** The rest of the room goes to texts that did not fit whole, the most important first. */
function* clipIntoRest(filling: BudgetAttempt, input: FitInput): Steps<void> {
	for (const item of [...input.items].sort(mandatoryFirst)) {
		yield;
		if (filling.tokensLeft < SMALLEST_REST) break;
		const current = filling.formOf(item);
		const isOpen = item.candidate.mandatory || mayGrow(item, input);
		if (current?.form === "full" || filling.hasPassages(item) || !isOpen) continue;
		const opening = filling.costOf(item, { form: "clipped", text: "", tokens: current?.tokens ?? 0 });
		const form = yield* item.clip(filling.tokensLeft + (current?.tokens ?? 0) - opening);
		if (form === null || form.tokens <= (current?.tokens ?? 0)) continue;
		if (filling.costOf(item, form) <= filling.tokensLeft) filling.place(item, form);
	}
}

/**
 * Chooses a form for every item and a size for every digest so that the whole stays within the budget. The mandatory
 * parts come first and must fit; a later step never takes back what an earlier one placed.
 */
export function* fitContextInSteps(input: FitInput): Steps<Fitted> {
	const filling = new BudgetAttempt(input);
	const lines = groupsWith(input, ({ linesOnly }) => linesOnly !== undefined);
	const texts = {
		...input,
		items: input.items.filter(({ candidate: { section, group } }) => !lines.has(groupKey(section, group))),
	};
	placeMandatory(filling, texts);
	yield* fillCategories(filling, texts);
	const grow = (isMeant: (digest: PrintableDigest) => boolean): void => {
		for (const part of input.parts) {
			if (part.type === "digest" && isMeant(part) && input.budget[categoryOf(part.section)] > 0)
				filling.growDigest(part, filling.tokensLeft);
		}
	};
	// Where all room is used, nothing would be left for what takes only of the rest.
	const isFirst = ({ onlyFromRest }: PrintableDigest): boolean => !onlyFromRest || input.fill === "budget";
	grow(isFirst);
	placeFirstLines(filling, texts);
	yield* placePassages(filling, texts);
	placeConnected(filling, texts);
	dealLeftovers(filling, texts);
	grow((digest) => !isFirst(digest));
	yield* clipIntoRest(filling, texts);
	placeLines(filling, input);
	filling.placeMarkers();
	return filling.result();
}

/** The same at once. */
export const fitContext = (input: FitInput): Fitted => runSteps(fitContextInSteps(input));
