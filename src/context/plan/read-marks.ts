import type { Field } from "../../graph/model/field.ts";
import type { Json } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import { type QuestionToken, readTokens, stemOf } from "./question-tokens.ts";
import { nounsOf } from "./read-kinds.ts";

/** What a question says of the state or a field of what it asks for. */
export interface Mark {
	/** `state_key`, or the name of a field. */
	readonly field: string;
	/** One of these; nothing at all where there are none. */
	readonly values: readonly Json[];
	readonly isNot: boolean;
	/** Where the question says so. */
	readonly start: number;
	readonly end: number;
}

/** The words of a question, and where each of them is. */
interface AskedWords {
	readonly tokens: readonly QuestionToken[];
	readonly places: ReadonlyMap<string, readonly number[]>;
	readonly language: Language;
}

const STATE = "state_key";

/** A word before which an adjective says how things are. */
const BEFORE = new Set(
	`is are was were be been being s still already now currently any anything everything all my our the me many and or in of
	has have had got get gets t not no never yet rated ranked marked with we i they did a an only`.split(/\s+/),
);
const NOT = new Set(
	"not no never nor nobody nothing none cannot without isn aren wasn weren hasn haven hadn don doesn didn".split(
		" ",
	),
);
const FARTHEST_NOT = 3;
const LACKS = new Set("lack lacks lacking without no missing".split(" "));
const FARTHEST_LACK = 4;
const ANY_NOUN = new Set("work item items thing things one ones entities record records".split(" "));
/** What the day until which something is to be done is called, whatever its field is. */
const DUE_NAMES = ["deadline", "due date", "date"];
/** Parts of the names of fields that nobody says. */
const FILING = new Set("at id ids key".split(" "));

const isHere = (tokens: readonly QuestionToken[], at: number, stems: readonly string[]): boolean =>
	stems.length > 0 &&
	stems.every((stem, index) => tokens[at + index]?.stems[0] === stem || tokens[at + index]?.word === stem);

const stemsOf = (text: string, language: Language): readonly string[] =>
	text
		.split(/[\s_-]+/)
		.filter((word) => word !== "" && !FILING.has(word))
		.map((word) => stemOf(word, language));

