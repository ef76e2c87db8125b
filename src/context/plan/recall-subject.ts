import type { EntityHeader } from "../../graph/model/entity.ts";
import { isRef } from "../../graph/model/ids.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { isStopWord } from "../../graph/search/words/analyse-text.ts";
import type { ConversationMessage } from "../model/request.ts";
import { isPeopleKind } from "./list-work.ts";
import type { QuestionPlan } from "./question-plan.ts";
import { nounsOf } from "./read-kinds.ts";

const PRONOUNS =
	"it|its|this|that(?=\\s*[?.!,;]|\\s*$|\\s+one\\b)|they|them|their|these|those|he|him|his|she|her|hers|(?<!\\b(?:are|is|was|were) )there|the (?:first|second|third|last|other|same)(?: one\\b|(?=\\s*[?.!]*$))|of them";
/** Words that mean what was said before. */
const PRONOUN = new RegExp(`\\b(?:${PRONOUNS})\\b`, "i");
const ALL_PRONOUNS = new RegExp(`\\b(?:${PRONOUNS}|ok|okay|and|but|so|though|then|one)\\b`, "gi");
/** Names are words: the other ways of searching cost more and find what is called otherwise. */
const WORDS_ONLY = ["meaning", "graph", "fuzzy"] as const;
const CITED = /\[([0-9a-z]{8})\]/g;
const ORDINAL = /\bthe (first|second|third|last)\b/i;
const ORDINALS = ["first", "second", "third"];
/** An answer names its subject within this many characters. */
const LOOKED_AT = 400;
const MOST_NAMED = 10;
const MOST_TURNS = 2;

/** Whether a question means something that it does not name: it has a pronoun, or names nothing and asks for no set either. */
export function refersBack(
	query: string,
	left: string,
	{ graph, isAlone }: { readonly graph: GraphView; readonly isAlone: boolean },
): boolean {
	const { language } = graph;
	const words = left.replace(ALL_PRONOUNS, " ").match(/[\p{L}\p{N}]{3,}/gu) ?? [];
	const names = words.filter((word) => !isStopWord(word.toLowerCase(), language));
	return PRONOUN.test(query) || isThatKind(query, graph) ? names.length < 2 : names.length === 0 && !isAlone;
}

/** "That plan": not "the plan that …". */
const isThatKind = (query: string, { kinds }: GraphView): boolean =>
	kinds.all.some((kind) => new RegExp(`\\bthat\\s+(?:${nounsOf(kind)})\\b`, "i").test(query));

/** Where a question says a pronoun; undefined where it says none. */
export const findPronoun = (query: string): number | undefined => PRONOUN.exec(query)?.index;

/** Lists the entities that a text names, in the order of the text. */
function listNamed(graph: GraphView, text: string): readonly EntityHeader[] {
	const looked = text.slice(0, LOOKED_AT);
	if (looked.trim() === "") return [];
	const folded = looked.toLowerCase();
	const cited = [...looked.matchAll(CITED)].flatMap(([, ref = ""]) => (isRef(ref) ? [graph.find(ref)] : []));
	const { hits } = graph.search({
		query: looked,
		skipArchived: true,
		without: WORDS_ONLY,
		limit: MOST_NAMED,
	});
	const named = hits
		.filter(({ score, node }) => score === 1 || folded.includes(node.title.toLowerCase()))
		.map(({ node }) => ({ node, at: folded.indexOf(node.title.toLowerCase()) }))
		.sort((a, b) => a.at - b.at);
	return [...cited.filter((node) => node !== undefined), ...named.map(({ node }) => node)];
}

/** Lists the subjects of the last answers and of their questions, the latest first. */
export function listSpokenOf(
	graph: GraphView,
	history: readonly ConversationMessage[],
	before: QuestionPlan | undefined,
): readonly EntityHeader[] {
	const answers = history.filter(({ role }) => role === "assistant").slice(-MOST_TURNS);
	const [last, ...earlier] = answers.reverse().map(({ content }) => listNamed(graph, content));
	const asked = before?.subject ? [before.subject] : [];
	return [
		...(last ?? []),
		...asked,
		...(before?.walk?.reached.map(({ node }) => node) ?? []),
		...earlier.flat(),
	];
}

