import type { Kind } from "../../graph/model/kind.ts";
import { RELATIONS } from "../../graph/model/relations.ts";
import { analyseText, isStopWord, locateTerms } from "../../graph/search/analyse-text.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { ConversationMessage } from "../model/request.ts";
import { findNamedProject } from "./find-named-project.ts";
import { findSubject, listRelationTerms, type NamedSubject } from "./find-subject.ts";
import { MaskedQuestion } from "./mask-words.ts";
import type { QuestionPlan, Walk } from "./question-plan.ts";
import { DAY_WORDS } from "./read-day-range.ts";
import { type Intent, isKindNamed, nounsOf, RULE_WORDS, readIntent } from "./read-intent.ts";
import { lookFrom, readRelations, type SpokenRelation } from "./read-relation.ts";
import { recallSubject, refersBack } from "./recall-subject.ts";
import { repeatWalk, walkRelation, walkToKinds } from "./walk-relation.ts";

export interface PlanInput {
	readonly graph: GraphView;
	readonly query: string;
	readonly today: string;
	readonly focus: GraphNode | undefined;
	/** The project that the request names. */
	readonly project: GraphNode | undefined;
	readonly history: readonly ConversationMessage[];
	/** Pairs that count as not connected. */
	readonly apart?: readonly (readonly [string, string])[] | undefined;
}

const IS_QUESTION =
	/\?\s*$|^\s*(?:(?:and|so|but|hey|hi|ok|okay|please)\b[\s,]*)*(?:who|whose|whom|what|what's|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|list|name|show|tell|give|find)\b/i;
const ASKS_WHO = /\b(?:who|whose|whom|people|person|anyone|anybody|somebody|someone)\b/i;
/** Asks who does something about a thing, rather than who knows, wants or wrote it. */
const ASKS_WHO_DOES =
	/\b(?:on|in charge|responsible|behind|works?|working|doing|does|handles?|handling|involved|takes? care)\b/i;
const ASKS_WHY = /\b(?:why|how come)\b/i;
const ASKS_HOW_MUCH = /\bhow (?:many|much|long|far|often|large|big)\b/i;
/** What is to be done with the focus, rather than what it is about. */
const REQUESTS =
	/\b(?:break(?:ing)?\s[^?.!]{0,40}?\b(?:down|into|up)|steps?|smaller|summari[sz]e|summary|similar|alike|like this|explain|expand|elaborate|rewrite|rephrase|improve|shorten|review|continue|next steps?|draft|outline|translate|simplify|split|describe|details?|subtasks?|sub-tasks?|page|block|this|that|it|these)\b/gi;

/** Whom a kind of one's own means when it has an address. */
const isPeople = ({ fields }: Kind): boolean => fields.some(({ type }) => type === "email");

/** Longer questions are texts that were pasted in: a search reads those better. */
const LONGEST_QUESTION = 400;

/** A question of which nothing but its words counts. */
export const readWords = ({ graph, query }: Pick<PlanInput, "graph" | "query">): QuestionPlan => ({
	intent: undefined,
	project: undefined,
	subject: undefined,
	comesFirst: false,
	walk: undefined,
	among: undefined,
	rest: leftTerms(query, graph),
	searchFor: undefined,
	searchKinds: [],
});

/** "Requirements of the goal …": a kind and where to look is a question, with no other word of one. */
const isList = (query: string, named: readonly Kind[]): boolean =>
	named.length > 0 &&
	new RegExp(
		`^\\s*(?:all |the |open )*(?:${named.map(nounsOf).join("|")})\\s+(?:of|in|for|under|that)\\b`,
		"i",
	).test(query);

/** Everything but the names: what says which kind, rule, day and relation are asked for. */
function maskFrame(masked: MaskedQuestion, kinds: readonly Kind[], spoken: readonly SpokenRelation[]): void {
	for (const pattern of [...DAY_WORDS, ...RULE_WORDS]) masked.take(pattern);
	masked.takeScaffolding();
	masked.take(/\b(?:19|20)\d\d\b/);
	const nouns = kinds.map(nounsOf).join("|");
	if (nouns !== "") masked.take(new RegExp(`\\b(?:${nouns})s?\\b`, "i"));
	for (const { start, end } of spoken) masked.takeSpan(start, end);
}

/** States and choices that the question names as a rule are no part of what else it says. */
function maskMarks(masked: MaskedQuestion, intent: Intent | undefined): void {
	for (const ask of intent?.asks ?? []) {
		if (ask.rule === "next") masked.take(/\b(?:next|do|first)\b/i);
		if (ask.rule !== "marked") continue;
		for (const word of ask.words) masked.take(new RegExp(`\\b${word.replace(/_/g, "[ _-]")}\\b`, "i"));
	}
}

function maskProject(masked: MaskedQuestion, project: GraphNode | undefined): void {
	if (project === undefined) return;
	masked.take(/\bprojects?\b/i);
	for (const word of project.title.match(/[\p{L}\p{N}]+/gu) ?? [])
		masked.take(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "iu"));
}

