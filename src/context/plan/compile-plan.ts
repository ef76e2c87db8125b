import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { daysBetween } from "../../graph/model/reader-days.ts";
import { leadsToWaitedFor } from "../../graph/model/relations.ts";
import { nameRelation } from "../../graph/query/attribute.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { isPeople } from "./list-work.ts";
import type { QuestionPlan, Walk } from "./question-plan.ts";
import type { Mark } from "./read-choices.ts";
import { type Ask, type Intent, MOMENTS } from "./read-intent.ts";

/** A plan in the query language, or why the language cannot say it. */
export type CompiledPlan = { readonly query: string } | { readonly without: string };

export interface CompileInput {
	readonly graph: GraphView;
	readonly today: string;
	/** The project that the request names: a relation leads nowhere else. */
	readonly asked: EntityHeader | undefined;
	/** Where a rule looks: that project, that of the focus, or the one that the question names. */
	readonly project: EntityHeader | undefined;
}

/** A plan that the query language cannot express, with the reason; caught where the plan is compiled. */
class Unsayable extends Error {}

const unsayable = (why: string): never => {
	throw new Unsayable(why);
};

/** A walk is cut at so many; what is cut is no set by a rule. */
const MOST_REACHED = 200;

const WEEK = 7;
/** Where the name of the rows goes; no title holds it, so that none is taken for a path. */
const ROW = "\u0000";
const PLAIN = /^[A-Za-z][A-Za-z0-9_]*$/;
const KEYWORDS = /^(?:select|from|where|and|or|not|in|is|null|contains|order|by|asc|desc|limit|today|now)$/i;

const printText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const printName = (name: string): string =>
	PLAIN.test(name) && !KEYWORDS.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
const printWord = (word: string): string =>
	PLAIN.test(word) && !KEYWORDS.test(word) ? word : printText(word);

/** By its title where nothing else is called so; else by its ref. */
const printNode = ({ id, title, ref }: EntityHeader, graph: GraphView): string =>
	printText(graph.find(title)?.id === id ? title : ref);

/** Days that are counted in whole weeks from today are written so, and mean the same next month. All others are days of the calendar. */
function printDay(day: string, { from, to }: DayRange, today: string): string {
	const away = [from, to].map((end) => daysBetween(today, end));
	const isRelative = away.includes(0) && away.every((days) => days % WEEK === 0);
	if (!isRelative) return day;
	const days = daysBetween(today, day);
	return days === 0 ? "today" : `today${days < 0 ? "-" : "+"}${Math.abs(days)}d`;
}

/** An end that nobody named is none. */
function printRange(field: string, range: DayRange, today: string): readonly string[] {
	const { from, to } = range;
	const [isOpenBefore, isOpenBehind] = [from.startsWith("0000"), to.startsWith("9999")];
	if (from === to) return [`${field} = ${printDay(from, range, today)}`];
	return [
		...(isOpenBefore ? [] : [`${field} >= ${printDay(from, range, today)}`]),
		...(isOpenBehind ? [] : [`${field} <= ${printDay(to, range, today)}`]),
		// A range without an end matches everything that has a day.
		...(isOpenBefore && isOpenBehind ? [`${field} IS NOT NULL`] : []),
	];
}

interface Draft {
	/** Only these kinds; all where it is undefined. */
	readonly kinds: readonly Kind[] | undefined;
	/** All must hold. */
	readonly conditions: readonly string[];
	readonly order: readonly string[];
	readonly limit: number | undefined;
	/** Whether it names fields that one kind alone declares. */
	readonly hasFields: boolean;
	/** The reference that it follows from its rows, by the name of the field that some kind declares. */
	readonly field?: string | undefined;
}

/** Joins what has anything to do with each other. */
const LOOSE = "relates_to";

