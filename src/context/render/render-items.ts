import type { Surroundings } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kind-registry.ts";
import type { Form, FormName, RankedItem, RenderedItem } from "../model/candidate.ts";
import { fenceText } from "./fence-text.ts";
import { type RenderScope, renderFull, renderLight, renderTitle } from "./render-entity.ts";

/** The graph as the reader sees it, as far as texts need it. */
export interface RenderGraph extends Surroundings {
	readonly kinds: KindRegistry;
	node(id: string): { readonly ref: string; readonly title: string } | undefined;
}

interface TokenCounter {
	count(text: string): number;
	keepStart(text: string, tokens: number): string;
}

/** A cut that leaves less than this says too little to be worth its heading. */
const SHORTEST_CLIP = 40;

const scopeOf = (item: RankedItem, graph: RenderGraph): RenderScope => ({
	kind: graph.kinds.get(item.entity.kind),
	around: graph,
	refOf: (id) => graph.node(id)?.ref,
	nameOf: (id) => graph.node(id)?.title,
});

/** Every item at its three sizes, rich to poor, with what each costs. A size that says no more than a poorer one is dropped. */
export function renderItems(
	ranked: readonly RankedItem[],
	graph: RenderGraph,
	tokenizer: TokenCounter,
): readonly RenderedItem[] {
	return ranked.map((item) => {
		const scope = scopeOf(item, graph);
		const makeForm = (form: FormName, text: string): Form => ({ form, text, tokens: tokenizer.count(text) });
		const full = makeForm("full", `${renderFull(item.entity, scope)}\n`);
		const light = makeForm("light", `${renderLight(item.entity, scope)}\n`);
		const title = makeForm("title", renderTitle(item.entity));
		return { ...item, forms: light.tokens < full.tokens ? [full, light, title] : [full, title] };
	});
}

/** The full form with its body cut to fit, the cut marked with its size and with how to get the rest. */
export function clipItem(
	item: RankedItem,
	graph: RenderGraph,
	tokenizer: TokenCounter,
	tokens: number,
): Form | null {
	const { entity } = item;
	const scope = scopeOf(item, graph);
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
