import type { ConversationMessage } from "../../contract/context-request.ts";
import type { Reader } from "../../graph/graph.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { OwnProfile } from "../../graph/model/profile.ts";
import { makeReaderDays, type ReaderDays } from "../../graph/model/reader-days.ts";
import { Calendar } from "../../graph/query/query-dates.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Findings } from "../model/findings.ts";
import type { Recipe } from "../model/recipe.ts";
import type { ContextRequest } from "../model/request.ts";
import type { QuestionPlan } from "../plan/question-plan.ts";
import { leftTerms } from "../plan/read-kinds.ts";
import { correctPlan, readPlan, readWords } from "../plan/read-plan.ts";
import { findPronoun } from "../plan/recall-subject.ts";

export interface Subjects {
	/** The entity in focus, or the page that holds the block in focus. */
	readonly focus: EntityHeader | undefined;
	/** The block in focus, a part of the text of `focus`. */
	readonly blockId: string | undefined;
	/** The page and the database that were named, which may be the focus itself. */
	readonly page: EntityHeader | undefined;
	readonly database: EntityHeader | undefined;
	/** The project that was named, or that of the focus. */
	readonly project: EntityHeader | undefined;
}

export interface CollectScope extends Subjects {
	readonly reader: Reader;
	readonly request: ContextRequest;
	readonly recipe: Recipe;
	/** The reader's own profile, which changes without a revision. */
	readonly asker: OwnProfile;
	/** The reader's day, as YYYY-MM-DD, and where it is that day. */
	readonly today: string;
	readonly timeZone: string;
	/** The same, to tell on which day something is. */
	readonly days: ReaderDays;
	readonly plan: QuestionPlan;
	/** The turn right before the question, which a follow-up refers to without repeating it. */
	readonly background: string | undefined;
	/** The question as a vector; nothing when there is no model for it. */
	readonly queryVector: Float32Array | undefined;
	/** Set where the question says by itself what it is about, and may change the subject; with its own words as a vector. */
	readonly alone: { readonly vector: Float32Array | undefined } | undefined;
}

/** Finds candidates one way and says why. Bounded by work, never by time: the same state gives the same findings. */
export type Collector = (scope: CollectScope) => Findings | Promise<Findings>;

/** The parts of a request that a collector may read, besides the recipe. */
export type Input =
	| "query"
	| "focus"
	| "project"
	| "mentions"
	| "pins"
	| "hints"
	| "apart"
	/** The reader's names and profile. */
	| "asker"
	/** Which day it is, where the reader lives. */
	| "day";

const ASKED = ["mentions", "pins", "hints", "apart"] as const;

/** The scope with nothing in it but these: what a collector does not declare, its cached findings could not depend on. */
export function narrowScope(scope: CollectScope, inputs: readonly Input[]): CollectScope {
	const { request } = scope;
	const has = (input: Input): boolean => inputs.includes(input);
	const asked = Object.fromEntries(ASKED.filter(has).map((key) => [key, request[key]]));
	const today = has("day") ? scope.today : "";
	return {
		reader: scope.reader,
		recipe: scope.recipe,
		request: {
			query: has("query") ? request.query : "",
			type: request.type,
			fill: request.fill,
			focus: has("focus") ? request.focus : undefined,
			projectId: has("project") ? request.projectId : undefined,
			...asked,
			now: today === "" ? "" : `${today}T00:00:00.000Z`,
		},
		focus: has("focus") ? scope.focus : undefined,
		blockId: has("focus") ? scope.blockId : undefined,
		page: has("focus") ? scope.page : undefined,
		database: has("focus") ? scope.database : undefined,
		project: has("project") ? scope.project : undefined,
		asker: has("asker") ? scope.asker : { display_name: "", email: null },
		today,
		timeZone: has("day") ? scope.timeZone : "",
		days: has("day") ? scope.days : makeReaderDays({ today: "" }),
		// Read from the question, what it is asked from, the conversation and the day: named below by what it holds.
		plan: scope.plan,
		background: has("query") ? scope.background : undefined,
		queryVector: has("query") ? scope.queryVector : undefined,
		alone: has("query") ? scope.alone : undefined,
	};
}

/** A plan by what it names: nodes would make a key of every word that is written about them. */
const namePlan = (plan: QuestionPlan): unknown => {
	const { intent, project, subject, others, comesFirst, walk, among, second, rest } = plan;
	return [
		plan.searchFor,
		plan.searchKinds,
		comesFirst,
		among?.map(({ id }) => id),
		intent && [
			intent.asks,
			intent.kinds.map(({ kind }) => kind),
			intent.isMine,
			intent.marks,
			intent.missing,
			intent.isBoth,
		],
		project?.id,
		subject?.id,
		others.map(({ id }) => id),
		walk && [walk.label, walk.from.map(({ id }) => id), walk.reached.map(({ node }) => node.id)],
		rest,
		second && namePlan(second),
	];
};

/** Lists the inputs of the findings of a narrowed scope as plain values. The vector follows from the question. */
export function nameInputs(scope: CollectScope): unknown {
	const { recipe, request, focus, blockId, page, database, project, asker, today, timeZone } = scope;
	return [
		recipe,
		{ ...request, focus: undefined },
		asker,
		[focus?.id, blockId, page?.id, database?.id, project?.id, today, timeZone],
		scope.background,
		scope.request.query === "" ? undefined : namePlan(scope.plan),
		scope.queryVector !== undefined,
	];
}

