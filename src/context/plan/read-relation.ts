import { type Field, isReference } from "../../graph/model/field.ts";
import { type Direction, RELATIONS } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import { type QuestionToken, readTokens, stemOf } from "./question-tokens.ts";

/** Words by which a relation is spoken of, as stems in their order. */
interface Phrase {
	readonly rel: string;
	/** Whether what is named before the words is the source of the relation. */
	readonly isForward: boolean;
	/** A verb: "is blocked" turns it round. A noun names the target: "the owner of". */
	readonly form: "verb" | "noun" | "fixed";
	readonly stems: readonly string[];
	/** Another word for what the relation is called: it counts where no word of its own is said. */
	readonly isGuess?: true;
	/** A relation of the workspace's own. */
	readonly isOwn?: true;
}

/** A relation that a question speaks of, and where. */
export interface SpokenRelation extends Phrase {
	readonly start: number;
	/** Each of its words; names may be between them. */
	readonly spans: readonly { readonly start: number; readonly end: number }[];
	/** The words are said as a verb with its own subject: "does Ada mentor". */
	readonly isDone: boolean;
	/** "… is Dov the foreman of?" */
	readonly endsWithOf: boolean;
}

/** May be far from their verb, with a name between: "holds the drill up". */
const PARTICLES: ReadonlySet<string> = new Set(["up", "back", "from"]);
const FARTHEST_PARTICLE = 7;
/** Stands in a phrase for whatever is between its words: "cannot … before". */
const GAP = "…";
const FARTHEST_GAP = 8;
/** "waiting, directly or indirectly, for" */
const FARTHEST_PREPOSITION = 4;
const PREPOSITIONS: ReadonlySet<string> = new Set(
	"about after against at before behind by for from in into of on over to towards under until with".split(
		" ",
	),
);
const IS = new Set("is are was were be been being am s get gets got".split(" "));
const DOES = new Set("do does did have has had can could will would shall should may might must".split(" "));

const stemsOf = (phrase: string, language: Language): readonly string[] =>
	(phrase.toLowerCase().match(/[\p{L}\p{N}]+|…/gu) ?? []).map((word) =>
		word === GAP ? word : stemOf(word, language),
	);

/** "Has goal" is said by any question for a goal; such relations are asked for by the kind. */
const isSpoken = (label: string): boolean => !/^has /i.test(label) && !/ of$/i.test(label);

/** A single verb, or one with a particle: of these "is …ed" says the opposite. */
const formOf = (stems: readonly string[]): Phrase["form"] =>
	stems.slice(1).every((stem) => stem === "up" || stem === "back") ? "verb" : "fixed";

function makePhrases(
	rel: string,
	isForward: boolean,
	phrases: readonly string[],
	language: Language,
): readonly Phrase[] {
	return phrases.flatMap((phrase): Phrase[] => {
		const stems = stemsOf(phrase, language);
		const form = formOf(stems);
		const said: Phrase = { rel, isForward, form, stems };
		// "Lowered by" for "lower": what one end does to the other, as the other says it.
		return form === "fixed" || stems.length === 0
			? [said]
			: [said, { rel, isForward: !isForward, form: "fixed", stems: [...stems, "by"] }];
	});
}

const shipped = new Map<string, readonly Phrase[]>();

/** Joins whatever has to do with each other; no question asks for it. */
const NEVER_ASKED = "mentions";

/** What the relations that ship are called. */
function phrasesThatShip(language: Language): readonly Phrase[] {
	const known = shipped.get(language.code);
	if (known) return known;
	const nouns = (rel: string, isForward: boolean, names: readonly string[]): readonly Phrase[] =>
		names.map((name) => ({ rel, isForward, form: "noun", stems: stemsOf(name, language) }));
	const phrases = RELATIONS.filter(({ rel }) => rel !== NEVER_ASKED).flatMap((relation) => {
		const {
			rel,
			label,
			inverseLabel,
			says = [],
			inverseSays = [],
			called = [],
			inverseCalled = [],
		} = relation;
		return [
			...makePhrases(rel, true, [...[label].filter(isSpoken), ...says], language),
			...makePhrases(rel, false, [...[inverseLabel].filter(isSpoken), ...inverseSays], language),
			...nouns(rel, true, called),
			...nouns(rel, false, inverseCalled),
		];
	});
	shipped.set(language.code, phrases);
	return phrases;
}

const SHIPPED: ReadonlySet<string> = new Set(RELATIONS.map(({ rel }) => rel));

/** The reference field by which a relation of one's own was declared. */
const fieldOf = (graph: GraphView, rel: string): Field | undefined =>
	graph.kinds.all
		.flatMap(({ fields }) => fields)
		.find((field) => isReference(field) && (field.rel ?? field.name) === rel);

interface OwnPhrases {
	readonly byName: readonly Phrase[];
	readonly all: readonly Phrase[];
}

/** Kinds never change, and every question asks for the same relations: finding their words each time takes longer than the rest. */
const owned = new WeakMap<GraphView["kinds"], Map<string, OwnPhrases>>();

function phrasesOf(graph: GraphView, rel: string): OwnPhrases {
	const known = owned.get(graph.kinds) ?? new Map<string, OwnPhrases>();
	owned.set(graph.kinds, known);
	const key = `${graph.language.code} ${rel}`;
	const found = known.get(key);
	if (found) return found;
	const byName = phrasesByName(graph, rel);
	const made = { byName, all: addAlike(graph, rel, byName) };
	known.set(key, made);
	return made;
}

