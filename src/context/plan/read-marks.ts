import type { EntityHeader } from "../../graph/model/entity.ts";
import { type Field, isReference } from "../../graph/model/field.ts";
import type { Json } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { type Direction, LOOSE } from "../../graph/model/relations.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { hasSomebody, isPeople } from "./list-work.ts";
import { isHere, isNegated, type Mark, readAllChoices, STATE, stemsOf } from "./read-choices.ts";
import { NUMBER_WORDS } from "./read-day-range.ts";
import { findNouns, type QuestionToken, readTokens, type Span } from "./read-kinds.ts";
import { readRelations, readRelationsOf } from "./read-relation.ts";

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

/** Something that the requested entities lack: an assignee, or an entity at the other end of a relation. */
export interface Missing {
	/** "owner", as the question says it. */
	readonly said: string;
	/** Nobody, or nothing of a kind, where it is no relation. */
	readonly rel: string | "people" | "kind" | "held";
	readonly kind?: string;
	/** The entities that do have it, where an earlier step found them. */
	readonly held?: ReadonlySet<string>;
	readonly direction: Direction | undefined;
}

interface Lacks {
	readonly missing: readonly Missing[];
	readonly spans: readonly Span[];
	/** The kinds of people of whom it is said, where no kind is named: "who has no manager?" */
	readonly ofPeople?: readonly Kind[];
}

const LACKING = new Set("without lack lacks lacking no nobody none nothing".split(" "));
const BY_NOBODY = new Set("nobody none nothing".split(" "));
const PEOPLE =
	/\b(?:owners?|own|owns|assignees?|assigned|responsible|leaders?|lead|leads|person|handl\w+|looks? after|anyone|anybody|someone|works? on|working on|on (?:it|them))\b/i;
const FARTHEST = 5;

/** Returns the words as they read after "without": "nobody is on them" lacks anybody on them. */
const sayPeople = (said: string): string => (/^on\b/i.test(said) ? `anybody ${said}` : said);

/** Lists the workspace's own relations of some kinds: by their reference fields, or by an edge. */
function listOwnRels(graph: GraphView, kinds: readonly Kind[]): readonly string[] {
	const declared = kinds.flatMap(({ fields }) =>
		fields.filter(isReference).map((field) => field.rel ?? field.name),
	);
	const names = new Set(kinds.map(({ kind }) => kind));
	const drawn = [...graph.nodes()]
		.filter(({ kind }) => names.has(kind))
		.flatMap(({ id }) => graph.linksOf(id).map(({ edge }) => edge.rel));
	return [...new Set([...declared, ...drawn])];
}

/** Reads what the requested kinds must lack: "without an owner", "that nothing mitigates". */
export function readMissing(question: string, graph: GraphView, named: readonly Kind[]): Lacks {
	const tokens = readTokens(question, graph.language);
	const at = named.length === 0 ? -1 : tokens.findIndex(({ word }) => LACKING.has(word));
	const lack = tokens[at];
	if (lack === undefined) return NO_LACK;
	const last = tokens[Math.min(tokens.length, at + 1 + FARTHEST) - 1] as QuestionToken;
	const behind = " ".repeat(lack.end) + question.slice(lack.end, last.end);
	const kinds = named.filter((kind) => !isWithin(kind, behind));
	const [first] = [
		...readRelationsOf(behind, graph, listOwnRels(graph, kinds)),
		...readRelations(behind, graph),
	];
	// "With no due date in Heron": a field that holds nothing is a mark, and a place is no relation.
	const plain = new Set(
		kinds.flatMap(({ fields }) => fields.filter((field) => !isReference(field)).map(({ name }) => name)),
	);
	const { marks } = readMarks(question, kinds, graph.language);
	const isField = marks.some(
		({ field, values, start }) =>
			values.length === 0 && plain.has(field) && start >= lack.start && start < last.end,
	);
	if (isField) return NO_LACK;
	const people = PEOPLE.exec(behind);
	const lacking = named.find((kind) => isWithin(kind, behind));
	const noun = lacking && kinds.length > 0 ? findNouns(behind, lacking)[0] : undefined;
	// "Without a plan in Heron": what comes first is what is missing.
	const isKind =
		noun !== undefined &&
		noun.start < Math.min(first?.spans[0]?.start ?? Infinity, people?.index ?? Infinity);
	if (lacking && isKind) return lackKind(lacking, { start: lack.start, end: noun.end });
	// A state that nobody brought about is a mark of its own: "decisions nobody has made".
	const isState = marks.some(({ values, start, end }) =>
		values.some((value) => String(value).replaceAll("_", " ") === question.slice(start, end).toLowerCase()),
	);
	if (isState) return NO_LACK;
	const isAgent = BY_NOBODY.has(lack.word);
	const isAssignable = kinds.every(({ assignedBy }) => assignedBy !== undefined);
	const isSomebody = people !== null && (isAssignable || first === undefined);
	const end = isSomebody ? people.index + people[0].length : first?.spans.at(-1)?.end;
	const missing: Missing | undefined = isSomebody
		? { said: sayPeople(people[0]), rel: "people", direction: undefined }
		: first && {
				said: question.slice(first.spans[0]?.start, end),
				rel: first.rel,
				direction:
					directionOf(graph, kinds, first.rel) ?? (isAgent === first.isForward ? "incoming" : "outgoing"),
			};
	if (missing === undefined || end === undefined) return NO_LACK;
	const lacks: Lacks = { missing: [missing], spans: [{ start: lack.start, end }] };
	const isWho =
		kinds.length > 0 && kinds.every((kind) => isPeople(kind) && findNouns(question, kind).length === 0);
	if (!isWho) return lacks;
	const ofPeople = kinds.filter((kind) => listOwnRels(graph, [kind]).includes(missing.rel));
	return ofPeople.length === 0 ? NO_LACK : { ...lacks, ofPeople };
}

const NO_LACK: Lacks = { missing: [], spans: [] };

/** "Goals without a plan": nothing of a kind is joined to them. */
const lackKind = ({ kind, label }: Kind, span: Span): Lacks => ({
	missing: [{ said: label.toLowerCase(), rel: "kind", kind, direction: undefined }],
	spans: [span],
});

/** A kind named after the word for the lack is the missing one, not the requested one. */
const isWithin = ({ plural, label }: Kind, behind: string): boolean =>
	[plural, label].some((noun) => behind.toLowerCase().includes(noun.toLowerCase()));

/** The one end of a relation at which things of these kinds are; undefined where they are at both. */
function directionOf(graph: GraphView, kinds: readonly Kind[], rel: string): Direction | undefined {
	const names = new Set(kinds.map(({ kind }) => kind));
	const ways = new Set<Direction>();
	for (const node of graph.nodes()) {
		if (!names.has(node.kind)) continue;
		for (const { edge, seenFrom } of graph.linksOf(node.id)) if (edge.rel === rel) ways.add(seenFrom);
		if (ways.size > 1) return undefined;
	}
	return [...ways][0];
}

function isThere(graph: GraphView, node: EntityHeader, { rel, direction, kind, held }: Missing): boolean {
	if (held) return held.has(node.id);
	if (rel === "people") return hasSomebody(graph, node);
	return graph
		.linksOf(node.id)
		.some(({ edge, seenFrom, other }) =>
			rel === "kind"
				? other.kind === kind && !LOOSE.has(edge.rel)
				: edge.rel === rel && other.archived_at === null && (direction ?? seenFrom) === seenFrom,
		);
}

export const lacksAll = (graph: GraphView, node: EntityHeader, missing: readonly Missing[]): boolean =>
	missing.every((each) => !isThere(graph, node, each));
