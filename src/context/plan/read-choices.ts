import { addTo } from "../../graph/model/group-by.ts";
import type { Json } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import { remember } from "../model/remember.ts";
import { nounsOf, type QuestionToken, type Span, stemOf } from "./read-kinds.ts";

/** A condition in a question on the state or a field of the requested entities. */
export interface Mark extends Span {
	/** `state_key`, or the name of a field. */
	readonly field: string;
	/** One of these; nothing at all where there are none. */
	readonly values: readonly Json[];
	readonly isNot: boolean;
	/** The values are such as people write, and not ones among which they choose. */
	readonly isWritten?: true;
	/** It says how pressing something is, which matters while it is to be done. */
	readonly isPressing?: true;
}

export const STATE = "state_key";

const NOT = new Set("not no never nor nobody nothing none cannot without".split(" "));
const FARTHEST_NOT = 3;
/** Parts of the names of fields that nobody says. */
const FILING = new Set("at id ids key".split(" "));

export const isHere = (tokens: readonly QuestionToken[], at: number, stems: readonly string[]): boolean =>
	stems.length > 0 &&
	stems.every((stem, index) => tokens[at + index]?.stems[0] === stem || tokens[at + index]?.word === stem);

export const stemsOf = (text: string, language: Language): readonly string[] =>
	text
		.split(/[\s_-]+/)
		.filter((word) => word !== "" && !FILING.has(word))
		.map((word) => stemOf(word, language));

export const isNegated = (tokens: readonly QuestionToken[], at: number): boolean =>
	tokens.slice(Math.max(0, at - FARTHEST_NOT), at).some(({ word }) => NOT.has(word));

interface AskedWords {
	readonly tokens: readonly QuestionToken[];
	readonly places: ReadonlyMap<string, readonly number[]>;
	readonly language: Language;
}

/** A word before which an adjective says how things are. */
const BEFORE = new Set(
	`is are was were be been being s still already now currently any anything everything all my our the me many and or in of
	has have had got get gets t not no never yet rated ranked marked with we i they did a an only`.split(/\s+/),
);
const IS = new Set("is are was were be been being still already not".split(" "));
const ANY_NOUN = new Set("work item items thing things one ones entities record records".split(" "));
/** Where each word of a question is, by its stem and as it is written. */
function placeTokens(tokens: readonly QuestionToken[]): ReadonlyMap<string, readonly number[]> {
	const places = new Map<string, number[]>();
	for (const [at, { word, stems }] of tokens.entries()) {
		for (const form of new Set([word, stems[0] ?? word])) addTo(places, form, at);
	}
	return places;
}

/** The values of a field, or of the state, among which one chooses. */
interface Choices {
	readonly kind: Kind;
	readonly field: string;
	readonly values: readonly string[];
}

/**
 * The workspace's own kinds may have thousands of choices, and each question stems all of them. The built-in kinds have
 * some dozens, and come first.
 */
const MOST_CHOICES = 5_000;

function listChoices(kinds: readonly Kind[]): readonly Choices[] {
	let left = MOST_CHOICES;
	return kinds.flatMap((kind) => {
		const all: readonly Choices[] = [
			{ kind, field: STATE, values: kind.states.map(({ key }) => key) },
			...kind.fields.flatMap((field) =>
				field.type === "select" && field.name !== kind.stateField
					? [{ kind, field: field.name, values: field.options }]
					: [],
			),
		];
		return all.map((choices) => {
			const values = choices.values.slice(0, left);
			left -= values.length;
			return { ...choices, values };
		});
	});
}

/** How a value may be said, as stems in their order. */
interface Saying {
	readonly stems: readonly string[];
	/** In other words than its own: it counts where those are not said. */
	readonly isGuess: boolean;
}

const inWords = (value: string): string => value.toLowerCase().replaceAll(/[_-]/g, " ");

