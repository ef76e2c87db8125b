import { type Field, isReference } from "../../graph/model/field.ts";
import { RELATIONS } from "../../graph/model/relations.ts";
import { remember as keep } from "../../graph/model/remember.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { remember } from "../model/remember.ts";
import { stemOf } from "./read-kinds.ts";

/** Words by which a relation is spoken of, as stems in their order. */
export interface Phrase {
	readonly rel: string;
	/** Whether what is named before the words is the source of the relation. */
	readonly isForward: boolean;
	/** A verb: "is blocked" turns it round. A noun names the target: "the owner of". */
	readonly form: "verb" | "noun" | "fixed";
	readonly stems: readonly string[];
	/** Another word for what the relation is called: it counts where no word of its own is said. */
	readonly isGuess?: true;
	readonly isOwn?: true;
}

/** In a phrase, allows any words between its own: "cannot … before". */
export const GAP = "…";
export const PREPOSITIONS: ReadonlySet<string> = new Set(
	"about after against at before behind by for from in into of on over to towards under until with".split(
		" ",
	),
);

const stemsOf = (phrase: string, language: Language): readonly string[] =>
	(phrase.toLowerCase().match(/[\p{L}\p{N}]+|…/gu) ?? []).map((word) =>
		word === GAP ? word : stemOf(word, language),
	);

/** "Has goal" matches any question for a goal; such relations are requested by the kind. */
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

/** Joins anything to anything; no question asks for it. */
const NEVER_ASKED = "mentions";

export const phrasesThatShip = remember((language: Language): readonly Phrase[] => {
	const nouns = (rel: string, isForward: boolean, names: readonly string[]): readonly Phrase[] =>
		names.map((name) => ({ rel, isForward, form: "noun", stems: stemsOf(name, language) }));
	return RELATIONS.filter(({ rel }) => rel !== NEVER_ASKED).flatMap((relation) => {
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
});

export const SHIPPED: ReadonlySet<string> = new Set(RELATIONS.map(({ rel }) => rel));

/** Returns the reference field that declares one of the workspace's own relations. */
const fieldOf = (graph: GraphView, rel: string): Field | undefined =>
	graph.kinds.all
		.flatMap(({ fields }) => fields)
		.find((field) => isReference(field) && (field.rel ?? field.name) === rel);

interface OwnPhrases {
	readonly byName: readonly Phrase[];
	readonly all: readonly Phrase[];
}

/** Every question asks for the same relations: finding their words each time takes longer than the rest. */
const ownPhrasesOf = remember((_: GraphView["kinds"]) => new Map<string, OwnPhrases>());

export function phrasesOf(graph: GraphView, rel: string): OwnPhrases {
	return keep(ownPhrasesOf(graph.kinds), `${graph.language.code} ${rel}`, () => {
		const byName = phrasesByName(graph, rel);
		return { byName, all: addAlike(graph, rel, byName) };
	});
}

/** Lists the phrases of a workspace's own relation, with the synonyms of the language. */
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
	const say = (form: Phrase["form"], text: string, isForward = true): Phrase => ({
		...{ rel, isForward, form, stems: stemsOf(text, language) },
	});
	if (words.length > 1 && last === "by") {
		const done = words.slice(0, -1);
		const doing = [done.join(" "), ...(done.length === 1 ? verbs(done[0] as string) : [])];
		return [...declared, say("fixed", words.join(" ")), ...doing.map((verb) => say("verb", verb, false))];
	}
	if (words.length > 1 && PREPOSITIONS.has(last)) {
		const begin = words[0] as string;
		const forms = [begin, ...verbs(begin)].map((verb) => [verb, ...words.slice(1)].join(" "));
		return [
			...declared,
			...forms.map((form) => say("fixed", form)),
			// "For whom does he deputise?"
			say("fixed", words.slice(0, -1).join(" ")),
		];
	}
	const isVerb = field === undefined && /[^s]s$/.test(last);
	const names = [rel.replaceAll("_", " "), ...(field?.label === undefined ? [] : [field.label])];
	return [
		...declared,
		...names.map((name) => say(isVerb ? "verb" : "noun", name)),
		...(words.length === 1 ? verbs(last).flatMap((verb) => makePhrases(rel, false, [verb], language)) : []),
	];
}

export const listRelationTerms = (graph: GraphView, rel: string): readonly string[] => [
	...new Set(
		phrasesOf(graph, rel)
			.byName.flatMap(({ stems }) => stems)
			.filter((stem) => !PREPOSITIONS.has(stem) && !graph.language.stopWords.has(stem)),
	),
];
