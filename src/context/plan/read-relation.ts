import type { EntityHeader } from "../../graph/model/entity.ts";
import { type Direction, isWaiting } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { type QuestionToken, readTokens, type Span } from "./read-kinds.ts";
import { GAP, type Phrase, PREPOSITIONS, phrasesOf, phrasesThatShip, SHIPPED } from "./relation-phrases.ts";

/** A relation in a question, with its place. */
export interface SpokenRelation extends Phrase {
	readonly start: number;
	/** Each of its words; names may be between them. */
	readonly spans: readonly Span[];
	/** The words are said as a verb with its own subject: "does Ada mentor". */
	readonly isDone: boolean;
	/** "… is Dov the foreman of?" */
	readonly endsWithOf: boolean;
}

/** May be far from their verb, with a name between: "holds the drill up". */
const PARTICLES: ReadonlySet<string> = new Set(["up", "back", "from"]);
const FARTHEST_PARTICLE = 7;
const FARTHEST_GAP = 8;
/** "waiting, directly or indirectly, for" */
const FARTHEST_PREPOSITION = 4;
const IS = new Set("is are was were be been being am s get gets got".split(" "));
const DOES = new Set("do does did have has had can could will would shall should may might must".split(" "));

/** The places of the words of a phrase that is said from one word on. */
function matchAt(
	tokens: readonly QuestionToken[],
	from: number,
	stems: readonly string[],
): readonly number[] | undefined {
	if (!tokens[from]?.stems.includes(stems[0] as string)) return undefined;
	const places = [from];
	let at = from + 1;
	for (const [index, stem] of stems.slice(1).entries()) {
		if (stem === GAP) continue;
		const isLast = index === stems.length - 2;
		const farthest =
			stems[index] === GAP
				? FARTHEST_GAP
				: !isLast || stems.length > 2
					? 1
					: PARTICLES.has(stem)
						? FARTHEST_PARTICLE
						: FARTHEST_PREPOSITION;
		const gap = tokens
			.slice(at, at + farthest)
			.findIndex(({ word, stems: said }) => word === stem || said.includes(stem));
		if (gap < 0) return undefined;
		// "What does A need and what is B waiting for" says two things.
		if (tokens.slice(at, at + gap).some(({ word }) => word === "and" || word === "what")) return undefined;
		at += gap + 1;
		places.push(at - 1);
	}
	return places;
}

/** Whether a verb is in the passive: "is blocked", "was the boat towed". */
function isPassive(tokens: readonly QuestionToken[], at: number): boolean {
	const { word = "", stems = [], isPast = false } = tokens[at] ?? {};
	// "Need" ends like a past form and is none.
	const isInflected = word.endsWith("ed") && stems[0] !== word;
	if (!isInflected && !isPast) return false;
	const helper = tokens.slice(0, at).findLast((token) => IS.has(token.word) || DOES.has(token.word));
	return helper !== undefined && IS.has(helper.word);
}

const lengthOf = ({ stems }: Phrase): number => stems.join(" ").length;

/** Words of a relation's own before others, and longer phrases before shorter ones. */
export const compareSpoken = (a: SpokenRelation, b: SpokenRelation): number =>
	Number(a.isGuess ?? false) - Number(b.isGuess ?? false) || lengthOf(b) - lengthOf(a);

function listSpoken(tokens: readonly QuestionToken[], phrases: readonly Phrase[]): readonly SpokenRelation[] {
	const spoken: SpokenRelation[] = [];
	for (let at = 0; at < tokens.length; at += 1) {
		for (const phrase of phrases) {
			const places = matchAt(tokens, at, phrase.stems);
			if (places === undefined) continue;
			const words = places.map((place) => tokens[place] as QuestionToken);
			const last = places.at(-1) as number;
			// "Measures against": a preposition behind a noun is a part of it.
			const preposition = tokens[last + 1];
			if (phrase.form === "noun" && preposition && PREPOSITIONS.has(preposition.word))
				words.push(preposition);
			const behind = last + 1;
			const turned = phrase.form === "verb" && isPassive(tokens, at);
			const isDone = tokens
				.slice(0, at)
				.some(({ word }) => word === "do" || word === "does" || word === "did");
			spoken.push({
				...phrase,
				isForward: turned ? !phrase.isForward : phrase.isForward,
				start: tokens[at]?.start ?? 0,
				spans: words.map(({ start, end }) => ({ start, end })),
				isDone,
				endsWithOf: tokens[behind]?.word === "of" && behind === tokens.length - 1,
			});
		}
	}
	// "Depend on" is no "dependent".
	const isShort = ({ rel, start, stems }: SpokenRelation): boolean =>
		spoken.some((other) => other.rel === rel && other.start === start && other.stems.length > stems.length);
	return spoken.filter((each) => !isShort(each)).sort((a, b) => compareSpoken(a, b) || a.start - b.start);
}

/** Lists the built-in relations in a question, by their usual phrases, the longest phrase first. */
export const readRelations = (question: string, { language }: GraphView): readonly SpokenRelation[] =>
	listSpoken(readTokens(question, language), phrasesThatShip(language));

/** Lists the workspace's own relations of some entities that a question mentions. */
export const readOwnRelations = (
	question: string,
	graph: GraphView,
	nodes: readonly EntityHeader[],
): readonly SpokenRelation[] =>
	readRelationsOf(
		question,
		graph,
		nodes.flatMap(({ id }) => graph.linksOf(id).map(({ edge }) => edge.rel)),
	);

/** Lists the relations among the given ones that a question mentions, as far as they are the workspace's own. */
export function readRelationsOf(
	question: string,
	graph: GraphView,
	rels: readonly string[],
): readonly SpokenRelation[] {
	const own = [...new Set(rels)].filter((rel) => !SHIPPED.has(rel));
	if (own.length === 0) return [];
	return listSpoken(
		readTokens(question, graph.language),
		own.flatMap((rel) => phrasesOf(graph, rel).all),
	);
}

/** In which direction of its own edges the subject looks, by where it is named and how the relation is said. */
function lookFrom(spoken: SpokenRelation, subjectStart: number | "itself" | undefined): Direction {
	const { form, isForward, start, isDone, endsWithOf } = spoken;
	if (subjectStart === "itself") return isForward ? "incoming" : "outgoing";
	const isBefore = subjectStart === undefined || subjectStart < start;
	if (form === "noun") {
		// "Whom does Ada mentor?", "what is Dov the foreman of?": the subject is what the noun says.
		const isItself = isBefore && subjectStart !== undefined && (isDone || endsWithOf);
		return isItself === isForward ? "incoming" : "outgoing";
	}
	return isBefore === isForward ? "outgoing" : "incoming";
}

/**
 * The direction in which a relation is followed. Between things of different kinds only one makes sense, however it is said;
 * between things of one kind the words decide.
 */
export function chooseDirection(
	graph: GraphView,
	from: readonly EntityHeader[],
	spoken: SpokenRelation,
	/** Where it is named; `itself` where it is what a noun says. */
	subjectStart: number | "itself" | undefined,
): Direction {
	if (isWaiting(spoken.rel)) return lookFrom(spoken, subjectStart);
	const links = from.flatMap((node) =>
		graph
			.linksOf(node.id)
			.filter(({ edge }) => edge.rel === spoken.rel)
			.map(({ other, seenFrom }) => ({ seenFrom, isAlike: other.kind === node.kind })),
	);
	const ways = new Set(links.map(({ seenFrom }) => seenFrom));
	const [only] = ways;
	if (ways.size === 1 && only !== undefined && links.every(({ isAlike }) => !isAlike)) return only;
	return lookFrom(spoken, subjectStart);
}
