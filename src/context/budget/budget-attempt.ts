import { categoryOf, type Form, layoutOf, type RenderedItem, type SectionType } from "../model/candidate.ts";
import type { ItemGroup, PrintableDigest, ShrinkableLine } from "../model/findings.ts";
import type { BudgetCategory } from "../model/request.ts";
import type { Fitted } from "./fit-context.ts";
import type { FitInput } from "./fit-input.ts";

export interface CountedLine extends ShrinkableLine {
	readonly tokens: number;
}

export interface PlacedDigest {
	readonly digest: PrintableDigest;
	readonly size: number;
	readonly lines: readonly CountedLine[];
}

/** No group is larger than this; its line of missing ones is reserved at this size. */
const MOST_MISSING = 99_999;
/** Characters that a token of prose has at the most, on average over a passage. */
const LONGEST_TOKEN = 6;

interface OpenGroup {
	readonly group: ItemGroup;
	readonly headingTokens: number;
	readonly missingTokens: number;
	/** How many candidates it has that are not placed. */
	waiting: number;
	opened: boolean;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** One attempt at filling a budget; every step keeps what is placed within it. */
export class BudgetAttempt {
	readonly #input: FitInput;
	readonly #chosen = new Map<RenderedItem, Form>();
	readonly #passages = new Map<RenderedItem, ReadonlySet<number>>();
	readonly #digests = new Map<PrintableDigest, PlacedDigest>();
	readonly #groups = new Map<string, OpenGroup>();
	readonly #opened = new Set<SectionType>();
	readonly #spent = new Map<BudgetCategory, number>();
	/** Parts that have content but no place yet. While there are any, the end needs a line that counts them. */
	readonly #absent = new Set<ItemGroup | PrintableDigest>();
	readonly #absentTokens: number;
	#left: number;

	constructor(input: FitInput) {
		this.#input = input;
		this.#left = input.budget.total - sum(input.frame.map((part) => part.tokens));
		for (const part of input.parts) {
			if (part.type !== "group") continue;
			this.#groups.set(groupKey(part.section, part.key), {
				group: part,
				headingTokens: input.count(part.heading),
				missingTokens: input.count(part.printMissing(MOST_MISSING)),
				waiting: 0,
				opened: false,
			});
		}
		for (const { candidate } of input.items) this.#groupOf(candidate).waiting += 1;
		for (const part of input.parts) if (this.#holds(part) > 0 && !this.#isOff(part)) this.#absent.add(part);
		this.#absentTokens = input.count(input.printUnplaced(MOST_MISSING));
	}

	get tokensLeft(): number {
		return this.#left - this.reserve;
	}

	/** Tokens of the line at the end that counts everything without a place. */
	get reserve(): number {
		return this.#absent.size > 0 ? this.#absentTokens : 0;
	}

