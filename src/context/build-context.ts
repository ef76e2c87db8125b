import type { Reader } from "../graph/graph.ts";
import { newId } from "../graph/model/ids.ts";
import { assembleContext } from "./assemble/assemble-context.ts";
import { closingOf, layOut, OPENING, printUnplaced } from "./assemble/lay-out.ts";
import { fitContext } from "./budget/fit-context.ts";
import { o200k } from "./budget/tokenizer.ts";
import { collectCandidates } from "./collect/collect-candidates.ts";
import { findSubject } from "./collect/find-subject.ts";
import { listOmissions } from "./list-omissions.ts";
import type { Candidate } from "./model/candidate.ts";
import type { ContextPayload } from "./model/payload.ts";
import { chooseRecipe } from "./model/recipe.ts";
import type { ContextRequest } from "./model/request.ts";
import { type RankScope, rankCandidate, rankCandidates } from "./rank/rank-candidates.ts";
import { renderDigest } from "./render/render-digest.ts";
import { renderItems } from "./render/render-items.ts";
import { Stopwatch } from "./stopwatch.ts";

const MOST_UNPLACED = 99_999;

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
	const { query, now } = request;
	const recipe = chooseRecipe(request);
	const tokenizer = o200k;
	const { count } = tokenizer;
	const watch = new Stopwatch();

	const asksByMeaning = recipe.collectors.includes("search");
	const queryVector = asksByMeaning ? await reader.embedQuery(query) : undefined;
	watch.lap("embed");
	const subject = findSubject(reader, request);
	const collected = await collectCandidates({ reader, request, recipe, ...subject, queryVector });
	watch.lap("collect");
	const { distances } = collected;
	const { accountId } = access;
	const scope: RankScope = { distances, kinds: graph.kinds, query, accountId, now, weights: recipe.weights };
	const ranked = rankCandidates(collected.candidates, scope);
	watch.lap("rank");
	const entities = await rows.getMany(ranked.map(({ candidate }) => candidate.subject.id));
	watch.lap("fetch");
	const items = renderItems(ranked, { graph, tokenizer, entities });
	const parts = collected.parts.map((part) => (part.type === "digest" ? renderDigest(part) : part));
	watch.lap("render");
	const frame = [
		{ name: "frame", tokens: count(OPENING) + count(printUnplaced(MOST_UNPLACED)) },
		{ name: "question", tokens: count(closingOf(query, now)) },
	];
	const fitted = fitContext({ items, parts, budget: recipe.budget, frame, count });
	watch.lap("fit");
	const rank = (candidate: Candidate) => rankCandidate(candidate, scope);
	const laidOut = layOut({ query, now, ...fitted, parts, rank, count });
	const assembled = assembleContext(laidOut);
	watch.lap("assemble");

	const { sections, serialized, totalTokens, frameTokens, layers } = assembled;
	return {
		id: newId(),
		revision: graph.revision,
		sections,
		omitted: listOmissions({ sections, fitted, refused: collected.refused }),
		metadata: {
			totalTokens,
			frameTokens,
			usedTokens: totalTokens,
			remainingBudget: recipe.budget.total - totalTokens,
			budget: recipe.budget,
			tokenizer: tokenizer.name,
			recipe: recipe.name,
			...(subject.focus && { focusBlockId: subject.focus.id }),
			timestamp: now,
			collectorsUsed: collected.used,
			collectorsFailed: collected.failed,
			degraded: collected.failed.length > 0,
			blocksIncluded: sections.reduce((sum, section) => sum + section.items.length, 0),
			blocksConsidered: collected.considered,
			timings: { ...watch.timings, ...collected.milliseconds },
			layers,
		},
		serialized,
	};
}