const TODAY = { from: "today", count: 0, unit: "d" } as const;

/** The day it is at that moment in a time zone, as YYYY-MM-DD. A zone that does not exist is refused. */
function dayAt(now: string, timeZone: string): string {
	const { day } = new Calendar({ now: new Date(now), timeZone }).resolve(TODAY);
	return new Date(day).toISOString().slice(0, 10);
}

export async function openScope(input: {
	readonly reader: Reader;
	readonly request: ContextRequest;
	readonly recipe: Recipe;
}): Promise<CollectScope> {
	const { reader, request, recipe } = input;
	const { query, now } = request;
	const history = request.history ?? request.conversation ?? [];
	const background = readBackground(history);
	// The query is embedded as it was typed: a model reads past a slip, while a rare word that was "corrected" misleads
	// it.
	const question = background === undefined ? query : `${background}\n${query}`;
	const subjects = await findSubjects(reader, request);
	const embed = async (text: string) =>
		recipe.collectors.includes("search")
			? (await reader.cache.get("question vector", [text], () => reader.embedQuery(text))).value
			: undefined;
	const [asker, vector] = await Promise.all([reader.profile(), embed(question)]);
	const timeZone = request.timezone ?? asker.time_zone ?? "UTC";
	const today = dayAt(now, timeZone);
	const days = makeReaderDays({ today, timeZone });
	const { focus, project } = subjects;
	const isPlanned = recipe.collectors.some((name) => name === "intent" || name === "search");
	const asked = request.projectId === undefined ? undefined : project;
	const readQuestion = () =>
		(isPlanned && request.read !== "words" ? readPlan : readWords)({
			graph: reader.graph,
			query,
			days,
			asker: { accountId: reader.access.accountId, names: [asker.display_name] },
			focus,
			project: asked,
			history,
			apart: request.apart,
		});
	// Conversations are long and hardly come again.
	const read =
		history.length > 0
			? readQuestion()
			: (
					await reader.cache.get(
						"question",
						[
							...[query, focus?.id, asked?.id, today, timeZone, asker.display_name],
							...[request.apart, isPlanned && request.read !== "words"],
						],
						readQuestion,
					)
				).value;
	const correction = typeof request.read === "object" ? request.read : undefined;
	const plan = correction ? correctPlan(read, { graph: reader.graph, query, correction }) : read;
	const isAlone =
		background !== undefined && focus === undefined && standsByItself(query, plan, reader.graph);
	return {
		...input,
		...subjects,
		asker,
		timeZone,
		today,
		days,
		plan,
		background,
		// "Summarize this" is near to every summary; what is looked for in its place is what the focus is called.
		queryVector: plan.searchFor === undefined ? vector : await embed(plan.searchFor),
		alone: isAlone ? { vector: await embed(query) } : undefined,
	};
}

/** Finds the subjects of a request. Unknown and unreadable ids get the same answer. */
async function findSubjects(
	{ graph, rows }: Reader,
	{ focus: asked = {}, projectId }: ContextRequest,
): Promise<Subjects> {
	const find = (name: string | undefined): EntityHeader | undefined => {
		const found = name === undefined ? undefined : graph.find(name);
		if (name !== undefined && found === undefined) throw new EntityNotFoundError("focus");
		return found;
	};
	const { blockId } = asked;
	const named = find(asked.id) ?? (blockId === undefined ? undefined : graph.find(blockId));
	const holder = blockId === undefined || named ? undefined : await rows.entityOfBlock(blockId);
	if (blockId !== undefined && named === undefined && holder === undefined)
		throw new EntityNotFoundError("focus");
	const [page, database] = [find(asked.pageId), find(asked.databaseId)];
	const focus = named ?? find(holder) ?? page ?? database;
	const nearest = projectId ?? focus?.project_id ?? undefined;
	return {
		focus,
		blockId: holder === undefined ? undefined : blockId,
		page,
		database,
		project: nearest === undefined ? undefined : graph.node(nearest),
	};
}

/** An answer may be long; what it is about is said at its beginning. */
const LONGEST_ANSWER = 600;

/**
 * Returns the turn right before a question: the last question and the beginning of its answer. "And when did that
 * become stable?" has no word to search for.
 */
function readBackground(history: readonly ConversationMessage[]): string | undefined {
	const asked = history.findLast(({ role }) => role === "user")?.content ?? "";
	const answered = history.findLast(({ role }) => role === "assistant")?.content ?? "";
	return [asked, answered.slice(0, LONGEST_ANSWER)].filter((text) => text !== "").join("\n") || undefined;
}

const OPENS_BACK = /^\W*(?:and|but|so|or|then|also|what about|how about)\b/i;
/** "Is it legal to …?": this "it" means nothing that was said before. */
const EMPTY_IT =
	/\b(?:is|was|be|does|did|will|would) it (?:[\p{L}]{1,20} ){0,2}(?:to|that|if|whether|take|takes)\b/iu;
/** With this many words of its own a question names its subject, even if it says "it". */
const MANY_WORDS = 5;

/** Whether a question is complete: then the turn before says nothing about it. */
function standsByItself(query: string, plan: QuestionPlan, graph: GraphView): boolean {
	if (plan.walk || plan.comesFirst || ((plan.subject ?? plan.intent) && plan.rest.length === 0)) return false;
	const leans = findPronoun(query.replace(EMPTY_IT, " ")) !== undefined || OPENS_BACK.test(query);
	return !leans || leftTerms(query, graph).length >= MANY_WORDS;
}
