import { InvalidInputError } from "../../graph/model/errors.ts";
import type { ScoreParts } from "./candidate.ts";
import type { ContextRequest, TokenBudget } from "./request.ts";

export type CollectorName = "focus" | "linked" | "search";

/** What goes into a context and how much each way of finding counts. Numbers live here and nowhere else. */
export interface Recipe {
	readonly name: string;
	readonly collectors: readonly CollectorName[];
	readonly budget: TokenBudget;
	readonly weights: ScoreParts;
	/** How many search hits are considered. */
	readonly searchHits: number;
	/** Linked entities: how many of each kind, and the room for all of them. */
	readonly linkedPerKind: number;
	readonly linkedTokens: number;
}

const DEFAULTS = {
	budget: {
		total: 4000,
		focus: 1500,
		semantic: 1200,
		relations: 800,
		activity: 300,
		history: 500,
		system: 200,
	},
	weights: { semantic: 0.35, structural: 0.25, recency: 0.15, typeMatch: 0.15, userAffinity: 0.1 },
	searchHits: 15,
	linkedPerKind: 3,
	linkedTokens: 500,
} as const;

const RECIPES: readonly Recipe[] = [
	{ ...DEFAULTS, name: "combined", collectors: ["focus", "linked", "search"] },
	{ ...DEFAULTS, name: "element", collectors: ["focus", "linked"] },
	{
		...DEFAULTS,
		name: "workspace-chat",
		collectors: ["search"],
		budget: { ...DEFAULTS.budget, focus: 0, semantic: 2500, relations: 500 },
	},
];

export const RECIPE_NAMES: readonly string[] = RECIPES.map((recipe) => recipe.name);

/** The recipe a request asks for, with the request's own budget figures laid over it. */
export function chooseRecipe(request: ContextRequest): Recipe {
	const name = request.recipe ?? (request.focus ? "combined" : "workspace-chat");
	const recipe = RECIPES.find((candidate) => candidate.name === name);
	if (recipe === undefined) {
		throw new InvalidInputError(
			`There is no recipe called "${name}". Known recipes: ${RECIPE_NAMES.join(", ")}.`,
			{ field: "recipe", recipe: name },
			"unknown_recipe",
		);
	}
	return { ...recipe, budget: { ...recipe.budget, ...request.budget } };
}
