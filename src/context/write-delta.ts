import { closingOf } from "./assemble/lay-out.ts";
import type { ContextItem, ContextPayload } from "./model/payload.ts";
import { layoutOf } from "./model/section.ts";

/** What a conversation has been shown: of each text, which version, and how many tokens of it. */
export type Shown = ReadonlyMap<string, { readonly version: number; readonly tokens: number }>;

export interface Delta {
	readonly text: string;
	readonly shown: Shown;
}

/** All that a context shows. */
export function listShownItems(
	{ sections }: Pick<ContextPayload, "sections">,
	before: Shown = new Map(),
): Shown {
	const items = sections.flatMap((section) => section.items);
	return new Map([
		...before,
		...items.map(({ blockId, version, tokens }) => [blockId, { version, tokens }] as const),
	]);
}

/**
 * What a later message of a conversation brings along: what was not shown yet, or has changed since, and the question. What
 * was sent before stays as it was, or the provider would have to read the whole prompt anew.
 */
export function writeDelta(input: {
	readonly payload: ContextPayload;
	readonly shown: Shown;
	readonly query: string;
	readonly today: string;
}): Delta {
	const { payload, shown, query, today } = input;
	const isNews = ({ blockId, version, tokens, form }: ContextItem): boolean => {
		const known = shown.get(blockId);
		if (known === undefined || known.version !== version) return true;
		return form === "full" && tokens > known.tokens;
	};
	const news = payload.sections.flatMap(({ type, title, items }) => {
		const fresh = items.filter(isNews);
		if (fresh.length === 0) return [];
		const opening = layoutOf(type).opening || `### ${title}\n\n`;
		return [{ type, title, tokenCount: 0, frameTokens: 0, items: fresh, opening }];
	});
	const texts = news.flatMap(({ opening, items }) => [opening, ...items.map(({ content }) => content)]);
	return {
		text: texts.join("") + closingOf(query, today),
		shown: listShownItems({ sections: news }, shown),
	};
}