const isNegated = (tokens: readonly QuestionToken[], at: number): boolean =>
	tokens.slice(Math.max(0, at - FARTHEST_NOT), at).some(({ word }) => NOT.has(word) || /n['’]t$/.test(word));

/** Where each word of a question is, by its stem and as it is written. */
function placeTokens(tokens: readonly QuestionToken[]): ReadonlyMap<string, readonly number[]> {
	const places = new Map<string, number[]>();
	for (const [at, { word, stems }] of tokens.entries()) {
		for (const form of new Set([word, stems[0] ?? word])) {
			const known = places.get(form);
			if (known) known.push(at);
			else places.set(form, [at]);
		}
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
 * Kinds of one's own may have thousands of choices, and a stem is made of each for every question. Those that ship have some
 * dozens, and come first.
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
	const marks: Mark[] = [];
	for (const value of values) {
		const stems = stemsOf(value, language);
		const said = [...(places.get(stems[0] ?? "") ?? []), ...(places.get(`un${value}`) ?? [])];
		for (const at of [...new Set(said)].sort((a, b) => a - b)) {
			const negative = tokens[at]?.word === `un${value}`;
			// The plural of the kind may look like a choice: plans are not planning.
			if (isNoun(tokens[at] as QuestionToken) || (!negative && !isHere(tokens, at, stems))) continue;
			const [before, behind] = [tokens[at - 1], tokens[at + stems.length]];
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
			marks.push({ field, values: [value], isNot: negative || isNegated(tokens, at), start, end });
		}
	}
	return marks;
}

const BEGUN = new Set("started begun begin start touched".split(" "));

/** "Not started": still in the state in which things of a kind begin. */
function readNotBegun(tokens: readonly QuestionToken[], { initialState, states }: Kind): readonly Mark[] {
	const first = initialState ?? states[0]?.key;
	if (first === undefined) return [];
	return tokens.flatMap(({ word, start, end }, at): Mark[] =>
		(BEGUN.has(word) && isNegated(tokens, at)) || word === "unstarted"
			? [{ field: STATE, values: [first], isNot: false, start, end }]
			: [],
	);
}

/** "Priority 1": a field that holds a number, and the number. */
function readNumbers(tokens: readonly QuestionToken[], field: Field, language: Language): readonly Mark[] {
	if (field.type !== "number") return [];
	const stems = stemsOf(field.label ?? field.name, language);
	return tokens.flatMap((token, at): Mark[] => {
		const number = tokens[at + stems.length];
		if (!isHere(tokens, at, stems) || number === undefined || !/^\d+$/.test(number.word)) return [];
		const value = Number(number.word);
		return [
			{
				field: field.name,
				values: [value],
				isNot: isNegated(tokens, at),
				start: token.start,
				end: number.end,
			},
		];
	});
}

/** "Without a due date": a field that holds nothing. */
function readLacks(
	tokens: readonly QuestionToken[],
	field: Field,
	{ language, isDue }: { readonly language: Language; readonly isDue: boolean },
): readonly Mark[] {
	if (!tokens.some(({ word }) => LACKS.has(word))) return [];
	const own = stemsOf(field.label ?? field.name, language);
	const calls = isDue ? [own, ...DUE_NAMES.map((name) => stemsOf(name, language))] : [own];
	return tokens.flatMap((token, at): Mark[] => {
		if (!LACKS.has(token.word)) return [];
		const near = tokens.slice(at + 1, at + 1 + FARTHEST_LACK);
		const stems = calls.find((call) => near.some((_, index) => isHere(near, index, call)));
		if (stems === undefined) return [];
		const place = near.findIndex((_, index) => isHere(near, index, stems));
		const last = near[place + stems.length - 1] as QuestionToken;
		const behind = near[place + stems.length];
		const end = field.type === "date" && behind?.word === "date" ? behind.end : last.end;
		return [{ field: field.name, values: [], isNot: false, start: token.start, end }];
	});
}

/** What is said of the same field is one mark: "waiting or quoted". */
function joinMarks(marks: readonly Mark[]): readonly Mark[] {
	const joined = new Map<string, Mark>();
	for (const mark of marks) {
		const key = `${mark.field} ${mark.isNot} ${mark.values.length === 0}`;
		const known = joined.get(key);
		joined.set(
			key,
			known === undefined ? mark : { ...known, values: [...new Set([...known.values, ...mark.values])] },
		);
	}
	return [...joined.values()];
}

/** All that a question says of states and fields of the kinds it asks for, in the words of these kinds. */
export function readMarks(
	question: string,
	kinds: readonly Kind[],
	language: Language,
): { readonly marks: readonly Mark[]; readonly spans: readonly { start: number; end: number }[] } {
	if (kinds.length === 0) return { marks: [], spans: [] };
	const tokens = readTokens(question, language);
	const asked: AskedWords = { tokens, places: placeTokens(tokens), language };
	const marks = [
		...listChoices(kinds).flatMap((choices) => readChoices(choices, asked)),
		...kinds.flatMap((kind) => [
			...readNotBegun(tokens, kind),
			...kind.fields.flatMap((field) => [
				...readNumbers(tokens, field, language),
				...readLacks(tokens, field, { language, isDue: field.name === kind.dates?.due }),
			]),
		]),
	];
	return { marks: joinMarks(marks), spans: marks.map(({ start, end }) => ({ start, end })) };
}

const isNothing = (value: Json | undefined): boolean =>
	value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether all of the marks are true of something; of what has no such field, none is. */
export function fitsMarks(node: GraphNode, kind: Kind, marks: readonly Mark[]): boolean {
	return marks.every(({ field, values, isNot }) => {
		const isDeclared =
			field === STATE ? kind.states.length > 0 : kind.fields.some(({ name }) => name === field);
		if (!isDeclared) return false;
		const value = field === STATE ? node.state_key : node.props[field];
		return (values.length === 0 ? isNothing(value) : values.includes(value ?? null)) !== isNot;
	});
}

const inWords = (text: string): string => text.replaceAll("_", " ");

/** "not mitigated", "urgent", "without due at" */
export function describeMark({ field, values, isNot }: Mark): string {
	if (values.length === 0) return `without ${inWords(field)}`;
	const said = values
		.map((value) => (typeof value === "number" ? `${inWords(field)} ${value}` : inWords(String(value))))
		.join(" or ");
	return isNot ? `not ${said}` : said;
}
