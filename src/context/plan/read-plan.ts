import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { ConversationMessage } from "../model/request.ts";
import { type Asking, listAnswers } from "./answer-rule.ts";
import { findNamedProject } from "./find-named-project.ts";
import { findSubjects, findTitled, type NamedSubject } from "./find-subject.ts";
import { leftTerms } from "./left-terms.ts";
import { MaskedQuestion } from "./mask-words.ts";
import type { QuestionPlan, Walk } from "./question-plan.ts";
import { readCompared } from "./read-compared.ts";
import { DAY_WORDS } from "./read-day-range.ts";
import { followBlocked, repeatFor, saysAgain, saysByWhat, saysThem } from "./read-follow-up.ts";
import { type Intent, RULE_WORDS, readIntent } from "./read-intent.ts";
import { findNouns, isBesideName, listNamed, nounsOf } from "./read-kinds.ts";
import { readMarks } from "./read-marks.ts";
import { readRelations, type SpokenRelation } from "./read-relation.ts";
import { readSince } from "./read-since.ts";
import { readWalk } from "./read-walk.ts";
import { findPronoun, recallSubject, refersBack } from "./recall-subject.ts";
import { keepReached } from "./walk-relation.ts";

export interface PlanInput extends Asking {
	readonly query: string;
	readonly focus: GraphNode | undefined;
	/** The project that the request names. */
	readonly project: GraphNode | undefined;
	readonly history: readonly ConversationMessage[];
	/** Pairs that count as not connected. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
}

const IS_QUESTION =
	/\?\s*$|^\s*(?:(?:and|so|but|hey|hi|ok|okay|please)\b[\s,]*)*(?:who|whose|whom|what|what's|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|list|name|show|tell|give|find|only)\b/i;
const ASKS_WHO = /\b(?:who|whose|whom)\b/i;
/** What is to be done with the focus, rather than what it is about. */
const REQUESTS =
	/\b(?:break(?:ing)?\s[^?.!]{0,40}?\b(?:down|into|up)|steps?|smaller|summari[sz]e|summary|similar|alike|like this|explain|expand|elaborate|rewrite|rephrase|improve|shorten|review|continue|next steps?|draft|outline|translate|simplify|split|describe|details?|subtasks?|sub-tasks?|page|block|this|that|it|these)\b/gi;
/** Where a second question begins that asks about what the first one asks for. */
const SECOND = /,? and (?=(?:what|who|whose|which|when|where|how many)\b)/gi;
const SAYS_BACK = /\b(?:they|them|their|it|its|he|she|him|her|that)\b/i;
const SHORTEST_FIRST = 8;

/** Longer questions are texts that were pasted in: a search reads those better. */
const LONGEST_QUESTION = 400;

const NOTHING_READ: QuestionPlan = {
	intent: undefined,
	project: undefined,
	subject: undefined,
	others: [],
	comesFirst: false,
	walk: undefined,
	among: undefined,
	second: undefined,
	rest: [],
	searchFor: undefined,
	searchKinds: [],
};

/** A question of which nothing but its words counts. */
export const readWords = ({ graph, query }: Pick<PlanInput, "graph" | "query">): QuestionPlan => ({
	...NOTHING_READ,
	rest: leftTerms(query, graph),
});

/**
 * Reads a question as a plan over the graph: what it is about, which relation of it is asked for, which set by which rule,
 * and what is left for the search to find. By words alone: those of kinds, relations and fields, and the names of things.
 */
export function readPlan(input: PlanInput): QuestionPlan {
	const { query } = input;
	if (query.trim() === "" || query.length > LONGEST_QUESTION) return readWords(input);
	const before = readBefore(input);
	const halves = splitInTwo(query);
	if (halves) {
		const [first, second] = halves;
		const plan = readOne({ ...input, query: first }, before);
		const next = readOne({ ...input, query: second, history: [] }, plan);
		const isRead = ({ walk, intent, rest }: QuestionPlan): boolean =>
			(walk || intent) !== undefined && rest.length === 0;
		if (isRead(plan) && isRead(next)) return { ...plan, second: next };
	}
	return readOne(input, before);
}

/** A question and a second one about what it asks for; undefined where there is only one. */
function splitInTwo(query: string): readonly [first: string, second: string] | undefined {
	const place = [...query.matchAll(SECOND)].find(({ index }) => index >= SHORTEST_FIRST);
	if (place === undefined) return undefined;
	const second = query.slice(place.index + place[0].length);
	return SAYS_BACK.test(second) ? [query.slice(0, place.index), second] : undefined;
}

/** The question before this one, as it was read. One back is far enough: what it means itself is read from its own words. */
function readBefore(input: PlanInput): QuestionPlan | undefined {
	const asked = input.history.findLast(({ role }) => role === "user")?.content ?? "";
	if (asked.trim() === "" || asked.length > LONGEST_QUESTION) return undefined;
	return readOne({ ...input, query: asked, history: [] }, undefined);
}

function readOne(input: PlanInput, before: QuestionPlan | undefined): QuestionPlan {
	const { graph, query, focus, history, days } = input;
	const compared = readCompared(graph, query);
	if (compared) return { ...NOTHING_READ, ...compared, comesFirst: true };
	const since = readSince(graph, query, days.today);
	// A title that is said in full is a name, whatever its words mean elsewhere.
	const titled = findTitled(graph, query);
	const frame = blank(query, [...(titled ? [titled] : []), ...(since ? [since] : [])]);
	const project = input.project ?? findNamedProject(graph, frame);
	const named = listNamed(frame, graph.kinds.all);
	const spoken = readRelations(frame, graph);
	const isQuestion = IS_QUESTION.test(query) || startsWithNoun(frame, named, spoken);
	const masked = new MaskedQuestion(frame);
	maskFrame(masked, { graph, named, project, spoken: isQuestion ? spoken : [] });

	const listed = before && saysThem(query) ? listAnswers(before, input) : [];
	if (before && saysByWhat(query)) {
		const followed = followBlocked(graph, before, listAnswers(before, input));
		if (followed) return followed;
	}
	if (before && saysAgain(query, query)) {
		const again = repeatFor({ graph, query, today: days.today }, before, masked.left);
		if (again) return again;
	}

	if (before) masked.take(/\bthe (?:first|second|third|last)(?: one\b|(?=\s*[?.!]*$))/i);
	const isBack = titled === undefined && refersBack(query, masked.left, graph);
	const found = titled
		? [titled]
		: isBack || listed.length > 0
			? []
			: findSubjects(graph, masked.left, { kinds: named, whole: query, isAsked: spoken.length > 0 });
	const recalled =
		isBack && before && listed.length === 0 ? recallSubject(graph, { query, history, before }) : undefined;
	// A project is where to look: a question asked in it is not about the project by that.
	const origin = focus?.project_id === focus?.id ? undefined : focus;
	const sources: readonly Source[] = [
		...found.map((subject) => ({ from: [subject.node], named: subject })),
		...(listed.length > 0 ? [{ from: listed }] : []),
		...(found.length === 0 && listed.length === 0
			? [recalled ?? origin ?? []].flat().map((node) => ({ from: [node] }))
			: []),
		...listSets(input, { frame, named, project, hasSubject: found.length > 0 || recalled !== undefined }),
	];
	const isAmong = listed.length > 0 && /\bof (?:them|those|these)\b/i.test(query);
	const read = isQuestion && !isAmong ? readFirst(input, { sources, frame, named, spoken }) : undefined;
	const subject = read?.source.named ?? found[0];
	const wanted = listWanted(named, query, subject);
	const walk = read?.walk;
	// What was read as a relation is no rule: "which tasks does it block?"
	const rules = walk
		? blank(frame, [...(subject ? [subject] : []), ...(walk.along ? read.said : [])])
		: frame;
	const kinds = wanted.length === 0 && listed.length > 0 ? kindsOf(graph, listed) : wanted;
	const intent = readIntent(rules, {
		kinds: graph.kinds.all,
		wanted: kinds,
		today: days.today,
		language: graph.language,
		since: since?.range,
	});
	const isFew = intent?.asks.some(({ rule }) => rule === "next" || rule === "upcoming" || rule === "latest");
	if (isFew) masked.take(/\b(?:next|do|first|most)\b/i);
	// A name accounts for its words where something is asked of what it names; otherwise they say what to look for.
	if (walk) {
		if (subject) masked.takeSpan(subject.start, subject.end);
		for (const { start, end } of read.said) masked.takeSpan(start, end);
		masked.take(
			/\b(?:busy|work\w*|done|do|doing|involved|plate|look\w* after|take care|charge|use[sd]?|lies?)\b/i,
		);
	} else {
		// Words of a relation that led nowhere are words again, and so is a name of which nothing is asked.
		const lost = intent ? [] : spoken.flatMap(({ spans }) => spans);
		for (const span of [...lost, ...(titled ? [titled] : [])]) masked.putBack(query, span);
	}
	if (origin) masked.take(REQUESTS);
	const rest = leftTerms(masked.left, graph);
	const about = subject?.node ?? (isBack && listed.length === 0 ? (recalled ?? origin) : origin);
	const namedProject = input.project === undefined ? project : undefined;
	const isOnlyProject =
		namedProject !== undefined &&
		about === undefined &&
		walk === undefined &&
		saysNothingElse(masked, undefined, graph);
	const isAboutProject = isOnlyProject && intent === undefined;
	const searchFor =
		origin && subject === undefined && !walk && intent === undefined && rest.length === 0
			? origin.title
			: undefined;
	return {
		...NOTHING_READ,
		intent: walk && intent && isAll(intent) ? undefined : intent,
		project: project ?? (listed.length > 0 ? before?.project : undefined),
		subject: isAboutProject ? namedProject : about,
		comesFirst:
			(subject === undefined && recalled !== undefined) ||
			(subject !== undefined && saysNothingElse(masked, subject, graph)) ||
			isAboutProject,
		walk,
		among: listed.length > 0 && walk === undefined ? listed : undefined,
		rest,
		searchFor,
		searchKinds: searchFor === undefined ? [] : named.map(({ kind }) => kind),
	};
}

/** Where a walk may begin: at what the question names, at what was spoken of, or at a set. */
interface Source {
	readonly from: readonly GraphNode[];
	readonly named?: NamedSubject;
	/** Kinds that say where it begins, and are not asked for. */
	readonly ofSource?: readonly Kind[];
}

/** "Who leads the plans here?": what is asked of all things of a kind; and what is asked of a project as a whole. */
function listSets(
	{ graph }: PlanInput,
	input: {
		readonly frame: string;
		readonly named: readonly Kind[];
		readonly project: GraphNode | undefined;
		readonly hasSubject: boolean;
	},
): readonly Source[] {
	const { frame, named, project, hasSubject } = input;
	if (project === undefined || hasSubject) return [];
	const asksWho = ASKS_WHO.test(frame);
	const isElsewhere = named.length > 0 && named.every(({ scope }) => scope === "workspace");
	if (named.length === 0 || isElsewhere) return asksWho || isElsewhere ? [{ from: [project] }] : [];
	if (!asksWho) return [];
	const kinds = new Set(named.map(({ kind }) => kind));
	const members = [...graph.nodes()].filter(
		(node) => kinds.has(node.kind) && node.project_id === project.id && node.archived_at === null,
	);
	return [{ from: members, ofSource: named }];
}

/** The first of the things a question may be about of which it asks something that the graph holds. */
function readFirst(
	input: PlanInput,
	{
		sources,
		frame,
		named,
		spoken,
	}: {
		readonly sources: readonly Source[];
		readonly frame: string;
		readonly named: readonly Kind[];
		readonly spoken: readonly SpokenRelation[];
	},
): { readonly walk: Walk; readonly source: Source; readonly said: SpokenRelation["spans"] } | undefined {
	const { graph, query } = input;
	for (const source of sources) {
		const subject = source.named;
		const wanted = listWanted(named, query, subject).filter((kind) => !source.ofSource?.includes(kind));
		const found = readWalk({
			graph,
			query: subject ? blank(frame, [subject]) : frame,
			from: source.from,
			start: subject?.start ?? findPronoun(query),
			spoken,
			wanted,
		});
		const walk = found && stayInside(found.walk, input);
		if (found && walk) return { walk, source, said: found.said };
	}
	return undefined;
}

/** Kinds that are asked for: not what says which kind of thing is named, nor what is a part of a name. */
function listWanted(
	named: readonly Kind[],
	query: string,
	subject: NamedSubject | undefined,
): readonly Kind[] {
	if (subject === undefined) return named;
	const isInside = (kind: Kind): boolean =>
		findNouns(query, kind).every(({ start, end }) => start >= subject.start && end <= subject.end);
	return named.filter(
		(kind) => !isInside(kind) && !(subject.node.kind === kind.kind && isBesideName(kind, query, subject)),
	);
}

const kindsOf = (graph: GraphView, nodes: readonly GraphNode[]): readonly Kind[] =>
	[...new Set(nodes.map(({ kind }) => kind))].flatMap((kind) => graph.kinds.find(kind) ?? []);

const isAll = ({ asks, marks, isMine }: Intent): boolean =>
	!isMine && marks.length === 0 && asks.every(({ rule }) => rule === "all");

/** "Requirements of the goal …", "dependencies of …": a noun and where to look is a question, with no other word of one. */
function startsWithNoun(query: string, named: readonly Kind[], spoken: readonly SpokenRelation[]): boolean {
	if (spoken.some(({ form, start }) => form === "noun" && start <= 12)) return true;
	const nouns = named.map(nounsOf).join("|");
	return (
		named.length > 0 &&
		new RegExp(`^\\W*(?:[\\p{L}\\p{N}’'-]+\\W+){0,3}?(?:${nouns}|members)\\b`, "iu").test(query)
	);
}

function blank(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
	const masked = new MaskedQuestion(text);
	for (const { start, end } of spans) masked.takeSpan(start, end);
	return masked.left;
}

/** Everything but the names: what says which kind, rule, day and relation are asked for. */
function maskFrame(
	masked: MaskedQuestion,
	{
		graph,
		named,
		project,
		spoken,
	}: {
		readonly graph: GraphView;
		readonly named: readonly Kind[];
		readonly project: GraphNode | undefined;
		readonly spoken: readonly SpokenRelation[];
	},
): void {
	for (const { start, end } of readMarks(masked.whole, named, graph.language).spans)
		masked.takeSpan(start, end);
	for (const pattern of [...DAY_WORDS, ...RULE_WORDS]) masked.take(pattern);
	masked.takeScaffolding();
	masked.take(/\b(?:19|20)\d\d\b/);
	for (const kind of graph.kinds.all)
		for (const { start, end } of findNouns(masked.whole, kind)) masked.takeSpan(start, end);
	for (const { start, end } of spoken.flatMap(({ spans }) => spans)) masked.takeSpan(start, end);
	maskProject(masked, project);
}

function maskProject(masked: MaskedQuestion, project: GraphNode | undefined): void {
	if (project === undefined) return;
	masked.take(/\bprojects?\b/i);
	for (const word of project.title.match(/[\p{L}\p{N}]+/gu) ?? [])
		masked.take(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "iu"));
}

/** A walk without what is to count as not connected to where it began, and without what other projects hold. */
function stayInside(walk: Walk, { apart = [], project }: PlanInput): Walk | undefined {
	return keepReached(
		walk,
		({ node, from }) =>
			!apart.some((pair) => pair.includes(node.id) && pair.includes(from.id)) &&
			(project === undefined || node.project_id === null || node.project_id === project.id),
	);
}

/** Whether a question is a name and what is to be done about it: "Summarise Heron". */
function saysNothingElse(masked: MaskedQuestion, found: NamedSubject | undefined, graph: GraphView): boolean {
	const rest = new MaskedQuestion(masked.left);
	if (found) rest.takeSpan(found.start, found.end);
	rest.take(REQUESTS);
	return leftTerms(rest.left, graph).length === 0;
}
