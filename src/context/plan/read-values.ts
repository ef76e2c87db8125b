import type { Field } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { ReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { foldText } from "../../graph/search/words/analyse-text.ts";
import { remember } from "../model/remember.ts";
import { ASKS_WHO } from "./choose-source.ts";
import { listPeopleKinds } from "./list-work.ts";
import { type Mark, stemsOf } from "./read-choices.ts";
import { type Ask, everythingOf, type Intent, readIntent, wantsReason } from "./read-intent.ts";
import { blank, blankWords, leftTerms, type QuestionToken, readTokens } from "./read-kinds.ts";

/** Texts that are longer say something; shorter ones call something. */
const LONGEST_VALUE = 40;
const MOST_VALUES = 2_000;
const SHORTEST_WORD = 3;
/** Fields that hold what people chose to write: an address or a date is looked for in other ways. */
const isWritten = ({ type }: Field): boolean => type === "text" || type === "text_list";

interface Value {
	readonly kind: string;
	readonly field: string;
	readonly value: string;
	readonly words: readonly string[];
	/** It says who is to do something. */
	readonly isName: boolean;
}

/** Lists the short field values of all entities: a trade, a town, a person known only by name. */
const listValues = remember((graph: GraphView): readonly Value[] => {
	const values = new Map<string, Value>();
	for (const { kind: name, props, archived_at } of graph.nodes()) {
		const kind = graph.kinds.find(name);
		if (kind === undefined || archived_at !== null || values.size >= MOST_VALUES) continue;
		for (const field of kind.fields.filter(isWritten)) {
			const held = props[field.name];
			for (const value of Array.isArray(held) ? held : [held]) {
				if (typeof value !== "string" || value.length > LONGEST_VALUE) continue;
				const key = `${name}\u0000${field.name}\u0000${value}`;
				const words = foldText(value).match(/[\p{L}\p{N}]+/gu) ?? [];
				const isName = kind.assignedBy === field.name;
				if (words.length > 0 && !values.has(key))
					values.set(key, { kind: name, field: field.name, value, words, isName });
			}
		}
	}
	return [...values.values()];
});

/** Where a value is said: all of it, or of a name one word. */
function placeOf(
	{ words, isName }: Value,
	tokens: readonly QuestionToken[],
	language: GraphView["language"],
) {
	const isWord = (token: QuestionToken | undefined, word: string): boolean =>
		token !== undefined && (token.word === word || token.stems.includes(language.stem(word)));
	const at = tokens.findIndex((_, place) =>
		words.every((word, index) => isWord(tokens[place + index], word)),
	);
	if (at >= 0) return { start: tokens[at]?.start ?? 0, end: tokens[at + words.length - 1]?.end ?? 0 };
	const named = isName
		? tokens.find(({ word }) => word.length >= SHORTEST_WORD && words.includes(word))
		: undefined;
	return named && { start: named.start, end: named.end };
}

/** Phrases about a person's skill or a place; the field has the rest. */
const LIGHT =
	/\b(?:good at|good with|knows?(?: about)?|skilled (?:in|at|with)|experts? (?:in|on|at|with)|experienced? (?:in|with)|speaks?|trained in|based|located|lives?|comes? from)\b/i;

/** Returns a question without its field values, the names of their fields and the phrases around them. */
function leaveValues(left: string, marks: readonly Mark[], { language }: GraphView): string {
	const labels = new Set(marks.flatMap(({ field }) => stemsOf(field, language)));
	const named = readTokens(left, language).filter(({ stems }) => stems.some((stem) => labels.has(stem)));
	return blank(blankWords(left, LIGHT), [...marks, ...named]);
}

/** Reads the field values in a question. A value that is also a title belongs to the entity of that title. */
function readValues(question: string, kinds: readonly Kind[], graph: GraphView): readonly Mark[] {
	const tokens = readTokens(question, graph.language);
	const names = new Set(kinds.map(({ kind }) => kind));
	const marks = new Map<string, Mark>();
	for (const value of listValues(graph)) {
		if (!names.has(value.kind) || (value.isName && graph.find(value.value) !== undefined)) continue;
		const place = placeOf(value, tokens, graph.language);
		if (place === undefined) continue;
		const before = marks.get(value.field);
		const values = [...(before?.values ?? []), value.value];
		marks.set(value.field, { field: value.field, values, isNot: false, isWritten: true, ...place });
	}
	return [...marks.values()];
}

const ASKS_FOR_WORK = /\b(?:working|works?|busy|doing|up to)\b/i;

/** "Which worker is a rigger?", "what does Sylvie have to do?": a set by what the fields of its things say. */
export function readValued(
	graph: GraphView,
	asked: {
		readonly left: string;
		readonly frame: string;
		readonly kinds: readonly Kind[];
		readonly intent: Intent | undefined;
		readonly days: ReaderDays;
	},
): Intent | undefined {
	const { left, frame, kinds, intent, days } = asked;
	if (wantsReason(frame, kinds)) return undefined;
	const work = graph.kinds.all.filter(({ assignedBy }) => assignedBy !== undefined);
	const isAnyWork = kinds.length === 0 && !ASKS_WHO.test(frame);
	const meant = kinds.length > 0 ? kinds : isAnyWork ? work : listPeopleKinds(graph);
	const values = readValues(left, meant, graph);
	const others = leaveValues(blankWords(left, ASKS_FOR_WORK), values, graph);
	if (values.length === 0 || leftTerms(others, graph).length > 0) return undefined;
	const wanted = { kinds: graph.kinds.all, wanted: meant, today: days.today, language: graph.language };
	const ruled = intent ?? readIntent(frame, wanted);
	const isWork = ASKS_FOR_WORK.test(frame);
	// Without a kind and without a rule, a name is only a name.
	if (ruled === undefined && isAnyWork && !isWork) return undefined;
	const asks: readonly Ask[] = ruled?.asks.filter(({ rule }) => rule !== "all") ?? [];
	const some: Ask = { rule: isAnyWork ? "open" : "marked" };
	return {
		...(ruled ?? everythingOf(meant)),
		kinds: meant,
		asks: asks.length > 0 ? asks : [some],
		marks: [...(ruled?.marks ?? []), ...values],
	};
}
