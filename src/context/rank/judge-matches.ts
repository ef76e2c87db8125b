import type { Kind } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kinds/kind-registry.ts";
import type { Evidence } from "../../graph/model/question-word.ts";
import type { Certainty } from "../model/findings.ts";
import { RANKING } from "./figures.ts";

/** A match with the scores of the search. */
export interface Match {
	readonly id: string;
	readonly kind: string;
	readonly title: string;
	/** 0 to 1; 1 for what the question calls by its name. */
	readonly score: number;
	/** How close it is in meaning, 0 to 1. */
	readonly nearness: number;
	/** It holds words of the question, or words spelt like them. */
	readonly holdsWords: boolean;
	/** The graph led to it from another match. */
	readonly isReached: boolean;
}

export interface JudgedMatch<Found extends Match> {
	readonly match: Found;
	/** 0 to 1, the best match 1. */
	readonly relevance: number;
	readonly isNamed: boolean;
}

export interface JudgeScope {
	readonly query: string;
	readonly analyse: (text: string) => readonly string[];
	readonly kinds: KindRegistry;
	/** The entity in focus. It matches itself, and is no measure for the others. */
	readonly focusId: string | undefined;
	/** The evidence that anything here is about the question. */
	readonly evidence: Evidence;
	/** Nothing but its own words says what the question is about: no focus, nothing said before. */
	readonly standsAlone: boolean;
	/** How near a match must be that meaning alone found, as a share of the nearest one. */
	readonly leastNearness: number;
}

/** How much of a title the question says. */
function shareSaid(title: readonly string[], asked: ReadonlySet<string>): number {
	const terms = new Set(title);
	return [...terms].filter((term) => asked.has(term)).length / (terms.size || 1);
}

const isAskedFor = ({ askedFor, writesProse }: Kind, query: string): boolean =>
	askedFor?.words.test(query) === true && !writesProse;

/**
 * Returns the gain of a match for its kind. The title of a task, a risk or a decision is its content: without this, a
 * long text that holds the words of the question in passing would come before the one with these words as its title, or
 * the one that gives the requested reason. An entity with a text is judged by its text.
 */
function makeBoost({ query, analyse, kinds }: JudgeScope): (match: Match) => number {
	const asked = new Set(analyse(query));
	return ({ kind: name, title }) => {
		const kind = kinds.find(name);
		if (kind === undefined || kind.writesProse) return 1;
		const said = RANKING.saidInFull * shareSaid(analyse(title), asked);
		return 1 + said + (isAskedFor(kind, query) ? RANKING.kindAskedFor : 0);
	};
}

const bestOf = (
	matches: readonly { readonly id: string; readonly score: number }[],
	{ focusId }: JudgeScope,
): number => matches.find(({ id }) => id !== focusId)?.score ?? 0;

/**
 * Whether anything here is about the question. A recipe asked of a project shares words with it, and so does a question
 * about a bridge elsewhere; showing their texts would be a guess.
 */
function judgeCertainty(matches: readonly Match[], { evidence, standsAlone }: JudgeScope): Certainty {
	const { withEmbeddings, byWords, allWords, nearlyAll, shortQuestion, manyUnknown } = RANKING.about;
	if (!standsAlone || matches.some(({ score }) => score === 1)) return "sure";
	if (evidence.together >= allWords) return "sure";
	const { nearness = 0 } = evidence;
	const weights = evidence.nearness === undefined ? byWords : withEmbeddings;
	const certainty =
		weights.constant +
		weights.words * evidence.words +
		weights.together * evidence.together +
		weights.titled * evidence.titled +
		weights.unknown * evidence.unknown +
		weights.nearness * nearness +
		weights.length * Math.log1p(evidence.length);
	if (certainty < weights.named && nearness < RANKING.nearEnough) return "none";
	if (certainty < weights.shown) return "named";
	// In a short question a name that nobody wrote here counts like many unknown words, unless one passage holds nearly all others.
	const isShort = evidence.length <= shortQuestion;
	const isForeign =
		evidence.unknown >= manyUnknown || (evidence.hasUnknownName && isShort && evidence.together < nearlyAll);
	const sure = isForeign ? weights.sureOfUnknown : weights.sure;
	if (certainty >= sure) return "sure";
	// A licence in Texas is no other licence: texts that share the rest of the words would be a guess.
	return evidence.hasUnknownName ? "named" : "unsure";
}

/**
 * Which matches are candidates at all. Words vouch for a match, and so does the way that led to it; one that meaning alone
 * found must not be far behind the nearest. The nearest is the measure because what one model calls near another calls far.
 */
function dropWeak<Found extends Match>(matches: readonly Found[], scope: JudgeScope): readonly Found[] {
	const least = bestOf(matches, scope) * RANKING.leastMatch;
	const strong = matches.filter(({ score }) => score >= least);
	const nearest = strong.reduce(
		(most, { id, nearness }) => (id === scope.focusId ? most : Math.max(most, nearness)),
		0,
	);
	return strong.filter(
		({ isReached, holdsWords, nearness }) =>
			isReached || holdsWords || nearness >= nearest * scope.leastNearness,
	);
}

/** Says of each match, best first, whether it is a candidate and how relevant it is. */
export function judgeMatches<Found extends Match>(
	matches: readonly Found[],
	scope: JudgeScope,
): {
	readonly judged: readonly JudgedMatch<Found>[];
	readonly weak: readonly Found[];
	readonly certainty: Certainty;
} {
	const certainty = judgeCertainty(matches, scope);
	const kept = certainty === "none" ? [] : dropWeak(matches, scope);
	const boostOf = makeBoost(scope);
	const boosted = kept.map((match) => ({ match, id: match.id, score: match.score * boostOf(match) }));
	const highest = boosted.reduce((most, { score }) => Math.max(most, score), 0) || 1;
	const judged = boosted.map(
		({ match, score }): JudgedMatch<Found> => ({
			match,
			relevance: score / highest,
			isNamed: match.score === 1,
		}),
	);
	const candidates = new Set(kept);
	const weak = matches.filter((match) => !candidates.has(match));
	return { judged, weak, certainty };
}
