import type { EntityHeader } from "../../graph/model/entity.ts";
import { readRelation } from "../../graph/model/relations.ts";
import type { Link } from "../../graph/search/view/graph-view.ts";
import type { Candidate } from "../model/candidate.ts";
import { makeCandidate } from "../model/findings.ts";
import { isWithin } from "../model/time-range.ts";
import { readAskedAttributes } from "../rank/asked-attributes.ts";
import { RANKING } from "../rank/figures.ts";
import { analyserOf } from "./analyser-of.ts";
import type { CollectScope } from "./collector.ts";

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

const labelOf = ({ edge, other, seenFrom }: Link, node: EntityHeader): string =>
	readRelation(edge.rel, seenFrom, seenFrom === "outgoing" ? node.kind : other.kind).label;

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
export function followAsked(matches: readonly Candidate[], scope: CollectScope): readonly Candidate[] {
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
		const links = graph.linksOf(node.id).map((link) => ({ ...link, label: labelOf(link, node) }));
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