/** The labels of the subject's own edges and fields that the question says: "manager", "led by". */
function readOwnRelations(graph: GraphView, subject: GraphNode, question: string): readonly string[] {
	const said = new Set(analyseText(question, graph.language));
	const shipped = new Set(RELATIONS.map(({ rel }) => rel));
	const rels = new Set(
		graph
			.linksOf(subject.id)
			.map(({ edge }) => edge.rel)
			.filter((rel) => !shipped.has(rel)),
	);
	return [...rels].filter((rel) => listRelationTerms(graph, rel).some((term) => said.has(term)));
}

interface WalkInput {
	readonly graph: GraphView;
	readonly query: string;
	readonly subject: GraphNode;
	/** Where the question names it; undefined for what it refers back to. */
	readonly start: number | undefined;
	readonly spoken: readonly SpokenRelation[];
	readonly wanted: readonly Kind[];
}

/** Only what is of a kind that was asked for; all of it where nothing is. */
function keepKinds(walk: Walk, wanted: readonly Kind[]): Walk | undefined {
	if (wanted.length === 0) return walk;
	const names = new Set(wanted.map(({ kind }) => kind));
	// "What serves the goal of …": the kind says what is named, and not what is asked for.
	if (
		wanted.every(({ kind }) => kind === walk.from.kind) &&
		!walk.reached.some(({ node }) => names.has(node.kind))
	)
		return walk;
	const reached = walk.reached.filter(({ node }) => names.has(node.kind));
	return reached.length === 0 ? undefined : { ...walk, reached };
}

/** What the question asks of its subject over an edge: by the relation it says, by a field, by people, or by a kind. */
function readWalk({ graph, query, subject, start, spoken, wanted }: WalkInput): Walk | undefined {
	if (ASKS_WHY.test(query) || (ASKS_HOW_MUCH.test(query) && wanted.length === 0)) return undefined;
	const people = graph.kinds.all.filter(isPeople);
	const asksWho = ASKS_WHO.test(query) && people.length > 0;
	const kinds = asksWho ? people : wanted;
	for (const relation of spoken) {
		const walk = walkRelation(graph, subject, { rels: [relation.rel], direction: lookFrom(relation, start) });
		const kept = walk && keepKinds(walk, kinds);
		if (kept) return kept;
	}
	const nouns = new Set(
		wanted.flatMap((kind) => [kind.kind, kind.plural, kind.label].map((noun) => noun.toLowerCase())),
	);
	for (const rel of readOwnRelations(graph, subject, query).filter((rel) => !nouns.has(rel))) {
		for (const direction of ["outgoing", "incoming"] as const) {
			const walk = walkRelation(graph, subject, { rels: [rel], direction });
			const kept = walk && keepKinds(walk, kinds);
			if (kept) return kept;
		}
	}
	if (kinds.length === 0) return undefined;
	const label = kinds.map(({ plural }) => plural.toLowerCase()).join(" and ");
	const walk = walkToKinds(graph, subject, { kinds: new Set(kinds.map(({ kind }) => kind)), label });
	// Who understands a thing is not always who owns it.
	return asksWho && wanted.length === 0 && !ASKS_WHO_DOES.test(query) ? undefined : walk;
}

