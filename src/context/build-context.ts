import type { Reader } from "../graph/graph.ts";
import { newId } from "../graph/model/ids.ts";
import { runStepsInTurns } from "../graph/model/run-steps.ts";
import {
	assembleContext,
	closingOf,
	layOut,
	OPENING,
	type Part,
	printUnplaced,
} from "./assemble/assemble-context.ts";
import { chooseTokenizer } from "./budget/choose-tokenizer.ts";
import { fitContextInSteps } from "./budget/fit-context.ts";
import { makeTruncator } from "./budget/truncate-text.ts";
import { analyserOf } from "./collect/analyser-of.ts";
import { type ContextCollector, checkCollectors, collectCandidates } from "./collect/collect-candidates.ts";
import { openScope } from "./collect/collector.ts";
import { listTrail } from "./collect/find-parents.ts";
import { describeBuild, listOmissions } from "./describe-build.ts";
import { EntityFetch } from "./entity-fetch.ts";
import { excludeFromReader } from "./exclude-from-reader.ts";
import type { Candidate } from "./model/candidate.ts";
import { type ContextConfig, type ContextOverrides, mergeConfig } from "./model/config.ts";
import { allotRoom, type BudgetAllocator, type RelevanceScorer } from "./model/own-parts.ts";
import type { ContextPayload } from "./model/payload.ts";
import { type ContextQuestion, checkRequest, readQuestion } from "./model/read-question.ts";
import { chooseRecipe } from "./model/recipe.ts";
import { type ContextRequest, listPrioritized } from "./model/request.ts";
import { asksWhy } from "./rank/asked-attributes.ts";
import { chooseEnough } from "./rank/choose-enough.ts";
import { type RankScope, rankCandidate, rankCandidates } from "./rank/rank-candidates.ts";
import { printReason } from "./render/print-reason.ts";
import { renderItems } from "./render/render-items.ts";
import { renderShrinkable } from "./render/render-shrinkable.ts";
import { countLongForms } from "./render/sized-form.ts";
import { type ContextValidationResult, estimateTokens, validateContext } from "./validate-context.ts";

/** Milliseconds by stage, for showing where the time of a build went. */
class Stopwatch {
	readonly timings: Record<string, number> = {};
	#last = performance.now();

