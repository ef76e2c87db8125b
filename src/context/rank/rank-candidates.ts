import type { Kind } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kind-registry.ts";
import type { Candidate, RankedItem, ScoreParts, Subject } from "../model/candidate.ts";

/** What a score depends on besides the candidate itself. */
export interface RankScope {
	/** Distances from the focus along edges; empty when nothing is in focus. */
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

const scoreAffinity = (subject: Subject, accountId: string): number =>
	subject.owner_id === accountId ? OWN : STRANGERS;

/** The five parts of one candidate's score and their weighted sum. */
export function rankCandidate(candidate: Candidate, scope: RankScope): RankedItem {
	const { subject } = candidate;
	const scores: ScoreParts = {
		semantic: candidate.relevance,
		structural: scoreStructure(subject.id, scope.distances),
		recency: scoreRecency(subject.updated_at, scope.now),
		typeMatch: scoreType(scope.kinds.find(subject.kind), scope.query),
		userAffinity: scoreAffinity(subject, scope.accountId),
	};
	const { weights } = scope;
	const score =
		scores.semantic * weights.semantic +
		scores.structural * weights.structural +
		scores.recency * weights.recency +
		scores.typeMatch * weights.typeMatch +
		scores.userAffinity * weights.userAffinity;
	return { candidate, scores, score };
}

/** Best first. Without the tie-break on id, equal scores would reorder between runs and the prompt cache miss. */
export function rankCandidates(candidates: readonly Candidate[], scope: RankScope): readonly RankedItem[] {
	return candidates
		.map((candidate) => rankCandidate(candidate, scope))
		.sort((a, b) => b.score - a.score || (a.candidate.subject.id < b.candidate.subject.id ? -1 : 1));
}