/** A walk without what is to count as not connected to the subject. */
function leaveOut(walk: Walk | undefined, { apart = [] }: PlanInput): Walk | undefined {
	if (walk === undefined || apart.length === 0) return walk;
	const isApart = (id: string): boolean =>
		apart.some((pair) => pair.includes(id) && pair.includes(walk.from.id));
	const reached = walk.reached.filter(({ node }) => !isApart(node.id));
	return reached.length === 0 ? undefined : { ...walk, reached };
}

/** The kind right before a name says what is named, and is not asked for: "of the plan Pilot build". */
function splitKinds(
	named: readonly Kind[],
	query: string,
	subject: NamedSubject | undefined,
): { readonly wanted: readonly Kind[]; readonly ofSubject: readonly Kind[] } {
	if (subject === undefined) return { wanted: named, ofSubject: [] };
	const before = query.slice(Math.max(0, subject.start - 24), subject.start);
	const behind = query.slice(subject.end, subject.end + 16);
	const isBeside = (kind: Kind): boolean =>
		new RegExp(`\\b(?:${nounsOf(kind)})\\s*(?:called|named)?\\s*["'“‘]?\\s*$`, "i").test(before) ||
		new RegExp(`^\\s*["'”’]?\\s*(?:${nounsOf(kind)})\\b`, "i").test(behind);
	const ofSubject = named.filter((kind) => subject.node.kind === kind.kind && isBeside(kind));
	return { wanted: named.filter((kind) => !ofSubject.includes(kind)), ofSubject };
}

/**
 * Reads a question as a plan over the graph: what it is about, which relation of it is asked for, which set by which rule,
 * and what is left for the search to find. By words alone: those of kinds, relations and fields, and the names of things.
 */
export function readPlan(input: PlanInput): QuestionPlan {
	const { graph, query, today, focus, history } = input;
	if (query.trim() === "" || query.length > LONGEST_QUESTION) return readWords(input);
	const { all } = graph.kinds;
	const project = input.project ?? findNamedProject(graph, query);
	const intent = readIntent(query, { kinds: all, today });
	const named = all.filter((kind) => isKindNamed(query, kind));
	const isQuestion = IS_QUESTION.test(query) || isList(query, named);
	const spoken = isQuestion ? readRelations(query, []) : [];
	const masked = new MaskedQuestion(query);
	maskFrame(masked, all, spoken);
	maskMarks(masked, intent);
	maskProject(masked, project);
	const before = history.length > 0 ? readBefore(input) : undefined;
	if (before && SAYS_AGAIN.test(query)) return repeatFor(input, before, masked.left);
	const isBack = refersBack(query, masked.left, graph);
	const found = isBack
		? undefined
		: findSubject(graph, masked.left, {
				kinds: new Set(named.map(({ kind }) => kind)),
				whole: query,
				isAsked: spoken.length > 0,
			});
	const { wanted } = splitKinds(named, query, found);
	const among = before && SAYS_THEM.test(query) && (before.walk || before.intent) ? before : undefined;
	const recalled =
		isBack && history.length > 0 && among === undefined
			? recallSubject(graph, { query, history, before })
			: undefined;
	// A project is where to look: a question asked in it is not about the project by that.
	const origin = focus?.project_id === focus?.id ? undefined : focus;
	const subject = found?.node ?? (isBack && among === undefined ? (recalled ?? origin) : origin);
	const walk =
		subject && isQuestion
			? leaveOut(readWalk({ graph, query, subject, start: found?.start, spoken, wanted }), input)
			: undefined;
	// A name accounts for its words where something is asked of what it names; otherwise they say what to look for.
	if (found && walk) masked.takeSpan(found.start, found.end);
	if (walk) maskTerms(masked, walk.terms, graph);
	if (origin) masked.take(REQUESTS);
	const rest = masked.left.trim() === "" ? [] : leftTerms(masked.left, graph);
	const searchFor =
		origin && found === undefined && walk === undefined && intent === undefined && rest.length === 0
			? origin.title
			: undefined;
	const searchKinds = searchFor === undefined ? [] : named.map(({ kind }) => kind);
	const namedProject = input.project === undefined ? project : undefined;
	const isOnlyProject =
		namedProject !== undefined && subject === undefined && saysNothingElse(masked, undefined, graph);
	const comesFirst =
		(found === undefined && recalled !== undefined) ||
		(found !== undefined && saysNothingElse(masked, found, graph)) ||
		(isOnlyProject && intent === undefined);
	return {
		intent,
		project: project ?? among?.project,
		subject: isOnlyProject && intent === undefined ? namedProject : subject,
		comesFirst,
		walk,
		among,
		rest,
		searchFor,
		searchKinds,
	};
}

