import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { findNamedProject } from "./find-named-project.ts";
import { isChargeable, isPeople, listCrewOf, listPeopleKinds, listPeopleOf } from "./list-work.ts";
import { NOTHING_READ, type QuestionPlan, type Walk, walkBy, walkToKinds } from "./question-plan.ts";
import { everythingOf } from "./read-intent.ts";
import { listNamed, sayKinds } from "./read-kinds.ts";
import { isComplete, readOne } from "./read-one.ts";
import { listAnswers, type PlanInput } from "./select-asked.ts";

/** "Who | in the Field team | has | the most | overdue tasks?" */
const HOLDERS =
	/^\W*(?:(?:and|so|but)\W+)*(who|(?:which|what|how many)(?: of (?:them|those|these)\b| [\p{L}-]+))\b(.{0,80}?)\s+(has|have|is|are|owns?|leads?|runs?|manages?|holds?)\b(?: got)?(?: currently| still| already| now)?(?: (?:the )?(most|highest number of|largest number of|fewest|least|lowest number of))?\s+(.+)$/iu;
/** "Whose tasks are late?" */
const WHOSE = /^\W*(?:(?:and|so|but)\W+)*whose\s+(.+)$/i;
const OF_THEM = /\bof (?:them|those|these)$/i;
const FEWEST = /^(?:fewest|least|lowest)/i;
/** "Who has no overdue tasks?", "who has not got any?" */
const NO = /^(?:no|not (?:got |have )?(?:any|a single)|none of the|zero)\s+/i;
const SOMETHING = /^(?:any|some|every)?(?:thing|things|work)\s+(?:that (?:is|are)\s+)?/i;
/** Rules about work that also imply who does it. */
const OF_WHOM: ReadonlySet<string> = new Set(["overdue", "blocked"]);
/** Things that a person may have; none of these says when something was written down. */
const HAD: ReadonlySet<string> = new Set([
	...OF_WHOM,
	"due",
	"open",
	"closed",
	"finished",
	"marked",
	"upcoming",
]);

interface Holders {
	readonly who: string;
	/** Which of them: "in the Field team". */
	readonly group: string;
	readonly isHad: boolean;
	readonly most: string | undefined;
	/** The question asks for those who have none. */
	readonly isNone: boolean;
	readonly set: string;
}

function matchHolders(query: string): Holders | undefined {
	const whose = WHOSE.exec(query)?.[1];
	if (whose !== undefined)
		return { who: "who", group: "", isHad: true, most: undefined, isNone: false, set: whose };
	const [, who, group, verb, most, set] = HOLDERS.exec(query) ?? [];
	if (who === undefined || verb === undefined || set === undefined) return undefined;
	// "Owns the most risks" counts what somebody has; "owns the risk" asks for a relation.
	if (!/^(?:ha|is|are)/i.test(verb) && most === undefined) return undefined;
	const isNone = NO.test(set);
	return {
		who,
		group: group?.trim() ?? "",
		isHad: !/^(?:is|are)/i.test(verb),
		most,
		isNone,
		set: set.replace(NO, ""),
	};
}

/** The work that a question says somebody has; undefined where it says no such thing. */
function readHad(
	input: PlanInput,
	{ who, set, group, isHad, most, isNone }: Holders,
): QuestionPlan | undefined {
	const { graph } = input;
	const place = findNamedProject(graph, group) ? ` ${group}` : "";
	const what = set.replace(SOMETHING, "");
	const query = isHad && what === set ? `which ${set}${place}` : `what is ${what}${place}`;
	const plan = readOne({ ...input, query, focus: undefined, history: [] }, undefined);
	const rules = isHad ? HAD : OF_WHOM;
	const { intent } = plan;
	const isRead = isComplete(plan) && plan.walk === undefined && intent && !intent.isMine;
	if (!isRead) return undefined;
	// Work of which nothing is said is what is still to be done.
	const isAny = (most !== undefined || isNone) && intent.asks.every(({ rule }) => rule === "all");
	if (isAny && /^who\b/i.test(who) && intent.kinds.every(({ assignedBy }) => assignedBy !== undefined))
		return { ...plan, intent: { ...intent, asks: [{ rule: "open" }] } };
	if (isAny) return plan;
	return intent.asks.every(({ rule }) => rules.has(rule)) ? plan : undefined;
}

