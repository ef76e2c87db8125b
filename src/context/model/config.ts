import type { Frozen } from "../../contract/frozen.ts";
import { LARGEST_BUDGET } from "../../contract/limits.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { JsonObject } from "../../graph/model/json.ts";
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

/** Any part of a configuration; the rest stays as it is. */
export type Overrides<Value> = Value extends string | number | boolean
	? Value
	: { readonly [Key in keyof Value]?: Overrides<Value[Key]> | undefined };

export type ContextOverrides = Overrides<ContextConfig>;

export const DEFAULT_CONTEXT_CONFIG = {
	tokenBudget: {
		total: 4000,
		focus: 1500,
		semantic: 1200,
		relations: 800,
		activity: 300,
		history: 500,
		system: 200,
	} satisfies TokenBudget,
	collectors: {
		focus: { enabled: true, ancestorDepth: 3, siblingCount: 2, childrenLimit: 5 },
		/** `topK` hits for the default share of the budget, more where there is more room. */
		semantic: { enabled: true, topK: 15, minThreshold: 0.6 },
		relations: { enabled: true, maxDepth: 2, maxItems: 10 },
		activity: { enabled: true, recentEditCount: 10, recentViewCount: 5, maxAgeHours: 72 },
	},
	ranking: {
		weights: {
			...{ semantic: 0.35, structural: 0.25, recency: 0.15, typeMatch: 0.15, userAffinity: 0.1 },
		} satisfies ScoreParts,
	},
	truncation: { defaultStrategy: "extractive" as TruncationStrategy, minContentLength: 50 },
};

/** The settings of an installation, a workspace or one builder: budgets, depths, weights. */
export type ContextConfig = Frozen<typeof DEFAULT_CONTEXT_CONFIG>;

const STRATEGIES: readonly string[] = Object.values(TruncationStrategy);

type Tree = { readonly [key: string]: unknown };

const isTree = (value: unknown): value is Tree =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function refuse(path: string, message: string): never {
	throw new InvalidInputError(`${path}: ${message}`, { field: path }, "invalid_config");
}

function checkValue(path: string, value: unknown, known: unknown): void {
	// Without a bound, one figure could keep a server busy.
	if (typeof value === "number" && !(value >= 0 && value <= LARGEST_BUDGET))
		refuse(path, `It takes 0 or more, and at most ${LARGEST_BUDGET}.`);
	// Tokens, items and steps are counted; weights and shares are not.
	if (Number.isInteger(known) && !Number.isInteger(value)) refuse(path, "It takes a whole number.");
	const isStrategy = STRATEGIES.some((strategy) => strategy === value);
	if (typeof value === "string" && !isStrategy) refuse(path, `It takes one of ${STRATEGIES.join(", ")}.`);
}

/** Lays a tree over another of the same shape. A key that the other does not have is misspelt, and would be ignored in silence. */
function layOver(base: Tree, over: unknown, path: string): Tree {
	if (!isTree(over)) return refuse(path, "It takes an object.");
	const merged: Record<string, unknown> = { ...base };
	for (const [key, value] of Object.entries(over)) {
		const name = `${path}.${key}`;
		if (!Object.hasOwn(base, key))
			refuse(name, `There is no such key. Known: ${Object.keys(base).join(", ")}.`);
		const known = base[key];
		if (value === undefined) continue;
		if (isTree(known)) merged[key] = layOver(known, value, name);
		else if (typeof value !== typeof known) refuse(name, `It takes a ${typeof known}.`);
		else {
			checkValue(name, value, known);
			merged[key] = value;
		}
	}
	return merged;
}

/** Merges overrides over the defaults, in order, and checks the result: overrides may come from a file or from outside. */
export function mergeConfig(...overrides: readonly unknown[]): ContextConfig {
	return overrides.reduce<Tree>(
		(base, over) => layOver(base, over ?? {}, "context"),
		DEFAULT_CONTEXT_CONFIG as unknown as Tree,
	) as unknown as ContextConfig;
}

/** Applies a patch: its values replace, null removes, trees are merged recursively. */
function patchTree(before: Tree, patch: Tree): Tree {
	const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(patch, key));
	const set = Object.entries(patch).flatMap(([key, value]) => {
		if (value === null) return [];
		const known = Object.hasOwn(before, key) ? before[key] : undefined;
		return [[key, isTree(value) ? patchTree(isTree(known) ? known : {}, value) : value]];
	});
	return Object.fromEntries([...kept, ...set]);
}

/** Applies a patch to stored overrides and checks the result; null removes all of them. */
export function patchOverrides(before: unknown, patch: unknown): JsonObject {
	if (patch === null) return {};
	if (!isTree(patch)) return refuse("context", "It takes an object.");
	const after = patchTree(isTree(before) ? before : {}, patch);
	mergeConfig(after);
	return after as JsonObject;
}
