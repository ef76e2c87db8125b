import type { KindRegistry } from "../graph/model/kind-registry.ts";
import {
	type AssembleInput,
	closingOf,
	headingOf,
	OPENING,
	overflowLine,
} from "./assemble/assemble-context.ts";
import { fitItems } from "./budget/fit-items.ts";
import { fitLinked } from "./budget/fit-linked.ts";
import type { Tokenizer } from "./budget/tokenizer.ts";
import type { Collected } from "./collect/collect-candidates.ts";
import type { FittedItem, Omission, RenderedItem } from "./model/candidate.ts";
import type { Recipe } from "./model/recipe.ts";
import type { ContextRequest } from "./model/request.ts";
import { SECTIONS, type SectionLayout, type SectionType } from "./model/section.ts";
import { clipItem, type RenderGraph } from "./render/render-items.ts";

const LARGEST_OVERFLOW = 99_999;

const layoutOf = (type: SectionType): SectionLayout =>
	SECTIONS.find((layout) => layout.type === type) as SectionLayout;

export interface FitContextInput {
	readonly rendered: readonly RenderedItem[];
	readonly collected: Collected;
	readonly recipe: Recipe;
	readonly request: ContextRequest;
	readonly tokenizer: Tokenizer;
	readonly graph: RenderGraph & { readonly kinds: KindRegistry };
}

/** Decides what stands in the text and what does not: linked entities first, then every other item by its worth. */
export function fitContext(input: FitContextInput): { layout: AssembleInput; omitted: readonly Omission[] } {
	const { rendered, collected, recipe, request, tokenizer, graph } = input;
	const { focus, linkedGroups } = collected;
	const linked = fitLinked({
		kindLabel: focus ? graph.kinds.get(focus.kind).label : "",
		groups: linkedGroups,
		perKind: recipe.linkedPerKind,
		tokens: Math.min(recipe.linkedTokens, recipe.budget.relations),
		count: tokenizer.count,
	});
	const { fitted, left } = fitItems({
		items: rendered.filter((item) => item.candidate.section !== "linked"),
		budget: recipe.budget,
		fixed: [
			{ name: "frame", tokens: tokenizer.count(OPENING) },
			{ name: "question", tokens: tokenizer.count(closingOf(request.query, request.now)) },
			{ name: "linked entities", tokens: linked.tokens },
		],
		categoryOf: (section) => layoutOf(section).category,
		openingOf: (section) =>
			tokenizer.count(headingOf(layoutOf(section))) + tokenizer.count(overflowLine(LARGEST_OVERFLOW)),
		clip: (item, tokens) => clipItem(item, graph, tokenizer, tokens),
	});

	// A linked line is a reference where the entity's text stands elsewhere, and the entity's only form where it does not.
	const elsewhere = new Set(fitted.map((item) => item.entity.id));
	const byId = new Map(rendered.map((item) => [item.entity.id, item]));
	const lines = linked.lines.map((line): { text: string; item?: FittedItem } => {
		const item = line.id === undefined || elsewhere.has(line.id) ? undefined : byId.get(line.id);
		if (item === undefined) return { text: line.text };
		return {
			text: line.text,
			item: { ...item, chosen: { form: "title", text: line.text, tokens: tokenizer.count(line.text) } },
		};
	});
	const placed = new Set([
		...elsewhere,
		...lines.flatMap((line) => (line.item ? [line.item.entity.id] : [])),
	]);
	const folded = linkedGroups.flatMap((group) =>
		group.entities.slice(linked.perKind).map(({ node }) => node),
	);
	return {
		layout: {
			query: request.query,
			now: request.now,
			fitted,
			linked: lines,
			leftOut: countLeftOut(left, collected),
			expected: new Set(collected.used.includes("search") ? ["semantic"] : []),
		},
		omitted: [
			...left
				.filter((item) => !placed.has(item.entity.id))
				.map(
					({ entity, forms }): Omission => ({
						id: entity.id,
						kind: entity.kind,
						title: entity.title,
						reason: "budget",
						tokens: forms[0]?.tokens ?? 0,
					}),
				),
			...folded
				.filter((node) => !placed.has(node.id))
				.map((node): Omission => ({ id: node.id, kind: node.kind, title: node.title, reason: "limit" })),
		],
	};
}

/** What matched and is not shown, whether it was considered for a place or not. */
function countLeftOut(left: readonly RenderedItem[], collected: Collected): ReadonlyMap<SectionType, number> {
	const counts = new Map<SectionType, number>();
	for (const { candidate } of left) counts.set(candidate.section, (counts.get(candidate.section) ?? 0) + 1);
	if (collected.matchesBeyondLimit > 0) {
		counts.set("semantic", (counts.get("semantic") ?? 0) + collected.matchesBeyondLimit);
	}
	return counts;
}