function keepMost(walk: Walk, isFewest: boolean): Walk {
	const counts = new Map<string, number>();
	const find = walk.find ?? (() => []);
	for (const node of walk.from.flatMap(find)) counts.set(node.id, (counts.get(node.id) ?? 0) + 1);
	const all = walk.reached.map(({ node }) => counts.get(node.id) ?? 0);
	const [end] = [...all].sort((a, b) => (isFewest ? a - b : b - a));
	return { ...walk, counts, isAltered: true, reached: walk.reached.filter((_, index) => all[index] === end) };
}

/** From pieces of work to who does them, or to what of a kind they are in. */
function walkToHolders(
	graph: GraphView,
	work: readonly EntityHeader[],
	/** Counted: of a kind that is named, whether anybody can be charged with such things or not. */
	{ who, isCounted }: { readonly who: string; readonly isCounted: boolean },
): Walk | undefined {
	const named = listNamed(who, graph.kinds.all);
	if (named.length === 0 || named.every(isPeople)) {
		const charged = isCounted ? work : work.filter((node) => isChargeable(graph, node));
		return walkBy(charged, "people", (node) => listPeopleOf(graph, node));
	}
	const kinds = new Set(named.map(({ kind }) => kind));
	const label = sayKinds(named);
	return walkBy(work, label, (node) =>
		(walkToKinds(graph, [node], { kinds, label })?.reached ?? []).map((reached) => reached.node),
	);
}

/**
 * A question for who has what a rule finds: "who is stuck?", "which of them have overdue tasks?", "which project has the most
 * open risks?" The work is read by itself, and from there the walk leads to whom it belongs.
 */
export function readHolders(input: PlanInput, before: QuestionPlan | undefined): QuestionPlan | undefined {
	const { graph } = input;
	const holders = matchHolders(input.query);
	if (holders === undefined) return undefined;
	const { who, group, most } = holders;
	const isOfThem = OF_THEM.test(who);
	const isWho = /^who\b/i.test(who) || /\b(?:people|persons)$/i.test(who) || isOfThem;
	const named = listNamed(who, graph.kinds.all);
	if (!isWho && named.length === 0) return undefined;
	if ((isWho || named.every(isPeople)) && listPeopleKinds(graph).length === 0) return undefined;
	const had = readHad(input, holders);
	const ofKind = had?.intent?.kinds ?? [];
	// "Which plans have open tasks?" asks for plans; "which plans have been finished?" says how plans are.
	if (had === undefined || (!isWho && (ofKind.length === 0 || named.some((kind) => ofKind.includes(kind)))))
		return undefined;
	const isCounted = most !== undefined && ofKind.length > 0;
	const all = walkToHolders(graph, listAnswers(had, input), { who: isOfThem ? "" : who, isCounted });
	if (holders.isNone)
		return isWho && group === "" && !isOfThem ? listOthers(input, had, all, holders.set) : undefined;
	const walk = all && keepGroup(all, input, { group, isOfThem, before });
	if (walk === undefined) return undefined;
	return {
		...NOTHING_READ,
		project: had.project,
		walk: { ...(most === undefined ? walk : keepMost(walk, FEWEST.test(most))), described: holders.set },
	};
}

/** People who have none of it: everybody, or who works in the project, without those who have some. */
function listOthers(
	{ graph, project }: PlanInput,
	had: QuestionPlan,
	holders: Walk | undefined,
	said: string,
): QuestionPlan {
	const kinds = listPeopleKinds(graph);
	const place = project ?? had.project;
	const held = new Set(holders?.reached.map(({ node }) => node.id) ?? []);
	const missing = [{ said: said.replace(/[?.!\s]{1,20}$/, ""), rel: "held", direction: undefined, held }];
	return {
		...NOTHING_READ,
		intent: { ...everythingOf(kinds), missing },
		...(place && { among: listCrewOf(graph, place) }),
	};
}

/** Keeps only the people of the group that the question names: "in the Field team", "of them". */
function keepGroup(
	walk: Walk,
	input: PlanInput,
	from: { readonly group: string; readonly isOfThem: boolean; readonly before: QuestionPlan | undefined },
): Walk | undefined {
	const { group, isOfThem, before } = from;
	const isPlace = group === "" || findNamedProject(input.graph, group) !== undefined;
	if (isPlace && !isOfThem) return walk;
	const plan = isOfThem
		? before
		: readOne({ ...input, query: `who is ${group}?`, focus: undefined, history: [] }, undefined);
	if (plan === undefined || !isComplete(plan)) return undefined;
	const ids = new Set(listAnswers(plan, input).map(({ id }) => id));
	const reached = walk.reached.filter(({ node }) => ids.has(node.id));
	return reached.length === 0 ? undefined : { ...walk, isAltered: true, reached };
}
