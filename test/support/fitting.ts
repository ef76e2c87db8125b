import { type Fitted, fitContext } from "../../src/context/budget/fit-context.ts";
import type { FitInput } from "../../src/context/budget/fit-input.ts";
import {
	type Candidate,
	type Form,
	layoutOf,
	type RenderedItem,
	type SectionType,
} from "../../src/context/model/candidate.ts";
import type { ItemGroup, PrintableDigest } from "../../src/context/model/findings.ts";
import type { TokenBudget } from "../../src/context/model/request.ts";

/** A token a letter, so that every cost can be read off. */
export const count = (text: string): number => text.length;
export const FRAME = 20;
export const MARKER = "x".repeat(8);
export const UNPLACED = "u".repeat(9);
export const BUDGET: TokenBudget = {
	total: 1_000,
	focus: 300,
	semantic: 300,
	relations: 100,
	activity: 0,
	history: 0,
	system: 100,
};

export const groupOf = (section: SectionType, overrides: Partial<ItemGroup> = {}): ItemGroup => ({
	type: "group",
	section,
	key: section,
	heading: "",
	beyond: 0,
	printMissing: () => MARKER,
	order: "score",
	...overrides,
});

function candidateOf(id: string, section: SectionType, mandatory: boolean): Candidate {
	const time = "2026-01-01T00:00:00.000Z";
	return {
		subject: {
			...{ id, ref: id, kind: "note", title: id, state_key: null, version: 1 },
			...{ created_at: time, updated_at: time, owner_id: "" },
		},
		collector: "search",
		section,
		group: section,
		position: 0,
		relevance: 1,
		path: [],
		reason: "",
		...(mandatory && { mandatory: true }),
	};
}

export function itemOf(
	id: string,
	score: number,
	sizes: readonly [number, ...number[]],
	options: {
		section?: SectionType;
		mandatory?: boolean;
		/** Cut to as much as there is room for; uncuttable otherwise. */
		cuttable?: boolean;
	} = {},
): RenderedItem {
	const names = ["full", "light", "title"] as const;
	const forms = sizes.map((tokens, index): Form => ({ form: names[index] ?? "title", text: "", tokens }));
	return {
		candidate: candidateOf(id, options.section ?? "semantic", options.mandatory ?? false),
		scores: { semantic: score, structural: 0, recency: 0, typeMatch: 0, userAffinity: 0 },
		score,
		forms: forms as [Form, ...Form[]],
		*clip(most) {
			yield;
			return options.cuttable ? { form: "clipped", text: "", tokens: most } : null;
		},
	};
}

/** Lines of ten letters, as many as its size. */
export const digestOf = (section: SectionType, largest: number, overrides: Partial<PrintableDigest> = {}) =>
	({
		type: "digest",
		section,
		name: "a digest",
		cap: 1_000,
		content: { as: "history", messages: [] },
		largest,
		print: (size: number) => Array.from({ length: size }, () => ({ text: "d".repeat(10) })),
		leavesOut: (size: number) =>
			Array.from({ length: largest - size }, (_, index) => candidateOf(`d${index}`, section, false)),
		...overrides,
	}) satisfies PrintableDigest;

export const fill = (items: readonly RenderedItem[], overrides: Partial<FitInput> = {}): Fitted =>
	fitContext({
		items,
		parts: [groupOf("focus"), groupOf("semantic"), groupOf("relations")],
		budget: BUDGET,
		fill: "budget",
		frame: [{ name: "frame", tokens: FRAME }],
		printUnplaced: () => UNPLACED,
		count,
		...overrides,
	});

/** Returns the tokens of the laid-out text. */
export function spentOn({ items, digests, missing, unplaced }: Fitted): number {
	const sections = new Set([
		...[...missing.keys()].map(({ section }) => section),
		...digests.filter(({ lines }) => lines.length > 0).map(({ digest }) => digest.section),
	]);
	const openings = [...sections].reduce((sum, section) => sum + count(layoutOf(section).opening), 0);
	const inside = new Set(items.map(({ candidate }) => candidate.section));
	const frames = [...missing].map(([{ section, heading, whenEmpty = "" }, left]) => {
		const closing = left > 0 ? MARKER : inside.has(section) ? "" : whenEmpty;
		return count(heading) + count(closing);
	});
	const markers = frames.reduce((sum, tokens) => sum + tokens, 0);
	const lines = digests.flatMap((digest) => digest.lines).reduce((sum, { tokens }) => sum + tokens, 0);
	const texts = items.reduce((sum, { chosen }) => sum + chosen.tokens, 0);
	return FRAME + openings + markers + lines + texts + (unplaced > 0 ? UNPLACED.length : 0);
}