/** What a relation of the workspace's own is called, and what else the language has for that. */
function addAlike(graph: GraphView, rel: string, own: readonly Phrase[]): readonly Phrase[] {
	const known = new Set(own.map(({ stems }) => stems.join(" ")));
	return [
		...own.map((phrase): Phrase => ({ ...phrase, isOwn: true })),
		...phrasesAlike(graph.language, rel, own).filter(({ stems }) => !known.has(stems.join(" "))),
	];
}

/** Other words for what one end of a relation does to the other: "in charge of" for what is led by somebody. */
function phrasesAlike(language: Language, rel: string, own: readonly Phrase[]): readonly Phrase[] {
	const say = (texts: readonly string[] = [], form: Phrase["form"], isForward: boolean): readonly Phrase[] =>
		texts.map((text) => ({ rel, isForward, form, stems: stemsOf(text, language), isGuess: true }));
	const says = (texts: readonly string[] = []): ReadonlySet<string> =>
		new Set(texts.map((text) => stemsOf(text, language).join(" ")));
	const isSaid = (texts: readonly string[] | undefined, { stems }: Phrase): boolean =>
		says(texts).has(stems.join(" "));
	return (language.deeds ?? []).flatMap(({ does, undergoes, doer, done }) => {
		const verb = own.find((phrase) => phrase.form !== "noun" && isSaid(does, phrase));
		const noun = own.find((phrase) => phrase.form === "noun" && isSaid(doer, phrase));
		// A field that is called by its holder leads to who does it.
		const doesIt = verb?.isForward ?? (noun ? !noun.isForward : undefined);
		if (doesIt === undefined) return [];
		return [
			...does.flatMap((text) => makePhrases(rel, doesIt, [text], language)),
			...say(undergoes, "fixed", !doesIt),
			...say(doer, "noun", !doesIt),
			...say(done, "noun", doesIt),
		].map((phrase): Phrase => ({ ...phrase, isGuess: true }));
	});
}

/** By its name, by the field that holds it and by what that declares. */
function phrasesByName(graph: GraphView, rel: string): readonly Phrase[] {
	const { language } = graph;
	const field = fieldOf(graph, rel);
	const words = rel.toLowerCase().split("_");
	const last = words.at(-1) ?? "";
	const verbs = (word: string): readonly string[] => language.verbsIn?.(word) ?? [];
	const declared = makePhrases(rel, true, field?.says ?? [], language);
	if (words.length > 1 && last === "by") {
		const done = words.slice(0, -1);
		const doing = [done.join(" "), ...(done.length === 1 ? verbs(done[0] as string) : [])];
		return [
			...declared,
			{ rel, isForward: true, form: "fixed", stems: stemsOf(words.join(" "), language) },
			...doing.map(
				(verb): Phrase => ({ rel, isForward: false, form: "verb", stems: stemsOf(verb, language) }),
			),
		];
	}
	if (words.length > 1 && PREPOSITIONS.has(last)) {
		const begin = words[0] as string;
		const forms = [begin, ...verbs(begin)].map((verb) => [verb, ...words.slice(1)].join(" "));
		return [
			...declared,
			...forms.map(
				(form): Phrase => ({ rel, isForward: true, form: "fixed", stems: stemsOf(form, language) }),
			),
			// "For whom does he deputise?"
			{ rel, isForward: true, form: "fixed", stems: stemsOf(words.slice(0, -1).join(" "), language) },
		];
	}
	const isVerb = field === undefined && /[^s]s$/.test(last);
	const names = [rel.replaceAll("_", " "), ...(field?.label === undefined ? [] : [field.label])];
	return [
		...declared,
		...names.map(
			(name): Phrase => ({
				rel,
				isForward: true,
				form: isVerb ? "verb" : "noun",
				stems: stemsOf(name, language),
			}),
		),
		...(words.length === 1 ? verbs(last).flatMap((verb) => makePhrases(rel, false, [verb], language)) : []),
	];
}

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

/** Whether a verb is said of what it is done to: "is blocked", "was the boat towed". */
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

/** The relations that ship of which a question speaks, as people say them, the longest phrase first. */
export const readRelations = (question: string, { language }: GraphView): readonly SpokenRelation[] =>
	listSpoken(readTokens(question, language), phrasesThatShip(language));

/** The relations of their own that some things have and a question speaks of. */
export const readOwnRelations = (
	question: string,
	graph: GraphView,
	nodes: readonly GraphNode[],
): readonly SpokenRelation[] =>
	readRelationsOf(
		question,
		graph,
		nodes.flatMap(({ id }) => graph.linksOf(id).map(({ edge }) => edge.rel)),
	);

/** Which of some relations a question speaks of, as far as they are the workspace's own. */
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

/** The stems by which a relation of one's own is asked for. */
export const listRelationTerms = (graph: GraphView, rel: string): readonly string[] => [
	...new Set(
		phrasesOf(graph, rel)
			.byName.flatMap(({ stems }) => stems)
			.filter((stem) => !PREPOSITIONS.has(stem) && !graph.language.stopWords.has(stem)),
	),
];

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

/** Of these either direction makes sense, whatever is at their ends. */
const WAITING: ReadonlySet<string> = new Set(RELATIONS.flatMap(({ rel, waits }) => (waits ? [rel] : [])));

/**
 * The direction in which a relation is followed. Between things of different kinds only one makes sense, however it is said;
 * between things of one kind the words decide.
 */
export function chooseDirection(
	graph: GraphView,
	from: readonly GraphNode[],
	spoken: SpokenRelation,
	/** Where it is named; `itself` where it is what a noun says. */
	subjectStart: number | "itself" | undefined,
): Direction {
	if (WAITING.has(spoken.rel)) return lookFrom(spoken, subjectStart);
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