/** Conditions by their names: a workspace's own kinds may have thousands of choices to look up. */
const conditionsOf = remember(
	({ conditions = [] }: Language): ReadonlyMap<string, readonly string[]> =>
		new Map(conditions.flatMap(({ called, said }) => called.map((name) => [name, said]))),
);

/** A value in its own words, and in others that are no value of the same choice. */
function sayingsOf(value: string, values: ReadonlySet<string>, language: Language): readonly Saying[] {
	const others = (conditionsOf(language).get(inWords(value)) ?? []).filter((said) => !values.has(said));
	return [
		{ stems: stemsOf(value, language), isGuess: false },
		...others.map((said) => ({ stems: stemsOf(said, language), isGuess: true })),
	];
}

/** The values of a state or a choice that a question names of a kind, as people say them. */
function readChoices(
	{ kind, field, values }: Choices,
	{ tokens, places, language }: AskedWords,
): readonly Mark[] {
	if (values.length === 0) return [];
	const nouns = new Set(nounsOf(kind).split("|"));
	const fieldStems = new Set(stemsOf(field, language));
	const isNoun = ({ word }: QuestionToken): boolean => nouns.has(word) || ANY_NOUN.has(word);
	const isField = (token: QuestionToken | undefined): boolean =>
		token?.stems.some((stem) => fieldStems.has(stem)) === true;
	const known = new Set(values.map(inWords));
	const marks: (Mark & Pick<Saying, "isGuess"> & { readonly isExact: boolean })[] = [];
	for (const value of values) {
		for (const { stems, isGuess } of sayingsOf(value, known, language)) {
			const negated = isGuess ? [] : (places.get(`un${value}`) ?? []);
			for (const at of [...new Set([...(places.get(stems[0] ?? "") ?? []), ...negated])].sort(
				(a, b) => a - b,
			)) {
				const negative = negated.includes(at);
				const [before, behind] = [tokens[at - 1], tokens[at + stems.length]];
				// The plural of the kind may look like a choice: plans are not planning. Behind a verb it says how things are.
				// Right before another noun of the kind it does so, too: "todo tasks".
				const isBeforeNoun = behind !== undefined && nouns.has(behind.word);
				const isCalled = isNoun(tokens[at] as QuestionToken) && !IS.has(before?.word ?? "") && !isBeforeNoun;
				if (isCalled || (!negative && !isHere(tokens, at, stems))) continue;
				const isSaid =
					before === undefined ||
					behind === undefined ||
					BEFORE.has(before.word) ||
					// "tasks in progress"
					isNoun(before) ||
					isNoun(behind) ||
					isField(before) ||
					isField(behind) ||
					// "urgent waiting jobs"
					marks.some(({ end }) => end === before.end);
				if (!isSaid) continue;
				const [first, last] = [tokens[at] as QuestionToken, tokens[at + stems.length - 1] as QuestionToken];
				const end = isField(behind) ? (behind as QuestionToken).end : last.end;
				const start = isField(before) ? (before as QuestionToken).start : first.start;
				const isNot = negative || isNegated(tokens, at);
				const said = tokens.slice(at, at + stems.length).map(({ word }) => word);
				const isExact = !isGuess && said.join(" ") === inWords(value);
				marks.push({ field, values: [value], isNot, start, end, isGuess, isExact });
			}
		}
	}
	// "Implemented" is a state of its own, and no form of "implementable".
	const isOutdone = (mark: (typeof marks)[number]): boolean =>
		!mark.isExact &&
		marks.some(
			(other) =>
				(other.isExact || (mark.isGuess && !other.isGuess)) &&
				other.start < mark.end &&
				other.end > mark.start,
		);
	return marks.filter((mark) => !isOutdone(mark)).map(({ isGuess: _, isExact: __, ...mark }) => mark);
}

export function readAllChoices(
	tokens: readonly QuestionToken[],
	kinds: readonly Kind[],
	language: Language,
): readonly Mark[] {
	const asked: AskedWords = { tokens, places: placeTokens(tokens), language };
	return listChoices(kinds).flatMap((choices) => readChoices(choices, asked));
}
