import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Field } from "../../graph/model/field.ts";
import type { Json } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { Span } from "./mask-words.ts";
import { type QuestionToken, readTokens } from "./question-tokens.ts";
import { isHere, isNegated, type Mark, readAllChoices, STATE, stemsOf } from "./read-choices.ts";
import { NUMBER_WORDS } from "./read-day-range.ts";

const LACKS = new Set("lack lacks lacking without no missing".split(" "));
const FARTHEST_LACK = 4;
/** Names for the day by which work must be done, independent of its field. */
const DUE_NAMES = ["deadline", "due date", "date"];
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

const SHORT_RANK = /^[a-z]\d$/;

/** A number in figures, or a small one in letters. */
function readNumber(word: string): number | undefined {
	if (/^\d{1,9}$/.test(word)) return Number(word);
	const place = NUMBER_WORDS.indexOf(word);
	return place < 0 ? undefined : place;
}

/** "Priority 1": a field that holds a number, and the number. */
function readNumbers(tokens: readonly QuestionToken[], field: Field, language: Language): readonly Mark[] {
	if (field.type !== "number") return [];
	const stems = stemsOf(field.label ?? field.name, language);
	return tokens.flatMap((token, at): Mark[] => {
		const number = tokens[at + stems.length];
		// "P1": the number that is tops, behind the first letter of its field.
		if (field.lowestIsTop && SHORT_RANK.test(token.word) && token.word[0] === field.name[0]) {
			const values = [Number(token.word.slice(1))];
			return [
				{ field: field.name, values, isNot: isNegated(tokens, at), start: token.start, end: token.end },
			];
		}
		const value = number && readNumber(number.word);
		if (!isHere(tokens, at, stems) || number === undefined || value === undefined) return [];
		const isNot = isNegated(tokens, at);
		return [{ field: field.name, values: [value], isNot, start: token.start, end: number.end }];
	});
}

/** On a short scale, so large a part of it is high, and as large a part low: two of five. */
const SHARE_OF_SCALE = 0.4;
const LONGEST_SCALE = 10;
const MORE_OR_LESS = new Set("more most less least very".split(" "));

/** "High priority", "important tasks": one end of a short scale of whole numbers. */
function readEndsOfScale(
	tokens: readonly QuestionToken[],
	field: Field,
	language: Language,
): readonly Mark[] {
	if (field.type !== "number" || !field.integer || field.min === undefined || field.max === undefined)
		return [];
	const { name, min, max, lowestIsTop } = field;
	if (max - min >= LONGEST_SCALE) return [];
	const many = Math.max(1, Math.floor((max - min + 1) * SHARE_OF_SCALE));
	const lowest = Array.from({ length: many }, (_, place) => min + place);
	const highest = lowest.map((value) => max + min - value);
	const stems = stemsOf(field.label ?? name, language);
	const markFrom = (at: number, to: number, isHigh: boolean): Mark => ({
		...{
			field: name,
			values: isHigh === (lowestIsTop === true) ? lowest : highest,
			isNot: isNegated(tokens, at),
		},
		...(lowestIsTop && { isPressing: true as const }),
		...{ start: (tokens[at] as QuestionToken).start, end: (tokens[to] as QuestionToken).end },
	});
	return tokens.flatMap(({ word, stems: own }, at): Mark[] => {
		if ((word === "high" || word === "low") && isHere(tokens, at + 1, stems))
			return [markFrom(at, at + stems.length, word === "high")];
		const isSaid = field.says?.some((said) => word === said || own.includes(language.stem(said))) === true;
		return isSaid && !MORE_OR_LESS.has(tokens[at - 1]?.word ?? "") ? [markFrom(at, at, true)] : [];
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

/** Joins conditions on the same field into one mark: "waiting or quoted". */
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
): { readonly marks: readonly Mark[]; readonly spans: readonly Span[] } {
	if (kinds.length === 0) return { marks: [], spans: [] };
	const tokens = readTokens(question, language);
	const marks = [
		...readAllChoices(tokens, kinds, language),
		...kinds.flatMap((kind) => [
			...readNotBegun(tokens, kind),
			...kind.fields.flatMap((field) => [
				...readNumbers(tokens, field, language),
				...readEndsOfScale(tokens, field, language),
				...readLacks(tokens, field, { language, isDue: field.name === kind.dates?.due }),
			]),
		]),
	];
	return { marks: joinMarks(marks), spans: marks.map(({ start, end }) => ({ start, end })) };
}

const isNothing = (value: Json | undefined): boolean =>
	value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether all of the marks are true of something; of what has no such field, none is. */
export function fitsMarks(node: EntityHeader, kind: Kind, marks: readonly Mark[]): boolean {
	return marks.every(({ field, values, isNot }) => {
		const isDeclared =
			field === STATE ? kind.states.length > 0 : kind.fields.some(({ name }) => name === field);
		if (!isDeclared) return false;
		const value = field === STATE ? node.state_key : node.props[field];
		const held = Array.isArray(value) ? value : [value ?? null];
		return (values.length === 0 ? isNothing(value) : held.some((each) => values.includes(each))) !== isNot;
	});
}

const inWords = (text: string): string => text.replaceAll("_", " ");

/** "not mitigated", "urgent", "without due at" */
export function describeMark({ field, values, isNot, isWritten }: Mark): string {
	if (values.length === 0) return `without ${inWords(field)}`;
	if (isWritten) return `with ${inWords(field)} ${values.map((value) => `“${String(value)}”`).join(" or ")}`;
	const said = values
		.map((value) => (typeof value === "number" ? `${inWords(field)} ${value}` : inWords(String(value))))
		.join(" or ");
	return isNot ? `not ${said}` : said;
}
