import type { Form, RenderedItem } from "../model/candidate.ts";
import type { DigestLine, Group, PrintableDigest } from "../model/findings.ts";
import type { BudgetCategory } from "../model/request.ts";
import { categoryOf, layoutOf, type SectionType } from "../model/section.ts";
import type { FitInput, Fitted } from "./fit-context.ts";

/** A line and what it costs. */
export interface CountedLine extends DigestLine {
	readonly tokens: number;
}

export interface PlacedDigest {
	readonly digest: PrintableDigest;
	readonly size: number;
	readonly lines: readonly CountedLine[];
}

/** No group is larger than this; its line of missing ones is reserved at this size. */
const MOST_MISSING = 99_999;

interface OpenGroup {
	readonly group: Group;
	readonly headingTokens: number;
	readonly missingTokens: number;
	/** How many candidates it has that are not placed. */
	waiting: number;
	opened: boolean;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** One attempt at filling a budget; every step keeps what is placed within it. */
export class Filling {
	readonly #input: FitInput;
	readonly #chosen = new Map<RenderedItem, Form>();
	readonly #digests = new Map<PrintableDigest, PlacedDigest>();
	readonly #groups = new Map<string, OpenGroup>();
	readonly #opened = new Set<SectionType>();
	readonly #spent = new Map<BudgetCategory, number>();
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
	}

	get tokensLeft(): number {
		return this.#left;
	}

	/** All that sections hold so far. */
	get tokensPlaced(): number {
		return sum([...this.#spent.values()]);
	}

	spentOn(category: BudgetCategory): number {
		return this.#spent.get(category) ?? 0;
	}

	formOf(item: RenderedItem): Form | undefined {
		return this.#chosen.get(item);
	}

	/** What placing this form would add: headings when the item is the first below them, and the line that counts the rest. */
	costOf(item: RenderedItem, form: Form): number {
		const current = this.#chosen.get(item);
		if (current) return form.tokens - current.tokens;
		const state = this.#groupOf(item.candidate);
		return (
			form.tokens + this.#openingOf(item.candidate.section) + this.#openingOfGroup(state, state.waiting - 1)
		);
	}

	place(item: RenderedItem, form: Form): void {
		const { section } = item.candidate;
		const cost = this.costOf(item, form);
		if (!this.#chosen.has(item)) {
			const state = this.#groupOf(item.candidate);
			state.waiting -= 1;
			state.opened = true;
		}
		this.#take(section, cost);
		this.#chosen.set(item, form);
	}

	costOfDigest(digest: PrintableDigest, size: number): number {
		return this.#openingOf(digest.section) + sum(this.#countLines(digest, size).map((line) => line.tokens));
	}

	/** False when it does not fit, and then nothing has changed. */
	placeDigest(digest: PrintableDigest, size: number, room: number): boolean {
		const lines = this.#countLines(digest, size);
		const former = sum(this.#digests.get(digest)?.lines.map((line) => line.tokens) ?? []);
		const added = this.#openingOf(digest.section) + sum(lines.map((line) => line.tokens)) - former;
		if (added > room) return false;
		if (lines.length > 0) this.#take(digest.section, added);
		this.#digests.set(digest, { digest, size, lines });
		return true;
	}

	/** The largest size that fits into the room, found by halving: a snapshot has as many sizes as nodes. */
	growDigest(digest: PrintableDigest, room: number): void {
		const former = this.#digests.get(digest);
		const inside = room + sum(former?.lines.map((line) => line.tokens) ?? []);
		let low = former?.size ?? 0;
		let high = digest.largest;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if (this.costOfDigest(digest, middle) <= inside) low = middle;
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
			if (state.opened || text === "" || this.#input.budget[categoryOf(group.section)] === 0) continue;
			const cost = this.#openingOf(group.section) + state.headingTokens + this.#input.count(text);
			if (cost > this.#left) continue;
			state.opened = true;
			this.#take(group.section, cost);
		}
	}

	result(): Fitted {
		const states = [...this.#groups.values()];
		const countMissing = ({ group, waiting }: OpenGroup): number => group.beyond + waiting;
		const absentDigests = this.#input.parts.flatMap((part) =>
			part.type === "digest" && (this.#digests.get(part)?.lines.length ?? 0) === 0 ? [part] : [],
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

const groupKey = (section: SectionType, group: string): string => `${section}/${group}`;