/** Whether a question is a name and what is to be done about it: "Summarise Heron". */
function saysNothingElse(masked: MaskedQuestion, found: NamedSubject | undefined, graph: GraphView): boolean {
	const rest = new MaskedQuestion(masked.left);
	if (found) rest.takeSpan(found.start, found.end);
	rest.take(REQUESTS);
	return leftTerms(rest.left, graph).length === 0;
}

/** "What about Sallow?": the question before, asked of something else. */
const SAYS_AGAIN = /^\s*(?:(?:and|so|ok|okay|then)\b[\s,]*)*(?:(?:what|how) about|and (?:for|in|of))\b/i;
/** Means several things that were listed before. */
const SAYS_THEM = /\b(?:them|those|these|of they|which ones?|they)\b/i;

/** The question before this one, as it was read. */
function readBefore(input: PlanInput): QuestionPlan | undefined {
	const at = input.history.findLastIndex(({ role }) => role === "user");
	const asked = input.history[at]?.content;
	if (asked === undefined || asked.trim() === "") return undefined;
	// One question back is far enough: what it means itself is read from its own words.
	return readPlan({ ...input, query: asked, history: [] });
}

/** Asks the question before again: in another project, or of another subject. */
function repeatFor(input: PlanInput, before: QuestionPlan, left: string): QuestionPlan {
	const { graph, query } = input;
	const words = left.replace(/\b(?:what|how|about|and|for|in|of)\b/gi, (word) => " ".repeat(word.length));
	const project = findNamedProject(graph, query);
	const found = findSubject(graph, words, { kinds: new Set(), whole: query, isAsked: true });
	if (project !== undefined && before.intent !== undefined) return { ...before, project, walk: undefined };
	if (found === undefined) return { ...before, rest: leftTerms(words, graph) };
	const { walk } = before;
	const again = walk && repeatWalk(graph, walk, found.node);
	return {
		...before,
		subject: found.node,
		comesFirst: true,
		walk: again,
		rest: again ? [] : leftTerms(words, graph),
	};
}

/** Words that say the relation, in whichever form. */
function maskTerms(masked: MaskedQuestion, terms: readonly string[], { language }: GraphView): void {
	for (const { term, start, end } of locateTerms(masked.whole, language))
		if (terms.includes(term)) masked.takeSpan(start, end);
}

/** Unlike a search, which looks for stop words where there is nothing else, these are none. */
function leftTerms(left: string, { language }: GraphView): readonly string[] {
	const words = left.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words
		.filter((word) => !isStopWord(word.toLowerCase(), language))
		.flatMap((word) => analyseText(word, language));
}
