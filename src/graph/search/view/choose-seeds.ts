import type { Spread } from "../connect/spread-rank.ts";
import type { ScoreRow } from "../score/score-row.ts";
import { FUSION } from "../score/search-weights.ts";
import type { DocumentTable } from "../tables/document-table.ts";
import type { Neighbourhood, Step } from "../visible/neighbourhood.ts";
import type { EncodedWords } from "../words/encode-words.ts";
import type { HitStep, ResolvedQuery } from "./search-query.ts";

export interface SeedInput {
	readonly query: ResolvedQuery;
	readonly question: EncodedWords;
	/** The title of the focus. */
	readonly focusWords: EncodedWords;
	readonly direct: ScoreRow;
	/** The best matches, best first. */
	readonly best: readonly number[];
	readonly neighbourhood: Neighbourhood;
}

/** A name or noun that many texts contain says less about which of them is meant. */
const weighRarity = (others: number): number => 1 / (1 + others / 3);

/** Where walking starts: the best matches, what the question names, and a little at the focus. */
export function chooseSeeds(input: SeedInput): ReadonlyMap<number, number> {
	const { query, question, focusWords, direct, best, neighbourhood } = input;
	const { focusDocument: focus, excluded } = query;
	const seeds = new Map<number, number>();
	const add = (document: number, weight: number): void => {
		if (!excluded.has(document)) seeds.set(document, (seeds.get(document) ?? 0) + weight);
	};
	const scoreOf = (document: number): number => direct.at(document);
	const highest = scoreOf(best[0] ?? 0);
	for (const document of best) add(document, (scoreOf(document) / highest) ** FUSION.seedPower);
	for (const { entry, bearers } of neighbourhood.names.in(question)) {
		const weight = weighRarity(neighbourhood.names.countMentions(entry)) / bearers.length;
		for (const bearer of bearers) if (bearer !== focus) add(bearer, weight);
	}
	for (const sharing of neighbourhood.nouns.in(question, focusWords)) {
		const weight = weighRarity(sharing.length - 1);
		const total = sharing.reduce((sum, document) => sum + scoreOf(document), 0);
		if (total === 0) continue;
		for (const document of sharing) add(document, (weight * scoreOf(document)) / total);
	}
	const total = [...seeds.values()].reduce((sum, weight) => sum + weight, 0);
	if (focus !== undefined && total > 0) seeds.set(focus, (seeds.get(focus) ?? 0) + FUSION.focus * total);
	return seeds;
}

const LONGEST_PATH = 4;

/** Explains by which matches the graph came to a hit that nothing else found. */
export function explainPath(input: {
	readonly document: number;
	readonly spread: Spread;
	readonly documents: DocumentTable;
	readonly neighbourhood: Neighbourhood;
}): readonly HitStep[] | undefined {
	const { document, spread, documents, neighbourhood } = input;
	if (!spread.cameFrom.has(document)) return undefined;
	const way = [document];
	for (let at = spread.cameFrom.get(document); at !== undefined; at = spread.cameFrom.get(at)) {
		if (way.includes(at) || way.length === LONGEST_PATH) break;
		way.unshift(at);
	}
	return way.map((at, index): HitStep => {
		const { id, title } = documents.record(at);
		const from = way[index - 1];
		const step = from === undefined ? undefined : neighbourhood.explainStep(from, at);
		return { id, title, ...(step && describeStep(step, id)) };
	});
}

function describeStep(step: Step, to: string): Omit<HitStep, "id" | "title"> {
	if (step.kind === "noun") return { relation: "shares_name", through: step.noun };
	if (step.kind === "mention") {
		return { relation: "mentions", direction: step.forward ? "outgoing" : "incoming", through: step.name };
	}
	return { relation: step.edge.rel, direction: step.edge.dst_id === to ? "outgoing" : "incoming" };
}