/** The things that the last answer names, in its order. */
export function listInAnswer(
	graph: GraphView,
	history: readonly ConversationMessage[],
): readonly EntityHeader[] {
	return listNamed(graph, history.findLast(({ role }) => role === "assistant")?.content ?? "");
}

const OTHER = /\bthe other(?: one)?\b/i;

/** Among entities named together, finds the first that was not mentioned since: "and the other one?" */
function findOther(graph: GraphView, history: readonly ConversationMessage[]): EntityHeader | undefined {
	const last = history.findLastIndex(({ role }) => role === "user");
	const now = history.slice(last).flatMap(({ content }) => listNamed(graph, content));
	const known = new Set(now.map(({ id }) => id));
	const together = history
		.slice(0, last)
		.filter(({ role }) => role === "assistant")
		.reverse()
		.map(({ content }) => listNamed(graph, content))
		.find((named) => named.some(({ id }) => known.has(id)) && named.some(({ id }) => !known.has(id)));
	return together?.find(({ id }) => !known.has(id));
}

/** The most entities of the conversation that may be meant. */
const MOST_RECALLED = 4;

/**
 * Lists the likely subjects of a question that names none, the likeliest first. A kind with a pronoun, or the kind that
 * such questions are about, chooses among the subjects of the conversation: "that team", "why?" of a decision.
 */
export function recallSubjects(
	graph: GraphView,
	asked: {
		readonly query: string;
		readonly history: readonly ConversationMessage[];
		readonly before: QuestionPlan | undefined;
	},
): readonly EntityHeader[] {
	const { query, history, before } = asked;
	const other = OTHER.test(query) ? findOther(graph, history) : undefined;
	if (other) return [other];
	const spokenOf = agreeWith(query, listSpokenOf(graph, history, before), graph);
	const ordinal = ORDINAL.exec(query)?.[1]?.toLowerCase();
	if (ordinal !== undefined) {
		const meant = ordinal === "last" ? spokenOf.at(-1) : spokenOf[ORDINALS.indexOf(ordinal)];
		return meant ? [meant] : [];
	}
	const isSaid = (kind: Kind): boolean =>
		new RegExp(`\\b(?:this|that|the same|the)\\s+(?:${nounsOf(kind)})\\b`, "i").test(query);
	const isMeant = ({ kind }: EntityHeader, test: (kind: Kind) => boolean): boolean => {
		const found = graph.kinds.find(kind);
		return found !== undefined && test(found);
	};
	const asksFor = ({ askedFor }: Kind): boolean => askedFor?.words.test(query) === true;
	const first =
		spokenOf.find((node) => isMeant(node, isSaid)) ??
		spokenOf.find((node) => isMeant(node, asksFor)) ??
		spokenOf[0] ??
		findAsked(graph, history);
	if (first === undefined) return [];
	const others = new Map(spokenOf.map((node) => [node.id, node]));
	others.delete(first.id);
	return [first, ...others.values()].slice(0, MOST_RECALLED);
}

const SAYS_PERSON = /\b(?:he|him|his|she|her|hers)\b/i;
const SAYS_THING = /\b(?:it|its)\b/i;

/** "He" is a person and "it" is none, as far as either was spoken of. What says neither rather goes on about a thing. */
function agreeWith(query: string, nodes: readonly EntityHeader[], graph: GraphView): readonly EntityHeader[] {
	const isPerson = ({ kind }: EntityHeader): boolean => isPeopleKind(graph, kind);
	const meant = SAYS_PERSON.test(query)
		? nodes.filter(isPerson)
		: SAYS_THING.test(query)
			? nodes.filter((node) => !isPerson(node))
			: [...nodes.filter((node) => !isPerson(node)), ...nodes.filter(isPerson)];
	return meant.length > 0 ? meant : nodes;
}

/** Where nothing was named, what the question before finds. */
function findAsked(graph: GraphView, history: readonly ConversationMessage[]): EntityHeader | undefined {
	const asked = history.findLast(({ role }) => role === "user")?.content ?? "";
	if (asked.trim() === "") return undefined;
	return graph.search({ query: asked, skipArchived: true, without: WORDS_ONLY, limit: 1 }).hits[0]?.node;
}
