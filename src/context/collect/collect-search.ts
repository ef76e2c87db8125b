import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Link } from "../../graph/search/view/graph-view.ts";
import type { SearchHit, SearchOutcome, SearchQuery } from "../../graph/search/view/search-query.ts";
import type { Candidate } from "../model/candidate.ts";
import {
	ALSO_FOUND,
	type Certainty,
	type Findings,
	type ItemGroup,
	makeCandidate,
	makeGroup,
	NO_CONTENT,
	PERHAPS,
} from "../model/findings.ts";
import type { Omission } from "../model/payload.ts";
import { readLink } from "../model/read-link.ts";
import { isWithin } from "../model/request.ts";
import { readAskedAttributes } from "../rank/asked-attributes.ts";
import { RANKING } from "../rank/figures.ts";
import { judgeMatches } from "../rank/judge-matches.ts";
import { analyserOf } from "./analyser-of.ts";
import type { CollectScope } from "./collector.ts";

/** Which ways of searching found it, in the reader's words. */
function explainHit({ legs, path }: SearchHit, words: readonly string[], isNamed: boolean): string {
	const reasons = [
		...(isNamed ? ["the question names it"] : []),
		...(words.length > 0 ? [`holds ${words.join(", ")}`] : []),
		...(legs.some(({ leg }) => leg === "fuzzy") ? ["holds a word spelt alike"] : []),
		...(words.length === 0 && legs.some(({ leg }) => leg === "meaning")
			? ["close in meaning to the question"]
			: []),
		...(path ? [`reached from ${path[0]?.title ?? "a match"}`] : []),
	];
	return reasons.join("; ") || "connected to what matched";
}

const MATCHES = makeGroup({
	section: "semantic",
	key: "matches",
	order: "score",
	printMissing: (count) =>
		`- ... and ${count} more that may answer: call search_ontology with the question as query\n\n`,
	whenEmpty: NO_CONTENT,
});

/** Further matches, by name only: a model that misses something can request its text. */
const indexOf = (beyond: number, { budget }: CollectScope["recipe"], isName = false): ItemGroup => ({
	type: "group",
	section: "semantic",
	key: "index",
	heading: ALSO_FOUND,
	beyond,
	order: "score",
	linesOnly: {
		most: isName ? 0 : RANKING.enough.indexLines,
		tokens: Math.floor(budget.total * RANKING.enough.indexShare),
	},
	printMissing: (count) => `- ... and ${count} more: call search_ontology with the question as query\n\n`,
});

/** Nothing here is certainly about the question: a few names, and no count of what shares a word with it. */
const unsureIndexOf = (recipe: CollectScope["recipe"]): ItemGroup => ({
	...indexOf(0, recipe),
	heading: PERHAPS,
	linesOnly: { most: RANKING.enough.unsureLines, tokens: recipe.budget.total },
	printMissing: () => "",
});

const toMatch = (hit: SearchHit) => ({
	hit,
	id: hit.node.id,
	kind: hit.node.kind,
	title: hit.node.title,
	score: hit.score,
	nearness: hit.legs.find(({ leg }) => leg === "meaning")?.score ?? 0,
	holdsWords: hit.legs.some(({ leg }) => leg === "words" || leg === "fuzzy"),
	isReached: hit.path !== undefined,
});

/** Whether the requested sets are the whole answer, so that no search is needed. */
function isAnswered({ plan, recipe }: CollectScope): boolean {
	if (!recipe.collectors.includes("intent") || plan.rest.length > 0) return false;
	// "How are we doing?" in a project is answered by what the project lists.
	if (recipe.projectParts.includes("slices") && plan.subject === undefined) return true;
	return (
		plan.walk !== undefined || plan.intent !== undefined || plan.own !== undefined || plan.others.length > 0
	);
}

/** So much of a long text is shown where a relation or a field of it is the answer, and where two texts are compared. */
const PASSAGES_OF_SUBJECT = 2;
const PASSAGES_COMPARED = 6;
/** The fields of a text come first in it. */
const FIELDS = [0, 1, 2].map((ordinal) => ({ ordinal, score: 1, held: [], ifField: true as const }));

/** The passages of long subjects that hold words of the question, with their fields: their whole text is not asked for. */
function findPassages({
	reader,
	plan,
	request,
	focus,
}: CollectScope): ReadonlyMap<string, SearchHit["passages"]> {
	const { subject, others } = plan;
	const texts = [...(subject ? [subject] : []), ...others].filter(
		({ kind }) => reader.graph.kinds.find(kind)?.writesProse,
	);
	if (texts.length === 0) return new Map();
	const { hits } = reader.graph.search({
		query: request.query,
		focus: focus?.id,
		kinds: [...new Set(texts.map(({ kind }) => kind))],
		skipArchived: true,
	});
	const byId = new Map(hits.map((hit) => [hit.node.id, hit.passages]));
	const most = others.length > 0 ? PASSAGES_COMPARED : PASSAGES_OF_SUBJECT;
	return new Map(
		texts.flatMap(({ id }) => {
			const found = byId.get(id) ?? [];
			return found.length > 0 ? [[id, [...FIELDS, ...found.slice(0, most)]] as const] : [];
		}),
	);
}

