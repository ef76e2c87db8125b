import type { Reader } from "../../graph/graph.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { OwnProfile } from "../../graph/model/profile.ts";
import { makeReaderDays, type ReaderDays } from "../../graph/model/reader-days.ts";
import type { Findings } from "../model/findings.ts";
import type { Recipe } from "../model/recipe.ts";
import type { ContextRequest } from "../model/request.ts";
import type { QuestionPlan } from "../plan/question-plan.ts";

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
