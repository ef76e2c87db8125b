import type { Entity } from "../../graph/model/entity.ts";
import { readEntityText, type TextSource } from "../../graph/model/entity-text.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kinds/kind-registry.ts";
import {
	type Candidate,
	type FoundPassage,
	keyOf,
	type RankedItem,
	type ScoreParts,
	type Subject,
	standingOf,
} from "../model/candidate.ts";
import { splitFields } from "../model/field-blocks.ts";
import { describeScored, type ScoredItem } from "../model/own-parts.ts";
import {
	type AskedAttributes,
	readAskedAttributes,
	type WeighReason,
	weighReasons,
} from "./asked-attributes.ts";
import { complementMatches } from "./complement-matches.ts";
import { RANKING } from "./figures.ts";

const HEADING = /^ {0,3}#{1,6} .*$/gm;
const SIGNS = /[^\p{L}\p{N}]+/gu;

/** How much a passage says by itself, 0 to 1. Headings are how it is found, not what it says. */
function weighLetters(passage: string): number {
	const letters = passage.replace(HEADING, "").replace(SIGNS, "").length;
	return letters / (letters + RANKING.thinPassage);
}

interface FieldQuestion {
	readonly asked: AskedAttributes;
	/** The words of the question that the text holds. */
	readonly words: readonly string[];
	readonly analyse: (text: string) => readonly string[];
}

/** Returns the keys of fields with the requested value or a word of the question; others may be forty. */
export function chooseFields(
	source: TextSource,
	{ asked, words, analyse }: FieldQuestion,
): readonly string[] {
	const { text, fieldsEnd } = readEntityText(source);
	const sought = new Set(words.flatMap(analyse));
	const holdsWord = (field: string): boolean => analyse(field).some((term) => sought.has(term));
	return splitFields(text.slice(0, fieldsEnd))
		.filter(({ text: field }) => asked.areIn(field) || holdsWord(field))
		.map(({ key }) => key);
}

/**
 * Scores the found passages, now that their text is loaded, best first: thin ones fall behind, and fields that hold the
 * requested value follow the best passage, even without a word of the question.
 */
export function weighPassages(
	source: TextSource,
	found: readonly FoundPassage[],
	asked: AskedAttributes,
	weighReason: WeighReason = () => 1,
): readonly FoundPassage[] {
	const { text, passages, fieldsEnd } = readEntityText(source);
	if (passages.length === 1) return found;
	const wanted = new Set(found.flatMap(({ ordinal, ifField }) => (ifField ? [ordinal] : [])));
	const isAsked = (ordinal: number): boolean => {
		const { start, end } = passages[ordinal] ?? { start: 0, end: 0 };
		return end > 0 && end <= fieldsEnd && (wanted.has(ordinal) || asked.areIn(text.slice(start, end)));
	};
	const heldBy = new Map(found.map(({ ordinal, held }) => [ordinal, held]));
	const fields = [...passages.keys()].filter(isAsked).map((ordinal) => ({
		...{ ordinal, score: RANKING.askedFields, held: heldBy.get(ordinal) ?? [] },
		isAskedField: true as const,
	}));
	const others = found.flatMap(({ ordinal, score, held, ifField }): FoundPassage[] => {
		const passage = passages[ordinal];
		if (passage === undefined || ifField || isAsked(ordinal)) return [];
		const own = text.slice(passage.start, passage.end);
		return [{ ordinal, held, score: score * weighLetters(own) * weighReason(own, passage.headings) }];
	});
	const best = others.reduce((most, { score }) => Math.max(most, score), 0) || 1;
	const scored = others.map((passage) => ({ ...passage, score: passage.score / best }));
	return [...scored, ...fields].sort((a, b) => b.score - a.score || a.ordinal - b.ordinal);
}

/** The caller, as far as needed to see which entities are theirs. */
export interface Asker {
	readonly accountId: string;
	/** Their names where work is assigned by name. */
	readonly names: ReadonlySet<string>;
	/** The entities they changed or looked at recently. */
	readonly touched: ReadonlyMap<string, "edit" | "view">;
}

/** The inputs of a score besides the candidate. */
export interface RankScope {
	/** Distances from the focus along edges; empty when nothing is in focus. */
	readonly distances: Pick<ReadonlyMap<string, number>, "get" | "size">;
	readonly kinds: KindRegistry;
	readonly query: string;
	readonly asker: Asker;
	/** The reader's day, as YYYY-MM-DD. */
	readonly today: string;
	/** How words are made of texts. */
	readonly analyse: (text: string) => readonly string[];
	/** The rows of the candidates, as far as they could be read. */
	readonly entities: ReadonlyMap<string, Entity>;
	/** Kinds, by any of their names, and block types that the asker would rather see. */
	readonly prioritized: ReadonlySet<string>;
	readonly weights: ScoreParts;
	/** A program's own judgement in place of the weighted sum. */
	readonly scoreItem?: ((item: ScoredItem) => number) | undefined;
}