/** Describes the subjects of the question, with their texts, by whichever words it named them. */
function describeSubjects(
	{ plan: { subject, others }, focus, request }: CollectScope,
	passages: ReturnType<typeof findPassages> = new Map(),
): readonly Candidate[] {
	return [...(subject ? [subject] : []), ...others]
		.filter(({ id, updated_at }) => id !== focus?.id && isWithin(request.hints?.timeRange, updated_at))
		.map((node, position) =>
			makeCandidate(MATCHES, node, {
				collector: "search",
				position,
				relevance: 1,
				fit: 1,
				isNamed: true,
				reason: "the question is about it",
				words: [],
				presentation: {
					...{ as: "entity", textFirst: true },
					...(passages.has(node.id) && { passages: passages.get(node.id) ?? [] }),
				},
			}),
		);
}

/** Puts the subjects first that a question leaves out or only names, found by the search or not. */
function putSubjectsFirst(candidates: readonly Candidate[], scope: CollectScope): readonly Candidate[] {
	if (!scope.plan.comesFirst) return candidates;
	const subjects = describeSubjects(scope);
	const ids = new Set(subjects.map(({ subject }) => subject.id));
	const found = new Set(candidates.map(({ subject }) => subject.id));
	return [
		...subjects.filter(({ subject }) => !found.has(subject.id)),
		...candidates.map((candidate) =>
			ids.has(candidate.subject.id) ? { ...candidate, isNamed: true as const } : candidate,
		),
	];
}

/** A question that names its subject is about something here, even if its other words are unknown. */
function raiseCertainty(certainty: Certainty, { comesFirst, subject }: CollectScope["plan"]): Certainty {
	if (comesFirst) return "sure";
	return certainty === "named" && subject !== undefined ? "unsure" : certainty;
}

const isRefused = (certainty: Certainty): boolean => certainty === "none" || certainty === "named";

/**
 * Searches for matches. Where the question names a kind, only those of that kind which hold its words count; whether
 * anything here is about the question is judged by all matches.
 */
function searchFor(
	{ reader, plan, background, queryVector }: CollectScope,
	looking: SearchQuery,
): SearchOutcome {
	const search = (kinds?: readonly string[]): SearchOutcome =>
		reader.graph.search({ ...looking, background, queryVector, ...(kinds && { kinds }) });
	const { searchKinds, searchFor: instead } = plan;
	if (searchKinds.length === 0) return search();
	if (instead !== undefined) return search(searchKinds);
	const all = search();
	const ofKind = search(searchKinds);
	const isSaid = ofKind.hits.some(({ legs }) => legs.some(({ leg }) => leg === "words"));
	return isSaid ? { ...ofKind, evidence: all.evidence } : all;
}

export function collectSearch(scope: CollectScope): Findings {
	const { reader, request, recipe, focus, plan } = scope;
	const { timeRange } = request.hints ?? {};
	if (isAnswered(scope) && request.fill !== "budget") {
		const candidates = describeSubjects(scope, findPassages(scope));
		return { candidates, parts: [{ ...MATCHES, whenEmpty: "" }], considered: candidates.length };
	}
	const looking = {
		query: plan.searchFor ?? request.query,
		projectId: request.projectId,
		focus: focus?.id,
		apart: request.apart,
		skipArchived: true,
		...(timeRange === undefined && { limit: recipe.searchHits }),
	};
	const { language, kinds } = reader.graph;
	const judge = ({ hits, evidence }: SearchOutcome, standsAlone: boolean) => {
		const matching = timeRange ? hits.filter(({ node }) => isWithin(timeRange, node.updated_at)) : hits;
		const judgement = judgeMatches(matching.slice(0, recipe.searchHits).map(toMatch), {
			query: request.query,
			analyse: analyserOf(language),
			kinds,
			focusId: focus?.id,
			evidence,
			standsAlone,
			leastNearness: recipe.limits.semantic.minThreshold,
		});
		return { ...judgement, matching };
	};
	// A question that changes to a subject unknown here finds only the subject of the question before.
	const own = scope.alone && reader.graph.search({ ...looking, queryVector: scope.alone.vector });
	// A single word that texts here hold may well go on about what was spoken of.
	const isKnown = own !== undefined && own.evidence.length === 1 && own.evidence.unknown < 1;
	const isOther = own !== undefined && !isKnown && isRefused(judge(own, true).certainty);
	const standsAlone = isOther || (focus === undefined && scope.background === undefined);
	const found = isOther ? own : searchFor(scope, looking);
	const judgement = judge(found, standsAlone);
	const { matching, judged, weak } = judgement;
	const certainty = raiseCertainty(judgement.certainty, plan);
	const isNamesOnly = certainty === "named";
	const total = timeRange ? matching.length : found.total;
	// If the question is about nothing here, further matches that only share a word are not offered.
	const beyond = judged.length === 0 ? 0 : total - judged.length;
	const wordsIn = reader.graph.matchWords(request.query);
	const candidates = judged.map(({ match: { hit }, relevance, isNamed }, position) => {
		const words = wordsIn(hit.node.id);
		return makeCandidate(MATCHES, hit.node, {
			collector: "search",
			position,
			relevance,
			fit: hit.fit,
			joined: hit.joined,
			reached: hit.legs.find(({ leg }) => leg === "graph")?.score ?? 0,
			...(isNamed && { isNamed }),
			...(hit.path && { path: hit.path }),
			reason: explainHit(hit, words, isNamed),
			words,
			presentation: { as: "entity", textFirst: true, passages: hit.passages },
		});
	});
	// A question that is a name asks for what is called so, and for nothing that shares a word with it.
	const isName = judged[0]?.isNamed === true && found.evidence.together >= RANKING.enough.wholeName;
	const first = putSubjectsFirst(candidates, scope);
	const followed = isNamesOnly ? first : followAsked(first, scope);
	const isShown = new Set(followed.map(({ subject }) => subject.id));
	return {
		candidates: followed,
		parts: isNamesOnly
			? [{ ...MATCHES, ...(followed.length > 0 && { whenEmpty: "" }) }, unsureIndexOf(recipe)]
			: [MATCHES, indexOf(Math.max(0, beyond - (followed.length - candidates.length)), recipe, isName)],
		refused: weak
			.filter(({ id }) => !isShown.has(id))
			.map(({ id, kind, title }): Omission => ({ id, kind, title, reason: "relevance" })),
		considered: total,
		question: { words: found.words, certainty, standsAlone },
	};
}

