import type { Entity } from "../../graph/model/entity.ts";
import { readEntityText } from "../../graph/model/entity-text.ts";
import type { QuestionWord } from "../../graph/model/question-word.ts";
import type { RankedItem, Unit } from "../model/candidate.ts";
import { isLong } from "../model/field-blocks.ts";
import type { SearchedQuestion } from "../model/findings.ts";
import { RANKING } from "./figures.ts";

const { enough } = RANKING;

export interface EnoughScope {
	readonly question: SearchedQuestion;
	readonly entities: ReadonlyMap<string, Entity>;
	/** Returns the neighbours of an entity. */
	readonly neighboursOf: (id: string) => ReadonlySet<string>;
	/** True where the question is asked from something, which brings what is around it by itself. */
	readonly hasFocus: boolean;
	/** True where it asks for a reason, which no field gives. */
	readonly asksWhy: boolean;
	/** True where the question only says what to do with the focus, and what is like the focus was looked for. */
	readonly isAboutFocus: boolean;
	/** True shows all that was found, as far as there is room. */
	readonly showAll: boolean;
	/** False where nothing is asked: then what is near the focus is all there is to show. */
	readonly isAsked: boolean;
}

/** A text or a passage, before it is decided whether it is shown. */
interface Sought {
	readonly item: RankedItem;
	readonly ordinal: number | undefined;
	/** Its fit to the question, relative to the others. */
	readonly level: number;
	readonly held: readonly number[];
}

interface Weighed extends Sought {
	readonly probability: number;
}

const isFound = ({ candidate }: RankedItem): boolean => candidate.fit !== undefined && !candidate.mandatory;

/** Lists the passages of a long text, or a short text as a whole. */
function listUnits(item: RankedItem, fit: number, { entities }: EnoughScope): readonly Sought[] {
	const { presentation, subject } = item.candidate;
	const entity = entities.get(subject.id);
	if (presentation?.as !== "entity" || entity === undefined) return [];
	const found = presentation.passages ?? [];
	if (found.length > 0 && isLong(readEntityText(entity))) {
		return found.map(({ ordinal, score, held }) => ({ item, ordinal, level: fit * score, held }));
	}
	const held = [...new Set(found.flatMap((passage) => passage.held))];
	return [{ item, ordinal: undefined, level: fit, held }];
}

/**
 * Lists items in ranking order, with the fit of their texts: ranks are far apart where the graph favours the first, and
 * by ranks the fifth passage of the first text would come before the best one of the second.
 */
function listSought(found: readonly RankedItem[], scope: EnoughScope): readonly Sought[] {
	const fits = found.map(({ candidate }) => candidate.fit as number).sort((a, b) => b - a);
	return found
		.flatMap((item, place) => listUnits(item, fits[place] as number, scope))
		.sort((a, b) => b.level - a.level);
}

const logarithm = (share: number): number => Math.log(Math.max(enough.leastShare, share));

/** Returns each unit with its probability of being the answer, the best first; named entities lead. */
function weighUnits(sought: readonly Sought[]): readonly Weighed[] {
	const best = sought[0]?.level || 1;
	const earlier = new Map<RankedItem, number>();
	const weights = sought.map(({ item, level }, place) => {
		const nth = earlier.get(item) ?? 0;
		earlier.set(item, nth + 1);
		return Math.exp(
			enough.level * logarithm(level / best) +
				enough.relevance * logarithm(item.candidate.relevance) +
				enough.place * Math.log1p(place) +
				enough.sameText * Math.log1p(nth),
		);
	});
	const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
	const weighed = sought
		.map((unit, index) => ({ ...unit, probability: (weights[index] as number) / all }))
		.sort((a, b) => isNamed(b) - isNamed(a) || b.probability - a.probability);
	return putSurplusLast(weighed);
}

/** A changelog has a passage that fits a little for every question; many of them would push out what fits elsewhere. */
function putSurplusLast(units: readonly Weighed[]): readonly Weighed[] {
	const earlier = new Map<RankedItem, number>();
	const isSurplus = units.map(({ item }) => {
		const nth = earlier.get(item) ?? 0;
		earlier.set(item, nth + 1);
		return item !== units[0]?.item && nth >= enough.passages.ofOthers;
	});
	return [...units.filter((_, place) => !isSurplus[place]), ...units.filter((_, place) => isSurplus[place])];
}

const isNamed = ({ item, ordinal }: Sought): number =>
	item.candidate.isNamed && (ordinal === undefined || ordinal === bestPassage(item)) ? 1 : 0;

const bestPassage = ({ candidate: { presentation } }: RankedItem): number | undefined =>
	presentation?.as === "entity" ? presentation.passages?.[0]?.ordinal : undefined;

/**
 * Returns the probability that the shown texts must reach together. One match far before the others, that holds most of
 * the question, needs few others; a question of many words, of which no text holds most, needs several texts. Where the
 * best matches have no edges, only names connect them, and more is shown.
 */
function chooseAim(first: Weighed, words: readonly QuestionWord[], isLinked: boolean): number {
	const { clear, missingWords, aim } = enough;
	const least = isLinked ? aim.least : aim.unlinked;
	const doubt = (clear.most - first.probability) / (clear.most - clear.least);
	const missing = words.length * (1 - shareOf(first.held, words));
	const gap = (missing - missingWords.least) / (missingWords.most - missingWords.least);
	return least + (aim.most - least) * Math.min(1, Math.max(0, doubt, gap));
}

