import type { Entity } from "../../graph/model/entity.ts";
import type { Surroundings } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kind-registry.ts";
import type { Candidate, Form, FormName, RankedItem, RenderedItem } from "../model/candidate.ts";
import { fenceText } from "./fence-text.ts";
import { type RenderScope, renderFull, renderLight, renderTitle } from "./render-entity.ts";

/** The graph as the reader sees it, as far as texts need it. */
export interface RenderGraph extends Surroundings {
	readonly kinds: KindRegistry;
	node(id: string): { readonly ref: string; readonly title: string } | undefined;
}

export interface TokenCounter {
	count(text: string): number;
	keepStart(text: string, tokens: number): string;
}

/** A cut that leaves less than this says too little to be worth its heading. */
const SHORTEST_CLIP = 40;

/** An item's text, at its sizes from rich to poor, and how it is cut. */
interface Texts {
	readonly forms: readonly [form: FormName, text: string][];
	readonly clip: (tokens: number) => Form | null;
}

export interface RenderInput {
	readonly graph: RenderGraph;
	readonly tokenizer: TokenCounter;
	readonly entities: ReadonlyMap<string, Entity>;
}

const scopeOf = (kind: string, graph: RenderGraph): RenderScope => ({
	kind: graph.kinds.get(kind),
	around: graph,
	refOf: (id) => graph.node(id)?.ref,
	nameOf: (id) => graph.node(id)?.title,
});

/** The full form with its body cut to fit, the cut marked with its size and with how to get the rest. */
function clipEntity(
	entity: Entity,
	scope: RenderScope,
	tokenizer: TokenCounter,
	tokens: number,
): Form | null {
	const print = (body: string): string => {
		const missing = entity.body.length - body.length;
		const marker = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n\n`;
		return renderFull(entity, scope, body) + marker;
	};
	const fenceCost = tokenizer.count(fenceText("x"));
	let room = tokens - tokenizer.count(print("")) - fenceCost;
	while (room >= SHORTEST_CLIP) {
		const body = tokenizer.keepStart(entity.body, room);
		if (body.length === entity.body.length) return null;
		const text = print(body.trimEnd());
		const used = tokenizer.count(text);
		if (used <= tokens) return { form: "clipped", text, tokens: used };
		room -= used - tokens;
	}
	return null;
}

function printEntity(entity: Entity, { graph, tokenizer }: RenderInput): Texts {
	const scope = scopeOf(entity.kind, graph);
	return {
		forms: [
			["full", `${renderFull(entity, scope)}\n`],
			["light", `${renderLight(entity, scope)}\n`],
			["title", renderTitle(entity)],
		],
		clip: (tokens) => clipEntity(entity, scope, tokenizer, tokens),
	};
}

function printCandidate(candidate: Candidate, entity: Entity, input: RenderInput): Texts {
	if (candidate.reference) return { forms: [["title", renderTitle(entity)]], clip: () => null };
	return printEntity(entity, input);
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
		for (const [form, text] of forms) {
			const tokens = input.tokenizer.count(text);
			if (tokens < (kept.at(-1)?.tokens ?? Infinity)) kept.push({ form, text, tokens });
		}
		const [richest, ...poorer] = kept;
		return richest ? [{ ...item, forms: [richest, ...poorer], clip }] : [];
	});
}
