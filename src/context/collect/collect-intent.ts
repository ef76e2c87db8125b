import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { groupBy } from "../../graph/model/group-by.ts";
import type { Fact } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Candidate, PathStep } from "../model/candidate.ts";
import {
	type AskedContent,
	callForDetails,
	capitalize,
	type Findings,
	type ItemGroup,
	makeCandidate,
	makeGroup,
	type ShrinkablePart,
} from "../model/findings.ts";
import { compilePlan } from "../plan/compile-plan.ts";
import { type QuestionPlan, type Reached, type Walk, walkRelation } from "../plan/question-plan.ts";
import type { Ask, Intent } from "../plan/read-intent.ts";
import { sayKinds } from "../plan/read-kinds.ts";
import { describeMark } from "../plan/read-marks.ts";
import { type Answer, answerRule } from "../plan/select-asked.ts";
import type { CollectScope } from "./collector.ts";
import { describeChanges } from "./tell-changes.ts";

/** More lines than this are counted and fetched, not listed. */
const MOST_LINES = 500;
/** At most this many lines list changes, under headings where there are more than a few. */
const MOST_CHANGED = 40;
const FEW_CHANGED = 12;
/** A set of so few comes with what is known of each. */
const MOST_SHOWN = 3;

const RULES: Readonly<Record<Ask["rule"], string>> = {
	overdue: "Overdue",
	blocked: "Blocked",
	open: "Open",
	closed: "Closed",
	dated: "",
	all: "All",
	due: "Due",
	decided: "Decided",
	changed: "Changed",
	created: "New",
	finished: "Finished",
	latest: "Newest",
	upcoming: "Next",
	next: "To do next",
	marked: "",
	extreme: "Rated highest",
};

/** Returns the name of a rule applied to the other end of a relation. */
function turnRule(ask: Ask): string | undefined {
	if (ask.rule === "latest" && ask.isOldest) return "Oldest";
	if ("isNot" in ask && ask.isNot) return `Not ${ask.rule}`;
	if (ask.rule === "upcoming" && ask.end) return `Due ${ask.end}`;
	if (ask.rule !== "extreme") return undefined;
	const by = ask.field === undefined ? "" : ` by ${ask.field.replaceAll("_", " ")}`;
	return `Rated ${ask.isLowest ? "lowest" : "highest"}${by}`;
}

/** "Overdue tasks in Heron, the reader's own": the rule in words, so that a reader knows what it is a list of. */
function describeAsk(ask: Ask, intent: Intent, plan: QuestionPlan, scope: CollectScope): string {
	const { kinds, isMine, marks, missing } = intent;
	const { project, walk, rest } = plan;
	const rules = intent.isBoth ? intent.asks : [ask];
	const rule = rules.map((each) => turnRule(each) ?? RULES[each.rule]).join(" and ");
	const nouns = sayKinds(kinds);
	const days = "range" in ask ? describeDays(ask.range) : "";
	const lacking = missing.map(({ said }) => `without ${said}`);
	const what = nouns === "" && walk ? "work" : nouns;
	const conditions = marks.map((mark) => ({ said: describeMark(mark), isBehind: mark.isWritten === true }));
	const before = conditions.flatMap(({ said, isBehind }) => (isBehind ? [] : [said]));
	const behind = conditions.flatMap(({ said, isBehind }) => (isBehind ? [said] : []));
	const heading = [rule.toLowerCase(), ...before, what, ...behind, ...lacking]
		.filter((word) => word !== "")
		.join(" ");
	// "And which of them are late?" says nothing of whose they are; the first half does.
	const first = plan.among && plan === scope.plan.second ? scope.plan.walk : undefined;
	const start = walk ?? first;
	const within = start ? ` of ${nameStart(start)}` : project ? ` in ${project.title}` : "";
	const about = walk === undefined && rest.length > 0 ? `, about ${wordsOf(rest, scope).join(" ")}` : "";
	return `${capitalize(heading)}${days}${within}${about}${isMine ? ", the reader's own" : ""}`;
}

function nameStart({ from, described }: Walk): string {
	const [first] = from;
	if (from.length === 1 && first) return first.title;
	const words = described?.replace(/[?.!]/g, "").trim() ?? "";
	return words === "" ? `these ${from.length}` : capitalize(words);
}

/** An end that nobody named is none. */
function describeDays({ from, to }: DayRange): string {
	const [isOpenBefore, isOpenBehind] = [from.startsWith("0000"), to.startsWith("9999")];
	if (isOpenBefore) return isOpenBehind ? "" : ` until ${to}`;
	return isOpenBehind ? ` since ${from}` : ` from ${from} to ${to}`;
}

const wordsOf = (rest: readonly string[], { request }: CollectScope): readonly string[] => {
	const left = new Set(rest);
	const typed = request.query.match(/[\p{L}\p{N}]+/gu) ?? [];
	return typed.filter((word) => [...left].some((term) => word.toLowerCase().startsWith(term.slice(0, 4))));
};