	lap(stage: string): void {
		const now = performance.now();
		this.timings[stage] = Number((now - this.#last).toFixed(3));
		this.#last = now;
	}
}

/** Parts of a program's own, next to those that ship. */
export interface ContextParts {
	readonly collectors?: readonly ContextCollector[] | undefined;
	readonly scorer?: RelevanceScorer | undefined;
	readonly allocator?: BudgetAllocator | undefined;
}

/** A project in focus is the project that the question is asked in. */
function aimAtProject(request: ContextRequest, graph: Reader["graph"]): ContextRequest {
	const { focus, projectId } = request;
	const isAlone = focus?.id !== undefined && !focus.blockId && !focus.pageId && !focus.databaseId;
	const node = isAlone && projectId === undefined ? graph.find(focus.id as string) : undefined;
	if (node === undefined || node.project_id !== node.id) return request;
	return { ...request, focus: { id: node.id }, projectId: node.id };
}

/**
 * Builds a context: collects candidates with reasons, ranks them, renders each at several sizes, fits them into the
 * budget and lays them out. No stage checks rights: the reader can reach nothing else.
 */
export async function buildContext(input: ContextInput): Promise<ContextPayload> {
	return (await layOutContext(input)).payload;
}

interface ContextInput {
	readonly reader: Reader;
	readonly request: ContextRequest;
	/** That of the installation and the workspace where nothing else is said. */
	readonly config?: ContextConfig | undefined;
	/** A program's own parts; by default those that were registered with the graph. */
	readonly parts?: ContextParts | undefined;
}

/** A context with the pieces that its text is made of: a later message of a conversation leaves out some of them. */
export interface LaidOutContext {
	readonly payload: ContextPayload;
	readonly pieces: readonly Part[];
}

export async function layOutContext(input: ContextInput): Promise<LaidOutContext> {
	const watch = new Stopwatch();
	checkRequest(input.request);
	const reader = await excludeFromReader(input.reader, input.request);
	const request = aimAtProject(input.request, reader.graph);
	const { query } = request;
	const { graph, access, settings } = reader;
	const { collectors, scorer, allocator } = input.parts ?? (reader.extensions as ContextParts);
	const configured = input.config ? [input.config] : settings.map(({ context }) => context);
	const config = mergeConfig(...configured, request.config);
	const recipe = chooseRecipe(request, config);
	const tokenizer = await chooseTokenizer(request.model, reader.tokenRatios);
	const { count } = tokenizer;
	const name = request.ids === "uuid" ? nameById : <Value>(value: Value): Value => value;
	const scope = await openScope({ reader, request, recipe });
	const { today, asker } = scope;
	watch.lap("prepare");

	const fetch = new EntityFetch(reader, today);
	const collected = name(await collectCandidates(scope, (candidates) => fetch.begin(candidates), collectors));
	watch.lap("collect");
	const { entities, touched } = await fetch.finish(collected.candidates);
	watch.lap("fetch");
	const analyse = analyserOf(graph.language);
	const rankScope: RankScope = {
		query,
		today,
		kinds: graph.kinds,
		distances: collected.distances,
		entities,
		analyse,
		prioritized: listPrioritized(request),
		asker: { accountId: access.accountId, names: new Set([asker.display_name, asker.email ?? ""]), touched },
		weights: recipe.weights,
		scoreItem: scorer && ((item) => scorer.score(item, request)),
	};
	const { fill = "enough" } = request;
	const ranked = chooseEnough(rankCandidates(collected.candidates, rankScope), {
		question: collected.question,
		entities,
		neighboursOf: (id) => new Set(graph.linksOf(id).map(({ other }) => other.id)),
		// "Similar tasks" asks for others, however much the focus brings by itself.
		hasFocus: scope.focus !== undefined && scope.plan.searchFor === undefined,
		asksWhy: asksWhy(query),
		isAboutFocus: scope.plan.searchFor !== undefined,
		showAll: fill === "budget",
		isAsked: query.trim() !== "" && recipe.collectors.includes("search"),
	});
	watch.lap("rank");
	const rendered = renderItems(ranked, {
		graph,
		tokenizer,
		analyse,
		shorten: makeTruncator({ ...recipe.truncation, query, analyse, tokenizer }),
		words: collected.question.words,
		mostTokens: recipe.budget.total,
		entities: name(entities),
		ids: request.ids ?? "ref",
	});
	const explained = request.printsReasons ? rendered.map((item) => printReason(item, tokenizer)) : rendered;
	const parts = collected.parts.map((part) => (part.type === "digest" ? renderShrinkable(part) : part));
	const counted = await runStepsInTurns(countLongForms(explained, tokenizer, recipe.budget.total));
	const items = allocator ? allotRoom(counted, allocator, recipe.budget) : counted;
	watch.lap("render");
	const frame = [
		{ name: "frame", tokens: count(OPENING) },
		{ name: "question", tokens: count(closingOf(query, today)) },
	];
	const fitting = fitContextInSteps({
		items,
		parts,
		budget: recipe.budget,
		fill,
		frame,
		printUnplaced,
		count,
	});
	const fitted = await runStepsInTurns(fitting);
	watch.lap("fit");
	const rank = (candidate: Candidate) => rankCandidate(candidate, rankScope);
	const pieces = layOut({ query, today, ...fitted, parts, rank, count });
	const assembled = assembleContext(pieces, ({ id }) => listTrail(graph, id));
	watch.lap("assemble");
	const { sections, serialized } = assembled;
	const payload = {
		id: newId(),
		sections,
		omitted: listOmissions({ sections, fitted, refused: collected.refused }),
		metadata: describeBuild({ scope, collected, fitted, assembled, tokenizer, stages: watch.timings }),
		serialized,
	};
	return { payload, pieces };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns a copy in which everything with an id and a ref has the id as its ref, so that every printer prints the id. */
function nameById<Value>(value: Value): Value {
	if (Array.isArray(value)) return value.map(nameById) as Value;
	if (value instanceof Map) return new Map([...value].map(([key, entry]) => [key, nameById(entry)])) as Value;
	if (!isPlain(value)) return value;
	const copy = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, nameById(entry)]));
	if (typeof copy.id === "string" && typeof copy.ref === "string") copy.ref = copy.id;
	return copy as Value;
}

/** A question with the session of the person who asks it. */
export interface BuilderRequest extends ContextQuestion {
	readonly user: { readonly reader: Reader };
}

export interface ContextBuilder {
	build(request: BuilderRequest): Promise<ContextPayload>;
	estimateTokens(payload: ContextPayload): number;
	validate(payload: ContextPayload): ContextValidationResult;
}

/** Creates a builder with its own figures over the defaults, and its own parts if given. Refuses unknown keys. */
export function createContextBuilder(overrides: ContextOverrides = {}, parts?: ContextParts): ContextBuilder {
	checkCollectors(parts?.collectors ?? []);
	const config = mergeConfig(overrides);
	return {
		build: async ({ user, ...question }) =>
			buildContext({ reader: user.reader, config, parts, request: readQuestion(question) }),
		estimateTokens,
		validate: validateContext,
	};
}