function conditionsOf(
	ask: Ask,
	of: { readonly kinds: readonly Kind[]; readonly today: string; readonly isMarked: boolean },
): readonly string[] {
	const { kinds, today, isMarked } = of;
	switch (ask.rule) {
		case "overdue":
			return [
				`${ROW}.open = yes`,
				ask.isNot ? `(${ROW}.due >= today OR ${ROW}.due IS NULL)` : `${ROW}.due < today`,
			];
		case "blocked":
			return ask.isNot ? [`${ROW}.open = yes`, `${ROW}.blocked = no`] : [`${ROW}.blocked = yes`];
		case "due":
			return [...(ask.isPast ? [] : [`${ROW}.open = yes`]), ...printRange(`${ROW}.due`, ask.range, today)];
		case "decided": {
			const states = kinds.flatMap((kind) =>
				kind.states.flatMap(({ key, settled }) => (settled ? [key] : [])),
			);
			if (states.length === 0) return unsayable("nothing here is decided");
			const settled = `${ROW}.state IN (${[...new Set(states)].map(printWord).join(", ")})`;
			return [settled, ...printRange(`${ROW}.decided`, ask.range, today)];
		}
		case "changed":
		case "created":
		case "finished":
			return printRange(`${ROW}.${MOMENTS[ask.rule]}`, ask.range, today);
		case "upcoming":
			return [`${ROW}.open = yes`, `${ROW}.due ${ask.end === undefined ? ">= today" : "IS NOT NULL"}`];
		case "latest": {
			if (ask.field !== undefined) return unsayable("it goes by a day that not every one has");
			const open = ask.isOpen ? [`${ROW}.open = yes`] : [];
			if (kinds[0]?.dates?.decided === undefined) return open;
			if (isMarked)
				return unsayable("it goes by one day where there is one, and by another where there is none");
			return [...open, `${ROW}.decided IS NOT NULL`];
		}
		case "open":
			return [`${ROW}.open = yes`];
		case "closed":
			return [`${ROW}.open = no`];
		case "dated":
			return printRange(`${ROW}.${printName(ask.field)}`, ask.range, today);
		case "all":
		case "marked":
			return [];
		case "next":
			return unsayable("it orders work by what waits for it, which a query can't count");
		case "extreme":
			return unsayable("a query can't compare rows with each other to find the highest");
	}
}

function orderOf(asks: readonly Ask[], [kind]: readonly Kind[]): readonly string[] {
	const [ask] = asks;
	const isDated = ask?.rule === "overdue" || ask?.rule === "due" || ask?.rule === "upcoming";
	const isLast = ask?.rule === "upcoming" && ask.end === "last";
	if (asks.length === 1 && isDated) return [`${ROW}.due${isLast ? " DESC" : ""}`, `${ROW}.updated_at DESC`];
	if (ask?.rule !== "latest") return [`${ROW}.updated_at DESC`];
	const direction = ask.isOldest ? "" : " DESC";
	return [
		`${ROW}.${kind?.dates?.decided === undefined ? "created_at" : "decided"}${direction}`,
		`${ROW}.updated_at DESC`,
	];
}

function printMark({ field, values, isNot }: Mark): string {
	const name = `${ROW}.${field === "state_key" ? "state" : printName(field)}`;
	const not = isNot ? "NOT " : "";
	if (values.length === 0) return `${name} IS ${not}NULL`;
	const printed = values.map((value) =>
		typeof value === "number" ? String(value) : printWord(String(value)),
	);
	return `${name} ${not}IN (${printed.join(", ")})`;
}

const declares = ({ states, fields }: Kind, { field }: Mark): boolean =>
	field === "state_key" ? states.length > 0 : fields.some(({ name }) => name === field);