/** The most edges followed from one match: a text with twenty authors would bring twenty people. */
const MOST_FOLLOWED = 5;
const IS_QUESTION =
	/\?\s*$|^\s*(?:who|whose|whom|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|list|name|show|tell)\b/i;
/** These join what has anything to do with each other; no question asks for them. */
const LOOSE: ReadonlySet<string> = new Set(["mentions", "relates_to", "references"]);

const addUnfound = (subject: EntityHeader, position: number): Candidate =>
	makeCandidate({ section: "semantic", key: "matches" }, subject, {
		position,
		collector: "search",
		relevance: 0,
		path: [],
		reason: "",
		words: [],
		presentation: { as: "entity", textFirst: true },
	});

function isFindable(node: EntityHeader, { projectId, hints }: CollectScope["request"]): boolean {
	const isInside = projectId === undefined || node.project_id === projectId;
	const isInTime = hints?.timeRange === undefined || isWithin(hints.timeRange, node.updated_at);
	return isInside && isInTime && node.archived_at === null;
}

/**
 * Adds to the matches the entities that answer the question by an edge from the best match: "who wrote it" is answered
 * by the person at the end of `author`, though their page shares no word with the question. A question names a relation
 * by its attribute or its label.
 */
function followAsked(matches: readonly Candidate[], scope: CollectScope): readonly Candidate[] {
	const { graph } = scope.reader;
	const { query } = scope.request;
	if (!IS_QUESTION.test(query)) return matches;
	const attributes = readAskedAttributes(query);
	const analyse = analyserOf(graph.language);
	const words = new Set(analyse(query));
	const isAsked = ({ edge, other, label }: Link & { readonly label: string }): boolean =>
		!LOOSE.has(edge.rel) &&
		(attributes.includes(label) || analyse(label).some((word) => words.has(word))) &&
		isFindable(other, scope.request);
	const byId = new Map(matches.map((match) => [match.subject.id, match]));
	const named = matches.filter(({ isNamed }) => isNamed);
	const asks = (named.length > 0 ? named : matches).slice(0, RANKING.followed);
	for (const { subject, relevance, path } of asks) {
		const node = graph.node(subject.id);
		if (node === undefined) continue;
		const links = graph.linksOf(node.id).map((link) => ({ ...link, label: readLink(node, link).label }));
		const isApart = ({ other }: Link): boolean =>
			(scope.request.apart ?? []).some((pair) => pair.includes(node.id) && pair.includes(other.id));
		const asked = links.filter((link) => isAsked(link) && !isApart(link)).slice(0, MOST_FOLLOWED);
		for (const { other, edge, seenFrom, label } of asked) {
			const known = byId.get(other.id) ?? addUnfound(other, byId.size);
			const worth = RANKING.overEdge * relevance;
			if (known.relevance >= worth) continue;
			byId.set(other.id, {
				...known,
				relevance: worth,
				path: [...path, { id: other.id, title: other.title, relation: edge.rel, direction: seenFrom }],
				reason: `“${label}” of ${subject.title}, which the question asks for`,
			});
		}
	}
	return [...byId.values()];
}
