import type { Visibility } from "../graph/model/entity.ts";
import type { JsonObject } from "../graph/model/json.ts";

/** A day relative to today, as a date: `day(-3)` is three days ago. The demo is always current. */
export type Day = (offset: number) => string;

export interface DemoEntity {
	/** Short, unique in the demo; edges and projects are named by it. */
	readonly key: string;
	readonly kind: string;
	readonly title: string;
	/** Key of the project; absent for what belongs to the workspace (notes, people, teams). */
	readonly project?: string;
	readonly body?: string;
	readonly description?: string;
	readonly state_key?: string;
	readonly type_key?: string;
	/** Declared fields and free ones. A text that starts with `key:` becomes the id of that entity. */
	readonly props?: JsonObject;
	readonly visibility?: Visibility;
	/** Key of the account that made it. */
	readonly by?: string;
	/** Days relative to today. */
	readonly created: number;
	readonly updated?: number;
}

export interface DemoEdge {
	readonly src: string;
	readonly rel: string;
	readonly dst: string;
	readonly text?: string;
}

/** One file of the demo: a project with all that belongs to it, or the people and notes of the workspace. */
export interface DemoPart {
	readonly entities: readonly DemoEntity[];
	readonly edges: readonly DemoEdge[];
}
