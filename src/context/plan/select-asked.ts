import { dueDay, isBlocked, isOverdue } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { isOpen, isTheirs, type Kind, type Person } from "../../graph/model/kind.ts";
import { byChange, dateOf, thenById } from "../../graph/model/order.ts";
import type { ReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { ConversationMessage } from "../model/request.ts";
import { unite } from "./list-work.ts";
import type { QuestionPlan } from "./question-plan.ts";
import { type Ask, type Intent, MOMENTS } from "./read-intent.ts";
import { describeMark, fitsMarks, lacksAll } from "./read-marks.ts";

/** Something a rule is true of, and what makes it true. */
export interface Answer {
	readonly node: EntityHeader;
	readonly kind: Kind;
	readonly reason: string;
}

export interface AskScope {
	readonly graph: GraphView;
	readonly intent: Intent;
	readonly days: ReaderDays;
	readonly projectId: string | undefined;
	readonly asker: Person;
	/** Only these: what the question walked to, or what was listed before. */
	readonly within?: ReadonlySet<string> | undefined;
}

/** Returns the facts that make the rule true of an entity; undefined when it is not true. */
function judge(
	ask: Ask,
	kind: Kind,
	node: EntityHeader,
	{ days, intent, graph }: Pick<AskScope, "days" | "intent" | "graph">,
): string | undefined {
	const isMarked = intent.marks.length > 0;
	const isLive = (): boolean => isOpen(kind, node.state_key);
	const within = (day: string): string | undefined =>
		"range" in ask && day !== "" && day >= ask.range.from && day <= ask.range.to ? day : undefined;
	const dated = (word: string, day: string | undefined): string | undefined => day && `${word} ${day}`;
	switch (ask.rule) {
		case "overdue":
			if (ask.isNot) return isLive() && !isOverdue(kind, node, days) ? "not overdue" : undefined;
			return isOverdue(kind, node, days) ? `overdue: due ${dueDay(kind, node, days)}` : undefined;
		case "blocked":
			if (ask.isNot) return isLive() && !isBlocked(kind, node) ? "not blocked" : undefined;
			return isBlocked(kind, node) ? "blocked" : undefined;
		case "due":
			return ask.isPast || isLive() ? dated("due", within(dueDay(kind, node, days))) : undefined;
		case "decided": {
			const isDecided = kind.states.some(({ key, settled }) => key === node.state_key && settled);
			return isDecided ? dated("decided", within(days.dayOf(dateOf(node, kind.dates?.decided)))) : undefined;
		}
		case "changed":
		case "created":
		case "finished":
			return dated(ask.rule, within(days.dayOf(node[MOMENTS[ask.rule]])));
		case "marked":
			return "as the question says";
		case "extreme":
			return isLive() && readScale(kind, node, ask.field) !== undefined ? "open, and rated" : undefined;
		case "next":
			return isReady(kind, node) && !(isNotBegun(kind, node) && countJoined(graph, node, "waited for") > 0)
				? "open, and nothing holds it up"
				: undefined;
		case "upcoming": {
			const day = dueDay(kind, node, days);
			const isMeant = ask.end === undefined ? day >= days.today : day !== "";
			return isLive() && isMeant ? dated("due", day) : undefined;
		}
		case "dated":
			return dated(ask.field.replaceAll("_", " "), within(days.dayOf(dateOf(node, ask.field))));
		case "closed":
			return kind.states.length > 0 && !isLive() ? "closed" : undefined;
		case "latest":
			if (ask.isOpen && !isLive()) return undefined;
			// An undecided item is no recent decision, unless the question requests undecided ones.
			return !isMarked && kind.dates?.decided !== undefined && dateOf(node, kind.dates.decided) === ""
				? undefined
				: dated("of", days.dayOf(newestDate(kind, node, ask.field)));
		case "open":
			return isLive() ? "open" : undefined;
		case "all":
			return `a ${kind.label.toLowerCase()}`;
	}
}

/** Where something is on a scale of its kind, the first unless one is named; undefined where it is on none. */
function readScale({ fields, stateField }: Kind, { props }: EntityHeader, name?: string): number | undefined {
	const scale = fields.find((field) =>
		name === undefined ? field.type === "select" && field.name !== stateField : field.name === name,
	);
	const value = scale && props[scale.name];
	if (scale?.type === "number")
		return typeof value === "number" ? (scale.lowestIsTop ? -value : value) : undefined;
	const place = scale?.type === "select" ? scale.options.indexOf(String(value)) : -1;
	return place < 0 ? undefined : place;
}

/** Only what is at the end of its scale that the question asks for. */
function keepExtreme(
	answers: readonly Answer[],
	{ isLowest, field }: { readonly isLowest: boolean; readonly field?: string | undefined },
): readonly Answer[] {
	const places = answers.map(({ kind, node }) => readScale(kind, node, field) ?? 0);
	const [end] = [...new Set(places)].sort((a, b) => (isLowest ? a - b : b - a));
	return answers.filter((_, index) => places[index] === end);
}

/** Whether a state comes behind one in which nothing more is expected: of a risk, that it has occurred. */
const isBehindSettled = ({ states }: Kind, { state_key }: EntityHeader): boolean => {
	const settled = states.findIndex((state) => state.settled);
	return settled >= 0 && states.findIndex(({ key }) => key === state_key) > settled;
};

/** Open items first, then by the requested scale, then by the numbers of the kind. */
function byScale({ isLowest, field }: Extract<Ask, { rule: "extreme" }>): (a: Answer, b: Answer) => number {
	const order = (a: Answer, b: Answer, name: string | undefined): number => {
		const [first, second] = [a, b].map(({ kind, node }) => readScale(kind, node, name));
		if (first === undefined || second === undefined)
			return Number(first === undefined) - Number(second === undefined);
		return isLowest ? first - second : second - first;
	};
	return (a, b) => {
		const isPast = Number(isBehindSettled(a.kind, a.node)) - Number(isBehindSettled(b.kind, b.node));
		const numbers = a.kind.fields.filter(({ type }) => type === "number");
		return [field, ...numbers.map(({ name }) => name)].reduce(
			(sum, name) => sum || order(a, b, name),
			isPast,
		);
	};
}

const isReady = (kind: Kind, node: EntityHeader): boolean =>
	kind.assignedBy !== undefined && isOpen(kind, node.state_key) && !isBlocked(kind, node);

/** The day a thing of this kind goes by: that of a field, or when it was decided, else when it was made. */
const newestDate = (kind: Kind, node: EntityHeader, field: string | undefined): string =>
	field === undefined ? dateOf(node, kind.dates?.decided) || node.created_at : dateOf(node, field);

const NO_PRIORITY = 9;
/** What has been begun goes on, whatever it also waits for. */
const isNotBegun = ({ initialState, states }: Kind, { state_key }: EntityHeader): boolean =>
	state_key === (initialState ?? states[0]?.key);

const priorityOf = ({ props }: EntityHeader): number =>
	typeof props.priority === "number" ? props.priority : NO_PRIORITY;

/** The open things that wait for this one, or that it waits for, over one step. */
function countJoined(graph: GraphView, { id }: EntityHeader, side: "waiting" | "waited for"): number {
	const [blocks, dependsOn] = side === "waiting" ? ["outgoing", "incoming"] : ["incoming", "outgoing"];
	const joined = graph
		.linksOf(id)
		.filter(({ edge, seenFrom }) =>
			edge.rel === "blocks" ? seenFrom === blocks : edge.rel === "depends_on" && seenFrom === dependsOn,
		);
	return joined.filter(({ other }) => isOpen(graph.kinds.get(other.kind), other.state_key)).length;
}

/** The soonest due first, then the most important, then the one that most others wait for. */
function byPressure({ graph, days }: AskScope): (a: Answer, b: Answer) => number {
	const FAR = "9999-12-31";
	return (a, b) => {
		const [first, second] = [dueDay(a.kind, a.node, days) || FAR, dueDay(b.kind, b.node, days) || FAR];
		if (first !== second) return first < second ? -1 : 1;
		return (
			priorityOf(a.node) - priorityOf(b.node) ||
			countJoined(graph, b.node, "waiting") - countJoined(graph, a.node, "waiting")
		);
	};
}

const byDue = (ask: Ask, days: ReaderDays) => (a: Answer, b: Answer) => {
	const isDated = ask.rule === "overdue" || ask.rule === "due" || ask.rule === "upcoming";
	const [first, second] = [dueDay(a.kind, a.node, days), dueDay(b.kind, b.node, days)];
	const isLast = ask.rule === "upcoming" && ask.end === "last";
	return isDated && first !== second ? (first < second === isLast ? 1 : -1) : 0;
};

/** What comes first in the list of a rule. */
function orderBy(ask: Ask, scope: AskScope): (a: Answer, b: Answer) => number {
	const pressure = byPressure(scope);
	if (ask.rule === "next") return pressure;
	if (ask.rule === "extreme" && ask.most !== undefined) {
		const scale = byScale(ask);
		return (a, b) => scale(a, b) || pressure(a, b);
	}
	if (ask.rule !== "latest") return byDue(ask, scope.days);
	const dayOf = ({ kind, node }: Answer): string => newestDate(kind, node, ask.field);
	return (a, b) => (ask.isOldest ? dayOf(a).localeCompare(dayOf(b)) : dayOf(b).localeCompare(dayOf(a)));
}

/** Everything the reader may see of which one rule of a question is true: what is due first, or what changed last, first. */
function selectAsked(ask: Ask, scope: AskScope): readonly Answer[] {
	const { graph, intent, projectId, asker, within } = scope;
	// An entity of a kind without assignees is nobody's work, not even its author's.
	const unnamed = graph.kinds.all.filter(({ assignedBy }) => !intent.isMine || assignedBy !== undefined);
	const wanted = new Set((intent.kinds.length > 0 ? intent.kinds : unnamed).map(({ kind }) => kind));
	const answers: Answer[] = [];
	for (const node of graph.nodes()) {
		if (!wanted.has(node.kind) || node.archived_at !== null) continue;
		if (projectId !== undefined && node.project_id !== projectId) continue;
		if (within && !within.has(node.id)) continue;
		const kind = graph.kinds.get(node.kind);
		if (intent.isMine && !isTheirs(kind, node, asker)) continue;
		if (!fitsMarks(node, kind, intent.marks) || !lacksAll(graph, node, intent.missing)) continue;
		const reason = judge(ask, kind, node, scope);
		if (reason === undefined) continue;
		const marks = [
			...intent.marks.map(describeMark),
			...intent.missing.map(({ said }) => `without ${said}`),
		].join(", ");
		answers.push({ node, kind, reason: ask.rule === "marked" ? `is ${marks}` : reason });
	}
	const most = "most" in ask ? ask.most : undefined;
	const kept = ask.rule === "extreme" && most === undefined ? keepExtreme(answers, ask) : answers;
	const [order, compare] = [orderBy(ask, scope), thenById(byChange)];
	return [...kept].sort((a, b) => order(a, b) || compare(a.node, b.node)).slice(0, most);
}

export interface Asking {
	readonly graph: GraphView;
	readonly days: ReaderDays;
	readonly asker: AskScope["asker"];
	/** The project that the request names, or the focus is in. */
	readonly project: EntityHeader | undefined;
}

/** A question, where it is asked and what was said before it. */
export interface PlanInput extends Asking {
	readonly query: string;
	readonly focus: EntityHeader | undefined;
	readonly project: EntityHeader | undefined;
	readonly history: readonly ConversationMessage[];
	/** Pairs that count as not connected. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
}

/** Only what holds all words that the rule does not account for: "decided about the hinge since October". */
function keepAbout(answers: readonly Answer[], rest: readonly string[], graph: GraphView): readonly Answer[] {
	if (rest.length === 0) return answers;
	const wordsIn = graph.matchWords(rest.join(" "));
	return answers.filter(({ node }) => wordsIn(node.id).length >= rest.length);
}

/** Exactly what one rule of a plan means: in its project, of what it walked to, of what was listed before, about what it says. */
export function answerRule(ask: Ask, plan: QuestionPlan, asking: Asking): readonly Answer[] {
	const { intent, walk, among, rest } = plan;
	if (intent === undefined) return [];
	const { graph, days, asker } = asking;
	const projectId = (asking.project ?? plan.project)?.id;
	const nodes = walk ? walk.reached.map(({ node }) => node) : among;
	const within = nodes && new Set(nodes.map(({ id }) => id));
	const scope = { graph, intent, days, asker, within, projectId: within ? undefined : projectId };
	const others = intent.isBoth
		? intent.asks.map((other) => new Set(selectAsked(other, scope).map(({ node }) => node.id)))
		: [];
	const answers = selectAsked(ask, scope).filter(({ node }) => others.every((other) => other.has(node.id)));
	return walk ? answers : keepAbout(answers, rest, graph);
}

/** Everything that a plan lists, by a rule or over a relation. */
export function listAnswers(plan: QuestionPlan, asking: Asking): readonly EntityHeader[] {
	const { intent, walk } = plan;
	const rules = intent?.asks.filter(({ rule }) => !(walk && rule === "all")) ?? [];
	if (rules.length === 0) return walk?.reached.map(({ node }) => node) ?? [];
	return unite(rules.flatMap((ask) => answerRule(ask, plan, asking)).map(({ node }) => node));
}
