import type { Entity } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kind-registry.ts";
import type { Candidate, RankedItem, ScoreParts } from "../model/candidate.ts";

export interface RankInput {
	readonly candidates: readonly Candidate[];
	readonly entities: ReadonlyMap<string, Entity>;
	/** Empty when nothing is in focus. */
	readonly distances: ReadonlyMap<string, number>;
	readonly kinds: KindRegistry;
	readonly query: string;
	readonly accountId: string;
	readonly now: string;
	readonly weights: ScoreParts;
}

const DAY = 86_400_000;
const RECENCY_DAYS = 30;
const NEUTRAL = 0.5;
const OWN = 1;
const STRANGERS = 0.3;

/** Whole days: a score that moved with the minute would make two equal requests differ. */
function scoreRecency(updatedAt: string, now: string): number {
	const days = Math.floor(Date.parse(now) / DAY) - Math.floor(Date.parse(updatedAt) / DAY);
	return Math.min(1, Math.max(0, 1 - days / RECENCY_DAYS));
}

function scoreStructure(id: string, distances: ReadonlyMap<string, number>): number {
	if (distances.size === 0) return NEUTRAL;
	const distance = distances.get(id);
	return distance === undefined ? 0 : Math.max(0, 1 - 0.1 * distance);
}

function scoreType(kind: Kind | undefined, query: string): number {
	return kind?.askedFor?.words.test(query) ? kind.askedFor.score : NEUTRAL;
}

/** The weighted sum of five parts, for every candidate that could be read; best first. */
export function rankCandidates(input: RankInput): readonly RankedItem[] {
	const { weights } = input;
	const ranked = input.candidates.flatMap((candidate): RankedItem[] => {
		const entity = input.entities.get(candidate.id);
		if (entity === undefined) return [];
		const scores: ScoreParts = {
			semantic: candidate.relevance,
			structural: scoreStructure(entity.id, input.distances),
			recency: scoreRecency(entity.updated_at, input.now),
			typeMatch: scoreType(input.kinds.find(entity.kind), input.query),
			userAffinity: entity.owner_id === input.accountId ? OWN : STRANGERS,
		};
		const score =
			scores.semantic * weights.semantic +
			scores.structural * weights.structural +
			scores.recency * weights.recency +
			scores.typeMatch * weights.typeMatch +
			scores.userAffinity * weights.userAffinity;
		return [{ entity, candidate, scores, score }];
	});
	return ranked.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
}
