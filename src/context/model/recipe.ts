import { MOST_PINS } from "../../contract/limits.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import { project } from "../../graph/model/kinds/project.ts";
import type { ScoreParts } from "./candidate.ts";
import { type ContextConfig, DEFAULT_CONTEXT_CONFIG, type Overrides } from "./config.ts";
import type { ContextRequest, RequestType, TokenBudget } from "./request.ts";

export type CollectorName =
	| "profile"
	| "schema"
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

export type OwnCollectorName = `own:${string}`;

export type ProjectPart = "header" | "snapshot" | "slices" | "coverage";

/** The collectors of a context and the weight of each way of finding. Numbers live here and nowhere else. */
export interface Recipe {
	readonly name: string;
	/** The text of an entity appears where the first of these found it. */
	readonly collectors: readonly CollectorName[];
	readonly budget: TokenBudget;
	readonly weights: ScoreParts;
	/** How far each way of finding goes. */
	readonly limits: ContextConfig["collectors"];
	/** How many steps the graph of a project goes from it, and how many references are followed from what was mentioned. */
	readonly snapshotDepth: number;
	readonly mentionDepth: number;
	readonly truncation: ContextConfig["truncation"];
	readonly searchHits: number;
	readonly projectParts: readonly ProjectPart[];
	/** Linked entities: how many of each kind, and the room for all of them. */
	readonly linkedPerKind: number;
	readonly linkedTokens: number;
	/** The room for the graph of the project, for the account of its missing edges, and for what can be written. */
	readonly snapshotTokens: number;
	readonly coverageTokens: number;
	readonly schemaTokens: number;
}

/** A recipe's own figures, which override the configuration. */
interface NamedRecipe {
	readonly name: string;
	readonly collectors: readonly CollectorName[];
	readonly projectParts?: readonly ProjectPart[];
	readonly budget?: Partial<TokenBudget>;
}

/** The longest attached note that is shown takes so many. */
const TOKENS_A_PIN = 1_000;
const LINKED_PER_KIND = 3;
const LINKED_TOKENS = 500;
const SNAPSHOT_TOKENS = 1000;
const COVERAGE_TOKENS = 300;
/** In a small context the kinds of a project need the room that its graph and its coverage would take. */
const SNAPSHOT_SHARE = 0.25;
const COVERAGE_SHARE = 0.1;
/** Below this a graph has room for a node or two, and takes that of every kind's heading. */
const LEAST_FOR_PICTURE = 1_500;
const SCHEMA_TOKENS = 2000;
const SNAPSHOT_DEPTH = 2;
const MENTION_DEPTH = 2;

/** Collectors for the request's own attachments, and those that any question may use. */
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

/** The collectors that each type of request keeps. */
const WANTED: Readonly<Record<RequestType, (collector: CollectorName) => boolean>> = {
	chat: () => true,
	assist: (collector) => collector !== "history" && collector !== "activity",
	search: (collector) => ["included", "intent", "search"].includes(collector),
	automate: (collector) =>
		["schema", "included", "focus", "linked", "pinned", "mentioned", "notes"].includes(collector),
};

/** A program that writes needs the schema; a person does not get it. */
const ADDED: Readonly<Partial<Record<RequestType, readonly CollectorName[]>>> = { automate: ["schema"] };

const SWITCHES: Readonly<Partial<Record<CollectorName, keyof ContextConfig["collectors"]>>> = {
	focus: "focus",
	search: "semantic",
	linked: "relations",
	relations: "relations",
	activity: "activity",
};

/** Asks about projects as such, and not about one by its name: "how are our projects doing?" */
const ASKS_ABOUT_PROJECTS = new RegExp(
	`\\b(?:${project.plural}|(?:which|what|any|every|each|no|another) ${project.label})\\b`,
	"i",
);

/** Without a recipe, what the question is asked from decides: a thing, a project, or the whole workspace with or without its projects. */
function nameRecipe({ focus, projectId, query }: ContextRequest): string {
	const isProject = projectId !== undefined && focus?.id === projectId;
	if (focus && !isProject) return "combined";
	if (projectId !== undefined) return "project";
	return ASKS_ABOUT_PROJECTS.test(query) ? "global" : "workspace-chat";
}

function findRecipe(request: ContextRequest): NamedRecipe {
	const { recipe, focus, projectId } = request;
	const name = recipe ?? nameRecipe(request);
	const found = RECIPES.find((candidate) => candidate.name === name);
	if (found?.name === "project" && projectId === undefined && focus === undefined)
		throw new InvalidInputError(
			"The recipe project needs a project. Name one with project_id, or ask without the recipe.",
			{ field: "project_id", recipe: name },
			"project_needed",
		);
	if (found) return found;
	throw new InvalidInputError(
		`There is no recipe called "${name}". Known recipes: ${RECIPE_NAMES.join(", ")}.`,
		{ field: "recipe", recipe: name },
		"unknown_recipe",
	);
}

/**
 * Keeps the ratio of hits to tokens of the default, and no fewer hits where there is less room: how probably a match
 * answers is judged among the others. A request that only searches has all of the room for hits.
 */