const shareOf = (held: readonly number[], words: readonly QuestionWord[]): number =>
	held.reduce((sum, place) => sum + (words[place]?.worth ?? 0), 0);

/**
 * The most units that a question is worth. With each word it can ask for more at once; "budget" alone or "Heron budget" means
 * one thing, and twenty texts in which nothing is clear would be a guess.
 */
function countMost(units: readonly Weighed[], { question, isAboutFocus, asksWhy }: EnoughScope): number {
	const { certainty, standsAlone, words } = question;
	if (isAboutFocus) return enough.unitsLikeFocus;
	if (certainty === "unsure") return RANKING.about.unsureUnits;
	const most = standsAlone ? enough.unitsForEachWord ** Math.max(1, words.length) : Infinity;
	const { place, words: mostWords, units: mostUnits } = enough.askedFields;
	const isField = !asksWhy && words.length <= mostWords && units.slice(0, place).some(holdsAskedField);
	return isField ? Math.min(most, mostUnits) : most;
}

const holdsAskedField = ({ item: { candidate }, ordinal }: Sought): boolean =>
	candidate.presentation?.as === "entity" &&
	candidate.presentation.passages?.some((found) => found.isAskedField && found.ordinal === ordinal) === true;

/** Which units are shown: until what is shown probably answers, then only what is joined to it or completes it. */
function chooseShown(units: readonly Weighed[], scope: EnoughScope): ReadonlySet<Weighed> {
	const { question, neighboursOf } = scope;
	const { words } = question;
	const [first] = units;
	if (scope.showAll || first === undefined) return new Set(units);
	if (question.certainty === "named") return new Set();
	const most = countMost(units, scope);
	const linked = neighboursOf(first.item.candidate.subject.id);
	const isLinked = units
		.slice(0, enough.aim.lookedAt)
		.some(({ item }) => neighboursOf(item.candidate.subject.id).size > 0);
	const least = isLinked ? 1 : enough.unlinkedUnits;
	const aim = scope.hasFocus ? enough.aim.least : chooseAim(first, words, isLinked);
	const best = units.reduce((most, { level }) => Math.max(most, level), 0);
	const isBeside = ({ item, level }: Weighed, place: number): boolean =>
		item !== first.item && place >= enough.passages.whole && level < best * enough.passages.leastOfOthers;
	const shown = new Set<Weighed>();
	const said = new Set<number>();
	let before = 0;
	for (const [place, unit] of units.entries()) {
		const { subject, reached = 0, joined = 0 } = unit.item.candidate;
		const isJoined = linked.has(subject.id) || joined >= enough.joined.share;
		const added = shareOf(
			unit.held.filter((word) => !said.has(word)),
			words,
		);
		const isCompleting = added >= enough.completing.share && reached >= enough.completing.reached;
		const isWanted =
			before < aim ||
			isNamed(unit) > 0 ||
			(isJoined && before < enough.joined.aim) ||
			(isCompleting && before < enough.completing.aim);
		before += unit.probability;
		const isBehind = unit.ordinal !== undefined && (place >= enough.passages.most || isBeside(unit, place));
		const isDue = shown.size < least || (isWanted && !isBehind);
		if (!isDue || shown.size >= most) continue;
		shown.add(unit);
		for (const word of unit.held) said.add(word);
	}
	return shown;
}

/** A match whose text is not shown: its name in a line, for a reader who can fetch it. */
const toIndex = (item: RankedItem): RankedItem => ({
	...item,
	candidate: { ...item.candidate, group: "index", presentation: { as: "entity", richest: "index" } },
});

/**
 * Reduces an entity near the focus that does not answer to a line with its name. A container of the focus gives its
 * purpose and keeps its main fields.
 */
function toLine(item: RankedItem): RankedItem {
	const { candidate } = item;
	const richest = candidate.group === "ancestor" && candidate.position === 0 ? "light" : "title";
	return { ...item, candidate: { ...candidate, presentation: { as: "entity", richest } } };
}

/**
 * Decides how much of the search results is shown: texts and passages until they probably answer the question. The
 * budget is a ceiling; an item without a reason is left out even if there is room.
 */
export function chooseEnough(ranked: readonly RankedItem[], scope: EnoughScope): readonly RankedItem[] {
	const found = ranked.filter(isFound);
	const units = weighUnits(listSought(found, scope));
	const shown = chooseShown(units, scope);
	const byItem = new Map<RankedItem, Unit[]>();
	for (const [place, unit] of units.entries()) {
		const { item, ordinal, probability } = unit;
		const own = byItem.get(item) ?? [];
		const isInPart = !scope.showAll && ordinal !== undefined && place >= enough.passages.whole;
		own.push({ ordinal, probability, place, isShown: shown.has(unit), isInPart });
		byItem.set(item, own);
	}
	const toShort = (item: RankedItem): RankedItem => (item.candidate.isAround ? toLine(item) : toIndex(item));
	return ranked.map((item) => {
		const own = byItem.get(item);
		const isUnasked = item.candidate.isAround && scope.isAsked && !scope.showAll;
		if (own === undefined) return isUnasked ? toLine(item) : item;
		const weighed = { ...item, units: own };
		return own.some(({ isShown }) => isShown) ? weighed : toShort(weighed);
	});
}
