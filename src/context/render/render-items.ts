import type { Entity } from "../../graph/model/entity.ts";
import type { Surroundings } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kind-registry.ts";
import { readSummary } from "../../graph/model/read-summary.ts";
import type {
	Candidate,
	EntityPresentation,
	Form,
	FormName,
	RankedItem,
	RenderedItem,
} from "../model/candidate.ts";
import { printBlock } from "./render-block.ts";
import { type RenderScope, renderFull, renderLight, renderTitle } from "./render-entity.ts";
import { printMention } from "./render-mention.ts";
import { printNote } from "./render-note.ts";
import { printOutline } from "./render-outline.ts";
import { printTable } from "./render-table.ts";
import { clipToFit, type Printing, type Shorten, type Texts, type TokenCounter, UNCUT } from "./texts.ts";

/** No text has longer tokens than this on average; counting a book takes seconds, and no budget would hold it. */
const LONGEST_TOKEN = 20;

/** The graph as the reader sees it, as far as texts need it. */
export interface RenderGraph extends Surroundings {
	readonly kinds: KindRegistry;
	node(
		id: string,
	): { readonly ref: string; readonly title: string; readonly archived_at: string | null } | undefined;
}

export interface RenderInput {
	readonly graph: RenderGraph;
	readonly tokenizer: TokenCounter;
	/** How a text that does not fit is cut. */
	readonly shorten: Shorten;
	/** The whole budget: a text that certainly needs more is not even counted. */
	readonly mostTokens: number;
	readonly entities: ReadonlyMap<string, Entity>;
	/** How things are named in the text. */
	readonly ids: "ref" | "uuid";
}

const scopeOf = (kind: string, { graph, ids }: RenderInput): RenderScope => ({
	kind: graph.kinds.get(kind),
	around: graph,
	refOf: (id) => (ids === "uuid" ? graph.node(id) && id : graph.node(id)?.ref),
	nameOf: (id) => graph.node(id)?.title,
	isArchived: (id) => (graph.node(id)?.archived_at ?? null) !== null,
});

/** The full form with its body cut to fit, the cut marked with its size and with how to get the rest. */
function clipEntity(
	entity: Entity,
	{ textFirst }: EntityPresentation,
	printing: Printing,
	tokens: number,
): Form | null {
	const print = (body: string, missing: number): string => {
		const rest = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n\n`;
		return renderFull(entity, printing.scope, { body, textFirst: textFirst === true }) + rest;
	};
	return clipToFit(printing, { text: entity.body, summary: readSummary(entity), tokens, print });
}

function printEntity(entity: Entity, presentation: EntityPresentation, printing: Printing): Texts {
	const { richest, facts = [], textFirst = false } = presentation;
	const { scope } = printing;
	const light = (): [FormName, string] => ["light", `${renderLight(entity, scope, facts)}\n`];
	const title: [FormName, string] = ["title", renderTitle(entity, facts)];
	if (richest === "title") return { forms: [title], clip: UNCUT };
	if (richest === "light") return { forms: [light(), title], clip: UNCUT };
	return {
		forms: [["full", `${renderFull(entity, scope, { textFirst })}\n`], light(), title],
		clip: (tokens) => clipEntity(entity, presentation, printing, tokens),
	};
}

const AS_ENTITY: EntityPresentation = { as: "entity" };

function printCandidate(candidate: Candidate, entity: Entity, input: RenderInput): Texts {
	const { presentation = AS_ENTITY, reference } = candidate;
	const { tokenizer, shorten } = input;
	const printing: Printing = { scope: scopeOf(entity.kind, input), tokenizer, shorten };
	if (presentation.as === "mention") return printMention(entity, presentation, printing);
	if (reference) {
		const facts = presentation.as === "entity" ? presentation.facts : undefined;
		return printEntity(entity, { as: "entity", richest: "title", ...(facts && { facts }) }, printing);
	}
	switch (presentation.as) {
		case "entity":
			return printEntity(entity, presentation, printing);
		case "block":
			return printBlock(entity, presentation, printing);
		case "outline":
			return printOutline(entity, presentation, printing);
		case "table":
			return printTable(entity, presentation, printing);
		case "note":
			return printNote(entity, presentation, printing);
	}
}

/**
 * Every item that may still be read, at its sizes, rich to poor, with what each costs. A size that is no cheaper than
 * a richer one is dropped.
 */
export function renderItems(ranked: readonly RankedItem[], input: RenderInput): readonly RenderedItem[] {
	return ranked.flatMap((item): RenderedItem[] => {
		const entity = input.entities.get(item.candidate.subject.id);
		if (entity === undefined) return [];
		const { forms, clip } = printCandidate(item.candidate, entity, input);
		const kept: Form[] = [];
		const longest = input.mostTokens * LONGEST_TOKEN;
		for (const [form, text] of forms) {
			if (text.length > longest && form === "full") continue;
			const tokens = input.tokenizer.count(text);
			if (tokens < (kept.at(-1)?.tokens ?? Infinity)) kept.push({ form, text, tokens });
		}
		const [richest, ...poorer] = kept;
		return richest ? [{ ...item, forms: [richest, ...poorer], clip }] : [];
	});
}