const DAY = 86_400_000;
/** A box to tick is a task as much as one that has an entity of its own. */
const ASKS_FOR_TASKS = /\b(?:tasks?|to-?dos?)\b/i;

/** Whole days: a score that moved with the minute would make two equal requests differ. */
function scoreRecency(updatedAt: string, today: string): number {
	const days = Math.floor(Date.parse(today) / DAY) - Math.floor(Date.parse(updatedAt) / DAY);
	return Math.min(1, Math.max(0, 1 - days / RANKING.recencyDays));
}

function scoreStructure(id: string, distances: RankScope["distances"]): number {
	if (distances.size === 0) return RANKING.neutral;
	const distance = distances.get(id);
	return distance === undefined ? 0 : Math.max(0, 1 - RANKING.step * distance);
}

function scoreType(
	{ presentation }: Candidate,
	kind: Kind | undefined,
	{ query, prioritized }: RankScope,
): number {
	const block = presentation?.as === "block" ? presentation.blockKind : undefined;
	const names = [kind?.kind, block, ...(kind?.alsoCalled ?? [])];
	const isHinted = names.some((name) => name !== undefined && prioritized.has(name));
	const hinted =
		isHinted || (block === "todo" && ASKS_FOR_TASKS.test(query)) ? RANKING.hinted : RANKING.neutral;
	return kind?.askedFor?.words.test(query) ? Math.max(hinted, kind.askedFor.score) : hinted;
}

function isAssigned({ props }: Subject, kind: Kind | undefined, { accountId, names }: Asker): boolean {
	const assigned = kind?.assignedBy === undefined ? undefined : props?.[kind.assignedBy];
	const people = Array.isArray(assigned) ? assigned : [assigned];
	return people.some((person) => typeof person === "string" && (person === accountId || names.has(person)));
}

function scoreAffinity(subject: Subject, kind: Kind | undefined, asker: Asker): number {
	if (subject.owner_id === asker.accountId || isAssigned(subject, kind, asker)) return RANKING.affinity.own;
	return RANKING.affinity[asker.touched.get(subject.id) ?? "other"];
}

/** The five parts of one candidate's score and their weighted sum. */
export function rankCandidate(candidate: Candidate, scope: RankScope): RankedItem {
	const { subject } = candidate;
	const kind = scope.kinds.find(subject.kind);
	const scores: ScoreParts = {
		semantic: candidate.relevance,
		structural: scoreStructure(subject.id, scope.distances),
		recency: scoreRecency(subject.updated_at, scope.today),
		typeMatch: scoreType(candidate, kind, scope),
		userAffinity: scoreAffinity(subject, kind, scope.asker),
	};
	const { weights } = scope;
	const score =
		scores.semantic * weights.semantic +
		scores.structural * weights.structural +
		scores.recency * weights.recency +
		scores.typeMatch * weights.typeMatch +
		scores.userAffinity * weights.userAffinity;
	if (scope.scoreItem === undefined) return { candidate, scores, score };
	const own = scope.scoreItem(describeScored({ candidate, scores, score }));
	if (own >= 0 && own <= 1) return { candidate, scores, score: own, isOwnScore: true };
	throw new InvalidInputError(`The scorer gave "${subject.title}" no score from 0 to 1.`, {
		field: "scorer",
	});
}

const byId = (a: RankedItem, b: RankedItem): number => (keyOf(a.candidate) < keyOf(b.candidate) ? -1 : 1);

const namedFirst = ({ candidate: a }: RankedItem, { candidate: b }: RankedItem): number =>
	Number(b.isNamed ?? false) - Number(a.isNamed ?? false);

/** Returns the text of an entity, its title first; empty for one that could not be read. */
const readText = (entity: Entity | undefined): string =>
	entity === undefined ? "" : `${entity.title}.\n${entity.body}`;

/** A candidate with the passages of its text scored by what they say. */
function scorePassages(
	candidate: Candidate,
	{ entities, analyse }: RankScope,
	{ asked, weighReason }: { readonly asked: AskedAttributes; readonly weighReason: WeighReason },
): Candidate {
	const { presentation, subject } = candidate;
	const entity = entities.get(subject.id);
	if (presentation?.as !== "entity" || !presentation.passages || entity === undefined) return candidate;
	const passages = weighPassages(entity, presentation.passages, asked, weighReason);
	const fieldKeys = chooseFields(entity, { asked, words: candidate.words ?? [], analyse });
	return { ...candidate, presentation: { ...presentation, passages, fieldKeys } };
}

/** Best first. Without the tie-break on id, equals would reorder between runs and the prompt cache miss. */
export function rankCandidates(candidates: readonly Candidate[], scope: RankScope): readonly RankedItem[] {
	const question = {
		asked: readAskedAttributes(scope.query),
		weighReason: weighReasons(scope.query, RANKING.reasons),
	};
	return complementMatches(candidates, (id) => readText(scope.entities.get(id)))
		.map((candidate) => rankCandidate(scorePassages(candidate, scope, question), scope))
		.sort((a, b) => namedFirst(a, b) || standingOf(b) - standingOf(a) || b.score - a.score || byId(a, b));
}