function countHits({ total, semantic }: TokenBudget, topK: number, type: RequestType): number {
	const { tokenBudget } = DEFAULT_CONTEXT_CONFIG;
	const share = type === "search" ? Math.max(total, tokenBudget.total) : semantic;
	const room = Math.max(tokenBudget.semantic, share, total - tokenBudget.total);
	return Math.ceil((topK * room) / tokenBudget.semantic);
}

/** Attachments add to the budget: they must neither push out found texts nor lack room where nothing is in focus. */
function addPins({ pins = [], type }: ContextRequest, budget: TokenBudget): TokenBudget {
	const tokens = Math.min(pins.length, MOST_PINS) * TOKENS_A_PIN;
	return {
		...budget,
		focus: budget.focus + tokens,
		total: type === "chat" ? budget.total + tokens : budget.total,
	};
}

/** Entities included by name need room for their text, also where nothing is in focus. */
const addIncluded = ({ hints }: ContextRequest, budget: TokenBudget, focus: number): TokenBudget =>
	(hints?.includeBlocks ?? []).length > 0 && budget.focus === 0 ? { ...budget, focus } : budget;

/** A program's request moves the room of the sections it skips to the schema that it needs to write. */
function addSchema({ type }: ContextRequest, budget: TokenBudget): TokenBudget {
	if (type !== "automate") return budget;
	const { system, semantic, activity, history } = budget;
	return { ...budget, system: system + semantic + activity + history };
}

const withoutUndefined = (budget: Overrides<TokenBudget> = {}): Partial<TokenBudget> =>
	Object.fromEntries(Object.entries(budget).filter(([, tokens]) => tokens !== undefined));

function shareBudget(request: ContextRequest, config: ContextConfig, own: Partial<TokenBudget> = {}) {
	const usual = { ...config.tokenBudget, ...own };
	const budget = addIncluded(request, addPins(request, addSchema(request, usual)), config.tokenBudget.focus);
	const asked = {
		...budget,
		...withoutUndefined(request.config?.tokenBudget),
		...withoutUndefined(request.budget),
	};
	return { ...asked, total: Math.min(asked.total, request.mostTokens ?? Infinity) };
}

/** How far everything goes that walks from the focus. Where a request asks for no steps, nothing around it is looked at. */
function limitDepth({ hints }: ContextRequest, { collectors }: ContextConfig): Recipe["limits"] {
	const { maxDepth } = hints ?? {};
	const { focus, relations } = collectors;
	const steps = Math.min(maxDepth ?? relations.maxDepth, relations.maxDepth);
	return {
		...collectors,
		focus: {
			...focus,
			ancestorDepth: Math.min(focus.ancestorDepth, maxDepth ?? Infinity),
			siblingCount: maxDepth === 0 ? 0 : focus.siblingCount,
			childrenLimit: maxDepth === 0 ? 0 : focus.childrenLimit,
		},
		relations: { ...relations, enabled: relations.enabled && steps > 0, maxDepth: steps },
	};
}

/** Beside something in focus the graph of the project answers no question: it is shown where none is asked, or where all room is used. */
const mayShowGraph = ({ query, fill }: ContextRequest, collectors: readonly CollectorName[]): boolean =>
	!collectors.includes("focus") || query.trim() === "" || fill === "budget";

/** The recipe a request asks for: what is configured, then the recipe's own figures, then those of the request. */
export function chooseRecipe(request: ContextRequest, config: ContextConfig): Recipe {
	const { name, collectors, projectParts = [], budget: own } = findRecipe(request);
	const { type, hints } = request;
	const budget = shareBudget(request, config, own);
	const limits = limitDepth(request, config);
	const isOn = (collector: CollectorName): boolean => {
		const key = SWITCHES[collector];
		return key === undefined || limits[key].enabled;
	};
	const wanted = [...(ADDED[type] ?? []), ...collectors];
	return {
		name,
		collectors: wanted.filter((collector) => WANTED[type](collector) && isOn(collector)),
		budget,
		weights: config.ranking.weights,
		limits,
		snapshotDepth: Math.min(SNAPSHOT_DEPTH, hints?.maxDepth ?? Infinity),
		mentionDepth: Math.min(MENTION_DEPTH, hints?.maxDepth ?? Infinity),
		truncation: config.truncation,
		searchHits: countHits(budget, config.collectors.semantic.topK, type),
		projectParts: projectParts.filter(
			(part) =>
				(part !== "snapshot" || mayShowGraph(request, collectors)) &&
				(budget.total >= LEAST_FOR_PICTURE || (part !== "snapshot" && part !== "coverage")),
		),
		linkedPerKind: LINKED_PER_KIND,
		linkedTokens: LINKED_TOKENS,
		snapshotTokens: Math.min(SNAPSHOT_TOKENS, Math.floor(budget.total * SNAPSHOT_SHARE)),
		coverageTokens: Math.min(COVERAGE_TOKENS, Math.floor(budget.total * COVERAGE_SHARE)),
		schemaTokens: SCHEMA_TOKENS,
	};
}