/** A set by a rule: of these kinds, in this project, with these marks. */
function draftRules(asks: readonly Ask[], intent: Intent, plan: QuestionPlan, input: CompileInput): Draft {
	const { graph, today, project } = input;
	const { marks, isMine, missing, isBoth } = intent;
	if (missing.length > 0) return unsayable("a query can't ask for what nothing leads to");
	const isNarrow = isMine || marks.length > 0 || asks.some(({ rule }) => rule === "decided");
	const unnamed = isNarrow ? graph.kinds.all : undefined;
	const kinds = (intent.kinds.length > 0 ? intent.kinds : unnamed)
		?.filter(({ assignedBy }) => !isMine || intent.kinds.length > 0 || assignedBy !== undefined)
		.filter((kind) => marks.every((mark) => declares(kind, mark)))
		.filter(({ dates }) => asks.some(({ rule }) => rule !== "decided") || dates?.decided !== undefined);
	if (kinds?.length === 0) return unsayable("no kind has what it asks for");
	const limits = asks.flatMap((ask) => ("most" in ask ? (ask.most ?? []) : []));
	if (limits.length > 0 && (asks.length > 1 || plan.among))
		return unsayable("it asks for the first few of a list before it looks further");
	const parts = asks.map((ask) =>
		conditionsOf(ask, { kinds: kinds ?? graph.kinds.all, today, isMarked: marks.length > 0 }),
	);
	const all =
		parts.length === 1 || isBoth ? parts.flat() : [parts.map(joinAll).join(" OR ")].map((any) => `(${any})`);
	return {
		kinds,
		conditions: [
			...(isMine ? [`${ROW}.mine = yes`] : []),
			...marks.map(printMark),
			...all,
			...(project && plan.walk === undefined ? [`${ROW}.project = ${printNode(project, graph)}`] : []),
		],
		order: orderOf(asks, kinds ?? []),
		limit: limits[0],
		hasFields: marks.some(({ field }) => field !== "state_key"),
	};
}

const joinAll = (conditions: readonly string[]): string =>
	conditions.length > 1 ? `(${conditions.join(" AND ")})` : (conditions[0] ?? `${ROW}.id IS NOT NULL`);

/** Drafts the query of a walk: over one relation, to the end of a chain, or over any edge to things of some kinds. */
function draftWalk(walk: Walk, { graph, asked }: CompileInput): Draft {
	const { from, along, find, isChain, kinds: names, reached, isAltered } = walk;
	const [start, another] = from;
	if (start === undefined || another) return unsayable("it begins at several things at once");
	if (isAltered) return unsayable("it leaves out some of what the relation leads to, or adds to it");
	if (along?.rel === LOOSE) return unsayable("it looks at a loose connection from both ends");
	if (find) return unsayable("it follows people and their work over several relations");
	if (reached.length >= MOST_REACHED) return unsayable("it leads to more than can be listed");
	const kinds = names.flatMap((name) => graph.kinds.find(name) ?? []);
	const inside = asked ? [`(${ROW}.project IS NULL OR ${ROW}.project = ${printNode(asked, graph)})`] : [];
	return {
		kinds: kinds.length > 0 ? kinds : undefined,
		conditions: [
			...(along ? [printAlong(along, isChain, start, graph)] : [printJoined(kinds, start, graph)]),
			...inside,
		],
		order: [`${ROW}.updated_at DESC`],
		limit: undefined,
		hasFields: false,
		field:
			along?.direction === "incoming" && !isChain && isReference(along.rel, graph) ? along.rel : undefined,
	};
}

const isReference = (rel: string, { kinds }: GraphView): boolean =>
	kinds.all.some(({ fields }) =>
		fields.some(({ name, type }) => name === rel && (type === "entity_ref" || type === "entity_ref_list")),
	);

/** Rows are read from the other end: what X is blocked by is what blocks X. */
function printAlong(
	along: NonNullable<Walk["along"]>,
	isChain: boolean,
	start: EntityHeader,
	graph: GraphView,
): string {
	const value = printNode(start, graph);
	const seenFromRow = along.direction === "outgoing" ? "incoming" : "outgoing";
	const name = nameRelation(along.rel, seenFromRow);
	if (!isChain && DERIVED.test(`${ROW}.${name}`))
		return unsayable("the relation is called like something that a query knows of every kind");
	if (!isChain) return `${ROW}.${printName(name)} = ${value}`;
	return `${ROW}.${leadsToWaitedFor(along.rel, along.direction) ? "holds_up" : "waits_for"} = ${value}`;
}