const describeAnswer = (node: EntityHeader, reason: string, path?: readonly PathStep[]): Candidate =>
	makeCandidate({ section: "semantic", key: "asked" }, node, {
		collector: "intent",
		position: 0,
		relevance: 1,
		reason,
		...(path && { path }),
	});

/** How to get them all: by the filters of the tool that lists. */
function nameCall(ask: Ask, { kinds }: Intent, project: EntityHeader | undefined): string {
	const filters = [
		...(kinds[0] ? [`kind ${kinds[0].kind}`] : []),
		...(project ? [`project_id ${project.ref}`] : []),
		...((ask.rule === "overdue" || ask.rule === "blocked") && !ask.isNot ? [`only ${ask.rule}`] : []),
	];
	return `call list_entities${filters.length > 0 ? ` with ${filters.join(" and ")}` : ""}`;
}

/** With its ref: a kept context is withheld when something that it names may no longer be read. */
const nameWithRef = ({ title, ref }: EntityHeader): string => `${title} [${ref}]`;

/** Groups changes by project, or by kind if there are many; of very many, the same number of each. */
function groupChanged(
	answers: readonly Answer[],
	graph: GraphView,
): readonly (Answer & { readonly under: string | undefined })[] {
	if (answers.length <= FEW_CHANGED) return answers.map((answer) => ({ ...answer, under: undefined }));
	const projectOf = ({ node }: Answer): string =>
		(node.project_id === null ? undefined : graph.node(node.project_id)?.title) ?? "No project";
	const isByProject = new Set(answers.map(projectOf)).size > 1;
	const groups = groupBy(answers, (answer) => (isByProject ? projectOf(answer) : answer.kind.plural));
	const share = answers.length <= MOST_CHANGED ? MOST_CHANGED : Math.ceil(MOST_CHANGED / groups.size);
	return [...groups]
		.sort(([, a], [, b]) => b.length - a.length)
		.flatMap(([name, group]) =>
			group.slice(0, share).map((answer) => ({ ...answer, under: `${name} (${group.length})` })),
		);
}

/** Names the blockers of an entity: a question about what is blocked also asks by what. */
function nameBlockers(graph: GraphView, node: EntityHeader): readonly Fact[] {
	const walk = walkRelation(graph, [node], { rel: "blocks", direction: "incoming" });
	const direct = walk?.reached.filter(({ through }) => through.length === 0) ?? [];
	return direct.length === 0
		? []
		: [{ name: "blocked_by", value: direct.map(({ node: blocker }) => nameWithRef(blocker)).join("; ") }];
}