	get tokensPlaced(): number {
		return sum([...this.#spent.values()]);
	}

	spentOn(category: BudgetCategory): number {
		return this.#spent.get(category) ?? 0;
	}

	formOf(item: RenderedItem): Form | undefined {
		return this.#chosen.get(item);
	}

	/** Returns the tokens that placing this form adds, with new headings and the line that counts the rest. */
	costOf(item: RenderedItem, form: Form): number {
		const state = this.#groupOf(item.candidate);
		return this.#textCostOf(item, form) - this.#freedBy(state.group);
	}

	place(item: RenderedItem, form: Form): void {
		const { section } = item.candidate;
		const cost = this.#textCostOf(item, form);
		const state = this.#groupOf(item.candidate);
		if (!this.#chosen.has(item)) {
			state.waiting -= 1;
			state.opened = true;
		}
		this.#absent.delete(state.group);
		this.#take(section, cost);
		this.#chosen.set(item, form);
	}

	/** Adds a passage to those of its item; where it does not fit, nothing changes. */
	placePassage(item: RenderedItem, ordinal: number, room: number): void {
		const placed = this.#passages.get(item) ?? new Set<number>();
		if (item.passages === undefined || placed.has(ordinal)) return;
		// Printing and counting cost most of a build; what is far too long need not be tried.
		if (item.passages.lengthOf(ordinal) > room * LONGEST_TOKEN) return;
		const chosen = new Set([...placed, ordinal]);
		const form = item.passages.print(chosen);
		if (this.costOf(item, form) > room) return;
		this.place(item, form);
		this.#passages.set(item, chosen);
	}

	/** Whether an item is shown by some of its passages: then it grows by more of them and in no other way. */
	hasPassages(item: RenderedItem): boolean {
		return this.#passages.has(item);
	}

	/** Where it does not fit, nothing changes. */
	placeDigest(digest: PrintableDigest, size: number, room: number): void {
		const lines = this.#countLines(digest, size);
		const former = sum(this.#digests.get(digest)?.lines.map((line) => line.tokens) ?? []);
		const added = this.#openingOf(digest.section) + sum(lines.map((line) => line.tokens)) - former;
		if (added - (lines.length > 0 ? this.#freedBy(digest) : 0) > room) return;
		this.#digests.set(digest, { digest, size, lines });
		if (lines.length === 0) return;
		this.#take(digest.section, added);
		this.#absent.delete(digest);
	}

	/** The largest size that fits into the room, found by halving: a snapshot has as many sizes as nodes. */
	growDigest(digest: PrintableDigest, room: number): void {
		const former = this.#digests.get(digest);
		const placed = sum(former?.lines.map((line) => line.tokens) ?? []);
		const opening = this.#openingOf(digest.section) - this.#freedBy(digest);
		// The digest's own tokens are part of its cap: without this a digest that grows twice could take twice as much.
		const most = Math.min(room + placed - opening, digest.cap);
		let low = former?.size ?? 0;
		let high = digest.largest;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			const tokens = sum(this.#countLines(digest, middle).map((line) => line.tokens));
			if (tokens <= most) low = middle;
			else high = middle - 1;
		}
		if (low > (former?.size ?? -1)) this.placeDigest(digest, low, room);
	}

	/** Groups of which nothing fits still say how many there are, and empty ones that they are empty, where there is room. */
	placeMarkers(): void {
		for (const state of this.#groups.values()) {
			const { group } = state;
			const count = group.beyond + state.waiting;
			const text = count > 0 ? group.printMissing(count) : (group.whenEmpty ?? "");
			if (state.opened || text === "" || this.#isOff(group)) continue;
			const heading = group.linesOnly ? 0 : state.headingTokens;
			const cost = this.#openingOf(group.section) + heading + this.#input.count(text);
			if (cost - this.#freedBy(group) > this.tokensLeft) continue;
			state.opened = true;
			this.#absent.delete(group);
			this.#take(group.section, cost);
		}
	}

	result(): Fitted {
		const states = [...this.#groups.values()];
		const countMissing = ({ group, waiting }: OpenGroup): number =>
			this.#isOff(group) ? 0 : group.beyond + waiting;
		const absentDigests = this.#input.parts.flatMap((part) =>
			part.type === "digest" && !this.#isOff(part) && (this.#digests.get(part)?.lines.length ?? 0) === 0
				? [part]
				: [],
		);
		return {
			items: this.#input.items.flatMap((item) => {
				const chosen = this.#chosen.get(item);
				return chosen ? [{ ...item, chosen }] : [];
			}),
			left: this.#input.items.filter((item) => !this.#chosen.has(item)),
			digests: [...this.#digests.values()],
			missing: new Map(
				states.filter(({ opened }) => opened).map((state) => [state.group, countMissing(state)]),
			),
			unplaced:
				sum(states.filter(({ opened }) => !opened).map(countMissing)) +
				sum(absentDigests.map((digest) => digest.leavesOut(0).length)),
		};
	}

	/** A category without any budget prints nothing, not even how much it would hold. */
	#isOff({ section }: ItemGroup | PrintableDigest): boolean {
		return this.#input.budget[categoryOf(section)] === 0;
	}

	#holds(part: ItemGroup | PrintableDigest): number {
		if (part.type === "digest") return part.leavesOut(0).length;
		return part.beyond + (this.#groups.get(groupKey(part.section, part.key))?.waiting ?? 0);
	}

	/** Returns the tokens that the line at the end frees when this part, the last without a place, gets one. */
	#freedBy(part: ItemGroup | PrintableDigest): number {
		return this.#absent.size === 1 && this.#absent.has(part) ? this.#absentTokens : 0;
	}

	#textCostOf(item: RenderedItem, form: Form): number {
		const current = this.#chosen.get(item);
		if (current) return form.tokens - current.tokens;
		const state = this.#groupOf(item.candidate);
		return (
			form.tokens + this.#openingOf(item.candidate.section) + this.#openingOfGroup(state, state.waiting - 1)
		);
	}

	#groupOf({ section, group }: RenderedItem["candidate"]): OpenGroup {
		const state = this.#groups.get(groupKey(section, group));
		if (state === undefined) throw new Error(`no group ${group} in section ${section}`);
		return state;
	}

	#openingOf(section: SectionType): number {
		return this.#opened.has(section) ? 0 : this.#input.count(layoutOf(section).opening);
	}

	/** The heading when it is not there yet, and the change of what the line of missing ones takes. */
	#openingOfGroup(state: OpenGroup, waiting: number): number {
		const reserve = (open: boolean, left: number): number =>
			open && state.group.beyond + left > 0 ? state.missingTokens : 0;
		const heading = state.opened ? 0 : state.headingTokens;
		return heading + reserve(true, waiting) - reserve(state.opened, state.waiting);
	}

	#take(section: SectionType, tokens: number): void {
		const category = categoryOf(section);
		this.#left -= tokens;
		this.#spent.set(category, (this.#spent.get(category) ?? 0) + tokens);
		this.#opened.add(section);
	}

	#countLines(digest: PrintableDigest, size: number): readonly CountedLine[] {
		return digest.print(size).map((line) => ({ ...line, tokens: this.#input.count(line.text) }));
	}
}

export const groupKey = (section: SectionType, group: string): string => `${section}/${group}`;
