import { FUSION } from "./fuse-legs.ts";
import type { SearchableView } from "./view-search.ts";

export interface RankedDocument {
	readonly document: number;
	readonly score: number;
}

/**
 * The first few ranked anew, a little in favour of those that hold words of the question which the ones before them do
 * not: the parts of an answer often stand in different texts, and the next best text says again what the best one says.
 */
export function coverQuestion(
	{ tables, visible }: SearchableView,
	terms: readonly string[],
	ranked: readonly RankedDocument[],
): readonly RankedDocument[] {
	const rarities = new Map(
		terms.map((term) => [term, tables.texts.postings.rarityOf(term, visible.passages)]),
	);
	const whole = [...rarities.values()].reduce((sum, rarity) => sum + rarity, 0);
	const highest = ranked[0]?.score ?? 0;
	if (whole === 0 || highest === 0) return ranked;
	const left = ranked.slice(0, FUSION.covering).map((each) => ({
		...each,
		held: tables.texts.matchingTerms(each.document, terms),
	}));
	const ordered: RankedDocument[] = [];
	while (left.length > 0) {
		const scored = left.map(({ score, held }) => {
			const added = held.reduce((sum, term) => sum + (rarities.get(term) ?? 0), 0) / whole;
			return score + FUSION.cover * highest * added;
		});
		const best = scored.indexOf(Math.max(...scored));
		for (const { document, held } of left.splice(best, 1)) {
			ordered.push({ document, score: scored[best] as number });
			for (const term of held) rarities.set(term, 0);
		}
	}
	return [...ordered, ...ranked.slice(FUSION.covering)];
}