function printJoined(kinds: readonly Kind[], start: EntityHeader, graph: GraphView): string {
	const value = printNode(start, graph);
	const kind = graph.kinds.find(start.kind);
	const isCharged = kind && isPeople(kind) && kinds.some(({ assignedBy }) => assignedBy !== undefined);
	const home =
		start.project_id !== start.id && kinds.some(({ scope }) => scope === "self") ? start.project_id : null;
	const homeNode = home === null ? undefined : graph.node(home);
	const ways = [
		`${ROW}.linked = ${value}`,
		...(isCharged ? [`${ROW}.assigned = ${printText(start.title)}`] : []),
		...(homeNode ? [`${ROW}.id = ${printText(homeNode.id)}`] : []),
	];
	return ways.length === 1 ? (ways[0] ?? "") : `(${ways.join(" OR ")})`;
}

/** Names that mean the same for every kind, unless a kind declares a field of that name. */
const DERIVED = /^\(*\0\.(due|decided|assigned|open|blocked|mine|linked|holds_up|waits_for)\b/;

/** An edge that is called like a field of other kinds is no field of this one. */
const isForeign = ({ fields }: Kind, field: string | undefined): boolean =>
	field !== undefined && !fields.some(({ name }) => name === field);

function print({ kinds, conditions, order, limit, hasFields, field }: Draft): string {
	const all = [...conditions, `${ROW}.archived_at IS NULL`];
	const used = [...all, ...order].flatMap((text) => DERIVED.exec(text)?.[1] ?? []);
	const isHidden = ({ fields, dates }: Kind): boolean =>
		fields.some(({ name }) => used.includes(name) && !(name === "due" && dates?.due === "due"));
	const [kind] = kinds ?? [];
	const isOne = kinds?.length === 1 && kind !== undefined && !isHidden(kind) && !isForeign(kind, field);
	if (!isOne && hasFields) return unsayable("it asks for the fields of several kinds at once");
	const alias = isOne && /^[a-z]/i.test(kind.kind) ? kind.kind.charAt(0).toLowerCase() : "x";
	const types =
		kinds && !isOne ? [`${ROW}.type IN (${kinds.map((each) => printWord(each.kind)).join(", ")})`] : [];
	return [
		`SELECT ${alias} FROM ${isOne ? printName(kind.kind) : "any"}`,
		`WHERE ${[...types, ...all].join(" AND ")}`,
		...(order.length > 0 ? [`ORDER BY ${order.join(", ")}`] : []),
		...(limit === undefined ? [] : [`LIMIT ${limit}`]),
	]
		.join(" ")
		.replaceAll(ROW, alias);
}

function compile(plan: QuestionPlan, input: CompileInput): string {
	const { intent, walk } = plan;
	const asks = intent?.asks.filter(({ rule }) => !(walk && rule === "all")) ?? [];
	if (plan.second) return unsayable("it is two questions");
	if (plan.among) return unsayable("it asks about what the question before listed");
	if (plan.rest.length > 0 && walk === undefined)
		return unsayable("its other words are searched for, and a query compares fields");
	const walked = walk && draftWalk(walk, input);
	const ruled = intent && asks.length > 0 ? draftRules(asks, intent, plan, input) : undefined;
	if (walked === undefined || ruled === undefined) return print((walked ?? ruled) as Draft);
	const kinds =
		walked.kinds && ruled.kinds
			? ruled.kinds.filter((kind) => walked.kinds?.includes(kind))
			: (ruled.kinds ?? walked.kinds);
	return print({ ...walked, ...ruled, kinds, conditions: [...walked.conditions, ...ruled.conditions] });
}

/** Compiles the set of a plan to a query that finds the same for the same reader on the same day. */
export function compilePlan(plan: QuestionPlan, input: CompileInput): CompiledPlan | undefined {
	if (plan.intent === undefined && plan.walk === undefined) return undefined;
	try {
		return { query: compile(plan, input) };
	} catch (error) {
		if (error instanceof Unsayable) return { without: error.message };
		throw error;
	}
}
