import type { Reader } from "../../graph/graph.ts";
import { SkeinError } from "../../graph/model/errors.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { Candidate } from "../model/candidate.ts";
import type { LinkedGroup } from "../model/linked.ts";
import type { CollectorName, Recipe } from "../model/recipe.ts";
import type { ContextRequest } from "../model/request.ts";
import { collectFocus, findFocus } from "./collect-focus.ts";
import { collectLinked, groupLinked } from "./collect-linked.ts";
import { collectSearch } from "./collect-search.ts";

export interface Collected {
	readonly focus: GraphNode | undefined;
	readonly candidates: readonly Candidate[];
	readonly linkedGroups: readonly LinkedGroup[];
	readonly used: readonly CollectorName[];
	readonly failed: readonly { readonly name: CollectorName; readonly reason: string }[];
	/** Matches of the question that were not even considered. */
	readonly matchesBeyondLimit: number;
	/** Distances from the focus along edges, for the structural part of a score. */
	readonly distances: ReadonlyMap<string, number>;
}

const FARTHEST = 4;

/** Each entity once: the first collector that found it keeps it, in the order the recipe names them. */
function keepFirst(candidates: readonly Candidate[]): readonly Candidate[] {
	const kept = new Map<string, Candidate>();
	for (const candidate of candidates) {
		const known = kept.get(candidate.id);
		// A linked entity that also answers the question stands richer among what answers it.
		if (known === undefined || known.section === "linked") kept.set(candidate.id, candidate);
	}
	return [...kept.values()];
}

/** Runs the recipe's collectors on one state of the graph. One that fails is reported and the others go on. */
export function collectCandidates(
	reader: Reader,
	request: ContextRequest,
	recipe: Recipe,
	queryVector?: Float32Array,
): Collected {
	const focus = findFocus(reader, request);
	const linkedGroups = focus && recipe.collectors.includes("linked") ? groupLinked(reader, focus) : [];
	let matchesBeyondLimit = 0;
	const collectors: Record<CollectorName, () => readonly Candidate[]> = {
		focus: () => (focus ? collectFocus(focus) : []),
		linked: () => (focus ? collectLinked(focus, linkedGroups, recipe.linkedPerKind) : []),
		search: () => {
			const { candidates, total } = collectSearch(reader, request, {
				hits: recipe.searchHits,
				focus: focus?.id,
				queryVector,
			});
			matchesBeyondLimit = total - candidates.length;
			return candidates;
		},
	};
	const used: CollectorName[] = [];
	const failed: { name: CollectorName; reason: string }[] = [];
	const found: Candidate[] = [];
	for (const name of recipe.collectors) {
		try {
			found.push(...collectors[name]());
			used.push(name);
		} catch (error) {
			failed.push({ name, reason: error instanceof SkeinError ? error.message : "unexpected failure" });
		}
	}
	return {
		focus,
		candidates: keepFirst(found),
		linkedGroups,
		used,
		failed,
		matchesBeyondLimit,
		distances: focus ? reader.graph.distancesFrom(focus.id, FARTHEST) : new Map(),
	};
}
