import { InvalidInputError } from "../../graph/model/errors.ts";
import type { ScoreParts } from "./candidate.ts";
import { type ContextConfig, DEFAULT_CONTEXT_CONFIG } from "./config.ts";
import type { ContextRequest, RequestType, TokenBudget } from "./request.ts";

export type CollectorName =
	| "profile"
	| "global"
	| "calendar"
	| "project"
	| "included"
	| "focus"
	| "linked"
	| "relations"
	| "pinned"
	| "mentioned"
	| "notes"
	| "history"
	| "intent"
	| "search"
	| "activity";

export type ProjectPart = "header" | "snapshot" | "slices" | "coverage";

/** What goes into a context and how much each way of finding counts. Numbers live here and nowhere else. */
export interface Recipe {
	readonly name: string;
	/** An entity stands with its text where the first of these found it. */
	readonly collectors: readonly CollectorName[];
	readonly budget: TokenBudget;
	readonly weights: ScoreParts;
	/** How far each way of finding goes. */
	readonly limits: ContextConfig["collectors"];
	readonly truncation: ContextConfig["truncation"];
	/** How many search hits are considered. */
	readonly searchHits: number;
	/** A hit below this share of the best one is noise, and no candidate however much room there is. */
	readonly leastHit: number;
	/** What is told of the project. */
	readonly projectParts: readonly ProjectPart[];
	/** Linked entities: how many of each kind, and the room for all of them. */
	readonly linkedPerKind: number;
	readonly linkedTokens: number;
	/** The room for the graph of the project, and for the account of its missing edges. */
	readonly snapshotTokens: number;
	readonly coverageTokens: number;
}

/** A recipe's own figures, laid over what is configured. */
interface NamedRecipe {
	readonly name: string;
	readonly collectors: readonly CollectorName[];
	readonly projectParts?: readonly ProjectPart[];
	readonly budget?: Partial<TokenBudget>;
}

const LEAST_HIT = 0.05;
/** As many attached notes as are shown, and what the longest of them takes. */
const MOST_PINS = 5;
const TOKENS_A_PIN = 1_000;
const LINKED_PER_KIND = 3;
const LINKED_TOKENS = 500;
const SNAPSHOT_TOKENS = 1000;
const COVERAGE_TOKENS = 300;

/** What the asker brings along, and what any question may find. */
const BROUGHT: readonly CollectorName[] = ["profile", "included", "pinned", "mentioned", "notes", "history"];
const FOUND: readonly CollectorName[] = ["intent", "search", "activity"];

const RECIPES: readonly NamedRecipe[] = [
	{ name: "global", collectors: [...BROUGHT, "global", ...FOUND] },
	{
		name: "project",
		collectors: [...BROUGHT, "project", ...FOUND],
		projectParts: ["header", "snapshot", "slices", "coverage"],
		budget: { focus: 2500, semantic: 1000, relations: 300 },
	},
	{ name: "calendar", collectors: [...BROUGHT, "calendar"], budget: { focus: 3000 } },
	{ name: "element", collectors: ["focus", ...BROUGHT, "linked", "relations"] },
	{
		name: "combined",
		collectors: ["focus", ...BROUGHT, "project", "linked", "relations", ...FOUND],
		projectParts: ["header", "snapshot"],
	},
	{
		name: "workspace-chat",
		collectors: [...BROUGHT, ...FOUND],
		budget: { focus: 0, semantic: 2500, relations: 500, activity: 500, history: 300 },
	},
	{
		name: "summarize-page",
		collectors: ["focus", ...BROUGHT, "linked", "relations", "search"],
		budget: { total: 3000, focus: 2500, semantic: 200, relations: 200, activity: 0, history: 0, system: 100 },
	},
	{
		name: "break-down-task",
		collectors: ["focus", ...BROUGHT, "linked", "relations", "search"],
		budget: { total: 2000, focus: 1200, semantic: 500, relations: 200, activity: 0, history: 0, system: 100 },
	},
];

export const RECIPE_NAMES: readonly string[] = RECIPES.map((recipe) => recipe.name);

/** What each type of request does without, or the little that it wants. */
const WANTED: Readonly<Record<RequestType, (collector: CollectorName) => boolean>> = {
	chat: () => true,
	assist: (collector) => collector !== "history" && collector !== "activity",
	search: (collector) => ["included", "intent", "search"].includes(collector),
	automate: (collector) =>
		["included", "focus", "linked", "pinned", "mentioned", "notes"].includes(collector),
};

const SWITCHES: Readonly<Partial<Record<CollectorName, keyof ContextConfig["collectors"]>>> = {
	focus: "focus",
	search: "semantic",
	linked: "relations",
	relations: "relations",
	activity: "activity",
};

function findRecipe({ recipe, focus, projectId }: ContextRequest): NamedRecipe {
	const name = recipe ?? (focus ? "combined" : projectId === undefined ? "workspace-chat" : "project");
	const found = RECIPES.find((candidate) => candidate.name === name);
	if (found) return found;
	throw new InvalidInputError(
		`There is no recipe called "${name}". Known recipes: ${RECIPE_NAMES.join(", ")}.`,
		{ field: "recipe", recipe: name },
		"unknown_recipe",
	);
}

/**
 * As many hits for a token as the default has for its share: a larger context that looked no further would stay half
 * empty, a small one that looked as far would be filled with lines of what hardly matches, and one that is about a page
 * with other things when the page is short.
 */
function countHits({ total, semantic }: TokenBudget, topK: number): number {
	const { tokenBudget } = DEFAULT_CONTEXT_CONFIG;
	const room = Math.min(total, Math.max(semantic, total - tokenBudget.total));
	return Math.ceil((topK * room) / tokenBudget.semantic);
}

/** What is attached comes on top: it must neither push out what was found nor find no room where nothing is in focus. */
function addPins({ pins = [], type }: ContextRequest, budget: TokenBudget): TokenBudget {
	const tokens = Math.min(pins.length, MOST_PINS) * TOKENS_A_PIN;
	return {
		...budget,
		focus: budget.focus + tokens,
		total: type === "chat" ? budget.total + tokens : budget.total,
	};
}

/** The recipe a request asks for: what is configured, then the recipe's own figures, then those of the request. */
export function chooseRecipe(request: ContextRequest, config: ContextConfig): Recipe {
	const { name, collectors, projectParts = [], budget: own } = findRecipe(request);
	const budget = { ...addPins(request, { ...config.tokenBudget, ...own }), ...request.budget };
	const { maxDepth = config.collectors.relations.maxDepth } = request.hints ?? {};
	const { focus, relations, semantic } = config.collectors;
	const isOn = (collector: CollectorName): boolean => {
		const key = SWITCHES[collector];
		return key === undefined || config.collectors[key].enabled;
	};
	return {
		name,
		collectors: collectors.filter((collector) => WANTED[request.type](collector) && isOn(collector)),
		budget,
		weights: config.ranking.weights,
		limits: {
			...config.collectors,
			focus: { ...focus, ancestorDepth: Math.min(focus.ancestorDepth, request.hints?.maxDepth ?? Infinity) },
			relations: { ...relations, maxDepth },
		},
		truncation: config.truncation,
		searchHits: countHits(budget, semantic.topK),
		leastHit: LEAST_HIT,
		projectParts,
		linkedPerKind: LINKED_PER_KIND,
		linkedTokens: LINKED_TOKENS,
		snapshotTokens: SNAPSHOT_TOKENS,
		coverageTokens: COVERAGE_TOKENS,
	};
}
