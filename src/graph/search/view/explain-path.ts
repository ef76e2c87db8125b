import type { Spread } from "../connect/spread-rank.ts";
import type { DocumentTable } from "../tables/document-table.ts";
import type { Neighbourhood, Step } from "../visible/neighbourhood.ts";
import type { HitStep } from "./search-query.ts";

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
