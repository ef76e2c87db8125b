import type { ScoreParts } from "./candidate.ts";
import type { TokenBudget } from "./request.ts";

/** How a text that does not fit is cut. `summarize` takes a stored summary; where there is none it cuts as `extractive` does. */
export const TruncationStrategy = {
	KEEP_START: "keep_start",
	KEEP_END: "keep_end",
	EXTRACTIVE: "extractive",
	SUMMARIZE: "summarize",
} as const;

export type TruncationStrategy = (typeof TruncationStrategy)[keyof typeof TruncationStrategy];

/** The settings of an installation, a workspace or one builder: budgets, depths, weights. */
export interface ContextConfig {
	readonly tokenBudget: TokenBudget;
	readonly collectors: {
		readonly focus: {
			readonly enabled: boolean;
			readonly ancestorDepth: number;
			readonly siblingCount: number;
			readonly childrenLimit: number;
		};
		/** `topK` hits for the default share of the budget, more where there is more room. */
		readonly semantic: { readonly enabled: boolean; readonly topK: number; readonly minThreshold: number };
		readonly relations: { readonly enabled: boolean; readonly maxDepth: number; readonly maxItems: number };
		readonly activity: {
			readonly enabled: boolean;
			readonly recentEditCount: number;
			readonly recentViewCount: number;
			readonly maxAgeHours: number;
		};
	};
	readonly ranking: { readonly weights: ScoreParts };
	readonly truncation: { readonly defaultStrategy: TruncationStrategy; readonly minContentLength: number };
}

/** Any part of a configuration; the rest stays as it is. */
export type Overrides<Value> = Value extends string | number | boolean
	? Value
	: { readonly [Key in keyof Value]?: Overrides<Value[Key]> | undefined };

export type ContextOverrides = Overrides<ContextConfig>;

export const DEFAULT_CONTEXT_CONFIG: ContextConfig = {
	tokenBudget: {
		total: 4000,
		focus: 1500,
		semantic: 1200,
		relations: 800,
		activity: 300,
		history: 500,
		system: 200,
	},
	collectors: {
		focus: { enabled: true, ancestorDepth: 3, siblingCount: 2, childrenLimit: 5 },
		semantic: { enabled: true, topK: 15, minThreshold: 0.6 },
		relations: { enabled: true, maxDepth: 2, maxItems: 10 },
		activity: { enabled: true, recentEditCount: 10, recentViewCount: 5, maxAgeHours: 72 },
	},
	ranking: {
		weights: { semantic: 0.35, structural: 0.25, recency: 0.15, typeMatch: 0.15, userAffinity: 0.1 },
	},
	truncation: { defaultStrategy: "extractive", minContentLength: 50 },
};