/** Exactly the set that a rule of the question means, counted, and listed as far as there is room. */
async function listRule(
	ask: Ask,
	intent: Intent,
	plan: QuestionPlan,
	scope: CollectScope,
): Promise<readonly AskedContent[]> {
	const { reader, days, asker } = scope;
	const { graph, access } = reader;
	const project = scope.project ?? plan.project;
	const who = { accountId: access.accountId, names: [asker.display_name] };
	const asking = { graph, days, project, asker: who };
	const answers = answerRule(ask, plan, asking);
	// Words that nothing of the set holds ask for something else than the set.
	if (answers.length === 0 && plan.rest.length > 0) return [];
	const asked = {
		as: "asked",
		heading: describeAsk(ask, intent, plan, scope),
		total: answers.length,
		call: nameCall(ask, intent, project),
	} as const;
	if (ask.rule === "changed") {
		const nodes = answers.map(({ node }) => node);
		const changes = await describeChanges(nodes, { reader, range: ask.range, days });
		const entries = groupChanged(answers, graph).map(({ node, reason, under }) => ({
			candidate: describeAnswer(node, reason),
			facts: [{ name: "changed", value: changes.get(node.id) || days.dayOf(node.updated_at) }],
			under,
		}));
		return [{ ...asked, entries, most: MOST_CHANGED }];
	}
	return [
		{
			...asked,
			entries: answers.slice(0, MOST_LINES).map(({ node, kind, reason }) => ({
				candidate: describeAnswer(node, reason),
				facts: [
					...(kind.tell?.(node, graph, days) ?? []),
					...(ask.rule === "blocked" ? nameBlockers(graph, node) : []),
				],
			})),
			...(isCut(ask, answers) && { outOf: answerRule({ ...ask, most: NO_LIMIT }, plan, asking).length }),
		},
	];
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Whether a rule found as many as it takes: there may be more, and "all of them" would be false. */
const isCut = (ask: Ask, answers: readonly Answer[]): ask is Extract<Ask, { most?: number | undefined }> =>
	"most" in ask && ask.most !== undefined && answers.length === ask.most;

const INCOMING = / \(incoming\)$/;

/** A relation without a label of its own is said from the other end: "Whose team is Hardware". */
function nameWalk(walk: Walk): string {
	const { label, isChain } = walk;
	if (INCOMING.test(label)) return `Whose ${label.replace(INCOMING, "")} is ${nameStart(walk)}`;
	return `${nameStart(walk)}: ${label}${isChain ? ", the whole chain of what is open" : ""}`;
}

function describePath({ label }: Walk, { node, from, through }: Reached): readonly PathStep[] {
	return [from, ...through, node].map(({ id, title }, index) => ({
		id,
		title,
		...(index > 0 && { relation: label, direction: "outgoing" as const }),
	}));
}

function answerWalk(walk: Walk, { reader: { graph }, days }: CollectScope): AskedContent {
	return {
		as: "asked",
		heading: nameWalk(walk),
		entries: walk.reached.map((reached) => {
			const { node, from, through, label } = reached;
			const kind = graph.kinds.find(node.kind);
			const reason = `“${label.toLowerCase()}” of ${through.at(-1)?.title ?? from.title}, which the question asks for`;
			const way = through.map(nameWithRef).join(" ← ");
			return {
				candidate: describeAnswer(node, reason, describePath(walk, reached)),
				facts: [
					...(kind?.tell?.(node, graph, days) ?? []),
					...(way === "" ? [] : [{ name: "through", value: way }]),
					...(walk.counts ? [{ name: "count", value: walk.counts.get(node.id) ?? 0 }] : []),
					...(walk.from.length > 1 && !walk.counts ? [{ name: "of", value: nameWithRef(from) }] : []),
				],
			};
		}),
		total: walk.reached.length,
		...(walk.unlisted && {
			besides: walk.unlisted.map(({ name, work }) => `${name} (assigned to ${nameWithRef(work)})`),
		}),
		call: `call get_linked_entities with entity_id ${walk.from[0]?.ref}`,
	};
}

/** The set of a plan as a query, so that it can be run again, and kept. */
export const compileAsked = (plan: QuestionPlan, { reader, today, project, request }: CollectScope) =>
	compilePlan(plan, {
		graph: reader.graph,
		today,
		asked: request.projectId === undefined ? undefined : project,
		project: project ?? plan.project,
	});

/** The sets of one plan: by its rules, or else over its relation. */
async function listContents(plan: QuestionPlan, scope: CollectScope): Promise<readonly AskedContent[]> {
	const { intent, walk } = plan;
	const byRule = intent?.asks.filter(({ rule }) => !(walk && rule === "all")) ?? [];
	// Rules that must all be true make one list.
	const asks = intent?.isBoth ? byRule.slice(0, 1) : byRule;
	const listed = intent ? await Promise.all(asks.map((ask) => listRule(ask, intent, plan, scope))) : [];
	const contents = [...listed.flat(), ...(walk && byRule.length === 0 ? [answerWalk(walk, scope)] : [])];
	const compiled = contents.length === 1 ? compileAsked(plan, scope) : undefined;
	if (compiled === undefined || "without" in compiled) return contents;
	// Without the limit: the call is for those that the list leaves out.
	const call = `call run_query with query ${JSON.stringify(compiled.query.replace(/ LIMIT \d+$/, ""))}`;
	return contents.map((content) => ({ ...content, call }));
}

const ANSWERS = { section: "semantic", key: "answers" } as const;

const answersGroupOf = (candidates: readonly Candidate[]): ItemGroup => {
	const call = callForDetails(candidates.map(({ subject }) => subject));
	return makeGroup({
		...ANSWERS,
		printMissing: (count) => `- ... and ${count} more without their texts: ${call}\n\n`,
		whenEmpty: "",
	});
};

/** Shows the texts of a small answer: names alone would lead to a second question. */
function showFew(
	contents: readonly AskedContent[],
	{ reader, focus, plan }: CollectScope,
): readonly Candidate[] {
	const entries = contents.flatMap(({ entries: each }) => each);
	if (entries.length > MOST_SHOWN || contents.some(({ total }) => total === 0)) return [];
	const isText = ({ candidate }: (typeof entries)[number]): boolean =>
		reader.graph.kinds.find(candidate.subject.kind)?.writesProse === true;
	// Where words are left to search for, the passages of a long text that hold them are shown, and not its fields alone.
	return entries
		.filter((entry) => entry.candidate.subject.id !== focus?.id && !(isText(entry) && plan.rest.length > 0))
		.map((entry, position) => ({
			...entry.candidate,
			group: ANSWERS.key,
			position,
			presentation: { as: "entity", textFirst: true, ...(isText(entry) && { richest: "light" }) },
		}));
}

export async function collectIntent(scope: CollectScope): Promise<Findings> {
	const { recipe, plan } = scope;
	const plans = plan.second ? [plan, plan.second] : [plan];
	const contents = (await Promise.all(plans.map((each) => listContents(each, scope)))).flat();
	const candidates = showFew(contents, scope);
	const digests = contents.map(
		(content): ShrinkablePart => ({
			type: "digest",
			section: "semantic",
			name: "what was asked for",
			cap: Math.max(recipe.budget.semantic, Math.floor(recipe.budget.total / 2)),
			content,
		}),
	);
	return {
		candidates,
		parts: [...digests, ...(candidates.length > 0 ? [answersGroupOf(candidates)] : [])],
		considered: contents.reduce((sum, { total }) => sum + total, 0),
	};
}
