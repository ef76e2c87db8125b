import type { Reader } from "../../graph/graph.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { OwnProfile } from "../../graph/model/profile.ts";
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
