import type { Reader } from "../graph/graph.ts";
import { newId } from "../graph/model/ids.ts";
import { assembleContext, layOut } from "./assemble/assemble-context.ts";
import { o200k } from "./budget/tokenizer.ts";
import { collectCandidates } from "./collect/collect-candidates.ts";
import { fitContext } from "./fit-context.ts";
import type { ContextPayload } from "./model/payload.ts";
import { chooseRecipe } from "./model/recipe.ts";
import type { ContextRequest } from "./model/request.ts";
import { rankCandidates } from "./rank/rank-candidates.ts";
import { renderItems } from "./render/render-items.ts";
import { Stopwatch } from "./stopwatch.ts";

/**
 * The whole of it: what might matter is collected with a reason, ranked, rendered at several sizes, fitted into the
 * budget and laid out. Nothing here asks who may read what: the reader can reach nothing else.
 */
export async function buildContext(input: {
	readonly reader: Reader;
	readonly request: ContextRequest;
}): Promise<ContextPayload> {
	const { reader, request } = input;
	const { graph, rows, access } = reader;
	const recipe = chooseRecipe(request);
	const tokenizer = o200k;
	const watch = new Stopwatch();

	const asksByMeaning = recipe.collectors.includes("search");
	const queryVector = asksByMeaning ? await reader.embedQuery(request.query) : undefined;
	watch.lap("embed");
	const collected = collectCandidates(reader, request, recipe, queryVector);
	watch.lap("collect");
	const entities = await rows.getMany(collected.candidates.map((candidate) => candidate.id));
	watch.lap("fetch");
	const ranked = rankCandidates({
		candidates: collected.candidates,
		distances: collected.distances,
		entities,
		kinds: graph.kinds,
		query: request.query,
		accountId: access.accountId,
		now: request.now,
		weights: recipe.weights,
	});
	watch.lap("rank");
	const rendered = renderItems(ranked, graph, tokenizer);
	watch.lap("render");
	const { layout, omitted } = fitContext({ rendered, collected, recipe, request, tokenizer, graph });
	watch.lap("fit");
	const assembled = assembleContext(layOut(layout), tokenizer.count);
	watch.lap("assemble");

	return {
		id: newId(),
		revision: graph.revision,
		sections: assembled.sections,
		omitted,
		metadata: {
			totalTokens: assembled.totalTokens,
			frameTokens: assembled.frameTokens,
			usedTokens: assembled.totalTokens,
			remainingBudget: recipe.budget.total - assembled.totalTokens,
			budget: recipe.budget,
			tokenizer: tokenizer.name,
			recipe: recipe.name,
			...(collected.focus && { focusBlockId: collected.focus.id }),
			timestamp: request.now,
			collectorsUsed: collected.used,
			collectorsFailed: collected.failed,
			degraded: collected.failed.length > 0,
			blocksIncluded: assembled.sections.reduce((sum, section) => sum + section.items.length, 0),
			blocksConsidered: collected.candidates.length + collected.matchesBeyondLimit,
			timings: watch.timings,
			layers: assembled.layers,
		},
		serialized: assembled.serialized,
	};
}
