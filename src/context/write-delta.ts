import { createHash } from "node:crypto";
import { closingOf } from "./assemble/assemble-context.ts";
import { type FormName, layoutOf, type SectionType } from "./model/candidate.ts";
import { ALSO_FOUND, NO_CONTENT, PERHAPS } from "./model/findings.ts";
import type { AskedSet, ContextItem, ContextPayload } from "./model/payload.ts";

/** The richest form of a text that a conversation has been shown, and which clippings of it. */
export interface ShownText {
	readonly version: number;
	readonly form: FormName;
	/** Hashes of clipped forms: two clippings of a long text may hold different passages. */
	readonly clippings: readonly string[];
}

export type Shown = ReadonlyMap<string, ShownText>;

const RICHNESS: Readonly<Record<FormName, number>> = { title: 0, light: 1, clipped: 2, full: 3 };
const HASH_LENGTH = 12;
const MATCHES: SectionType = "semantic";

const hashText = (text: string): string =>
	createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);

/** Returns the state of a text after this item has been shown, too. */
function addItem({ version, form, content }: ContextItem, before: ShownText | undefined): ShownText {
	const known = before?.version === version ? before : undefined;
	const clippings = [...(known?.clippings ?? []), ...(form === "clipped" ? [hashText(content)] : [])];
	const isRicher = known === undefined || RICHNESS[form] > RICHNESS[known.form];
	return { version, form: isRicher ? form : known.form, clippings };
}

export function listShownItems(
	{ sections }: { readonly sections: readonly { readonly items: readonly ContextItem[] }[] },
	before: Shown = new Map(),
): Shown {
	const shown = new Map(before);
	for (const item of sections.flatMap(({ items }) => items))
		shown.set(item.blockId, addItem(item, shown.get(item.blockId)));
	return shown;
}

function isNews({ blockId, version, form, content }: ContextItem, shown: Shown): boolean {
	const known = shown.get(blockId);
	if (known === undefined || known.version !== version) return true;
	if (form === "clipped" && known.form === "clipped") return !known.clippings.includes(hashText(content));
	return RICHNESS[form] > RICHNESS[known.form];
}

/** The matches of a question: sets that it asks for, texts, then names under their heading. */
function writeMatches(
	sets: readonly AskedSet[],
	matches: readonly ContextItem[],
	fresh: readonly ContextItem[],
	bringsText: boolean,
) {
	const texts = fresh.filter(({ form }) => form !== "title");
	const names = fresh.filter(({ form }) => form === "title");
	const isSure = bringsText || sets.length > 0 || matches.some(({ form }) => form !== "title");
	return [
		// Without a word about it, a model would look for the answer among what was shown for another question.
		...(matches.length === 0 && sets.length === 0 ? [NO_CONTENT] : []),
		...sets.map(({ text }) => text),
		...texts.map(({ content }) => content),
		...(names.length > 0 ? [isSure ? ALSO_FOUND : PERHAPS] : []),
		...names.map(({ content }) => content),
	];
}

/**
 * Writes a later message of a conversation: the texts that were not shown yet or have changed since, and the question.
 * Earlier messages stay as they were, or the provider would have to read the whole prompt again. A requested set comes
 * whole, with its count: without the members named before it would be another set.
 */
export function writeDelta(input: {
	readonly payload: ContextPayload;
	readonly shown: Shown;
	readonly query: string;
	readonly today: string;
}) {
	const { payload, shown, query, today } = input;
	const sets = payload.metadata.asked ?? [];
	const inSets = new Set(sets.flatMap(({ listed }) => listed.map(({ id }) => id)));
	const isInSet = ({ id, form }: ContextItem): boolean => form === "title" && inSets.has(id);
	const isFresh = (item: ContextItem): boolean => !isInSet(item) && isNews(item, shown);
	// A text near the focus answers as much as a match: it must not be followed by "nothing here clearly answers".
	const bringsText = payload.sections.some(({ items }) =>
		items.some((item) => item.form !== "title" && isFresh(item)),
	);
	const news = payload.sections.flatMap(({ type, title, items }) => {
		const fresh = items.filter(isFresh);
		const texts =
			type === MATCHES ? writeMatches(sets, items, fresh, bringsText) : fresh.map(({ content }) => content);
		if (texts.length === 0) return [];
		const opening = layoutOf(type).opening || `### ${title}\n\n`;
		return [{ items: [...items.filter(isInSet), ...fresh], texts: [opening, ...texts] }];
	});
	return {
		text: news.flatMap(({ texts }) => texts).join("") + closingOf(query, today),
		shown: listShownItems({ sections: news }, shown),
	};
}
