import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Language } from "../../graph/search/languages/language.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText, foldText, locateTerms, type Token } from "../../graph/search/words/analyse-text.ts";
import { fieldsOf, isPeople } from "./list-work.ts";
import { isBehindName, isBesideName, isManyNamed, leftTerms, type Span, stemOf } from "./read-kinds.ts";
import { listRelationTerms } from "./relation-phrases.ts";

/** Something that a question names, and where. */
export interface NamedSubject extends Span {
	readonly node: EntityHeader;
	readonly score: number;
	/** The question says its kind right behind its name. */
	readonly isOfKind?: true;
	/** Few of its words are said: it may be something else that is meant. */
	readonly isUnsure?: true;
}

const MOST_LOOKED_AT = 40;
/** A title that holds less of what was said is not what was meant; nor is one of which so little was said. */
const LEAST_SAID = 0.6;
const LEAST_OF_TITLE = 0.14;
/** One plain word may be a verb: it must be half of the title, or be asked about. */
const LEAST_OF_ONE_WORD = 0.5;
const LEAST_OF_ONE_SURE = 0.3;
const OF_KIND = 0.25;
/** A name written as names are is rather that of a person than of what is written about them. */
const OF_PERSON = 0.2;
const BESIDE_ITS_KIND = 0.5;
/** A second subject counts only if its score is nearly that of the best. */
const NEARLY = 0.6;
const MOST_MEANT = 5;
const LONGEST_NOUN = 24;

/** The terms of a name that a word says: one, or the words that a noun is made of, "hand" and "over" for "handover". */
type SaidTerms = (word: Token, terms: ReadonlySet<string>) => readonly string[];

type Parts = ReadonlyMap<string, readonly string[]>;

const listParts = (words: readonly Token[], whole: string, language: Language): Parts =>
	new Map(
		words.map(({ term, start, end }) => {
			const made = language.wordsIn?.(foldText(whole.slice(start, end))) ?? [];
			return [term, made.map((part) => stemOf(part, language))] as const;
		}),
	);

const makeSaidTerms =
	(parts: Parts): SaidTerms =>
	({ term }, terms) => {
		if (terms.has(term)) return [term];
		const made = parts.get(term) ?? [];
		return made.length > 0 && made.every((part) => terms.has(part)) ? made : [];
	};

/** The longest run of what was said that a name holds: plain words with others between them name nothing. */
function longestRun(
	words: readonly Token[],
	terms: ReadonlySet<string>,
	saidTerms: SaidTerms,
): readonly Token[] {
	let [best, run]: [readonly Token[], Token[]] = [[], []];
	for (const word of words) {
		run = saidTerms(word, terms).length > 0 ? [...run, word] : [];
		if (run.length > best.length) best = run;
	}
	return best;
}

/** How well a name answers to what was said: how much of it the name holds, and how much of the name was said. */
function scoreName(
	terms: ReadonlySet<string>,
	run: readonly Token[],
	how: {
		readonly said: number;
		readonly isPerson: boolean;
		readonly isWritten: boolean;
		readonly saidTerms: SaidTerms;
	},
) {
	const { said, isPerson, isWritten, saidTerms } = how;
	const held = new Set(run.flatMap((word) => saidTerms(word, terms)));
	const ofSaid = new Set(run.map(({ term }) => term)).size / (said || 1);
	const ofName = held.size / (terms.size || 1);
	// A person is usually called by half of their name, in any kind of sentence.
	if (isPerson && ofName >= LEAST_OF_ONE_WORD) return { score: 1 + ofName / 2, held, ofName };
	// Half of a name counts as a name in any sentence if its words are adjacent or written as names are.
	const isTelling = ofName >= LEAST_OF_ONE_WORD && (held.size > 1 || isWritten);
	if (!isTelling && (ofSaid < LEAST_SAID || ofName < LEAST_OF_TITLE)) return { score: 0, held, ofName };
	return { score: ofSaid + ofName / 2, held, ofName };
}

/** Whether a word is written with a capital inside the question, as names are. */
const isCapital = ({ start, end }: Token, whole: string): boolean =>
	/\p{Lu}/u.test(whole.charAt(start)) && (start > 0 || /^['’]s\b/.test(whole.slice(end)));

/** Whether words occur in a name in the same order; the question may have other words between them. */
function isPieceOf(
	run: readonly Token[],
	name: string,
	{ graph: { language }, said }: { readonly graph: GraphView; readonly said: string },
): boolean {
	const terms = analyseText(name, language);
	const places = run.map(({ term }) => terms.indexOf(term));
	const known = new Set(analyseText(said, language));
	return places.every((place, index) => {
		const before = index === 0 ? place - 1 : (places[index - 1] as number);
		return before < place && terms.slice(before + 1, place).every((term) => known.has(term));
	});
}

/** Where a name is said: from its first word to its last, with those before and behind that mean something else elsewhere. */
function spanOf(
	run: readonly Token[],
	everything: readonly Token[],
	terms: ReadonlySet<string>,
): Span | undefined {
	const [first, last] = [run[0], run.at(-1)];
	if (first === undefined || last === undefined) return undefined;
	const [from, to] = [first, last].map(({ start }) => everything.findIndex((token) => token.start === start));
	let [begin, end] = [from ?? 0, to ?? 0];
	while (terms.has(everything[begin - 1]?.term ?? "")) begin -= 1;
	while (terms.has(everything[end + 1]?.term ?? "")) end += 1;
	return { start: everything[begin]?.start ?? first.start, end: everything[end]?.end ?? last.end };
}

/** Collects the terms of the labels of an entity's relations and fields: such words ask for a value and name nothing. */
function listLabelTerms(graph: GraphView, node: EntityHeader): ReadonlySet<string> {
	const fields = fieldsOf(graph, [node]);
	const names = [
		...graph.linksOf(node.id).map(({ edge }) => edge.rel),
		...fields.flatMap(({ name, type }) =>
			type === "entity_ref" || type === "entity_ref_list" || type === "computed" ? [name] : [],
		),
	];
	return new Set([...new Set(names)].flatMap((name) => listRelationTerms(graph, name)));
}

/** Whether a word asks for what a field holds: "owner" for what is owned by somebody. */
const asksBy = (
	{ term, start, end }: Token,
	asked: ReadonlySet<string>,
	{ whole, language }: { readonly whole: string; readonly language: Language },
): boolean =>
	asked.has(term) ||
	(language.verbsIn?.(foldText(whole.slice(start, end))) ?? []).some((verb) =>
		asked.has(stemOf(verb, language)),
	);

/**
 * Lists the possible subjects of a question, by their name or a distinctive part of it, the best first. The words are
 * the rest of the question without its relation, kind and rule.
 */
export function findSubjects(
	graph: GraphView,
	left: string,
	asked: {
		readonly kinds: readonly Kind[];
		readonly whole: string;
		/** A relation is asked of it: then one plain word may name it. */
		readonly isAsked: boolean;
	},
): readonly NamedSubject[] {
	const { kinds, whole, isAsked } = asked;
	// A search looks for stop words where there is nothing else; no name is made of them alone.
	const said = new Set(leftTerms(left, graph));
	if (said.size === 0) return [];
	const everything = locateTerms(whole, graph.language);
	const places = everything.filter(({ start }) => left.slice(start, start + 1).trim() !== "");
	const words = places.filter(({ term }) => said.has(term));
	const capitals = new Set(places.filter((place) => isCapital(place, whole)).map(({ term }) => term));
	const found: NamedSubject[] = [];
	const parts = listParts(words, whole, graph.language);
	const saidTerms = makeSaidTerms(parts);
	for (const node of graph.called([...new Set([...said, ...[...parts.values()].flat()])], MOST_LOOKED_AT)) {
		if (node.archived_at !== null) continue;
		const kind = graph.kinds.find(node.kind);
		const byLabel = listLabelTerms(graph, node);
		const naming = words.filter((word) => !asksBy(word, byLabel, { whole, language: graph.language }));
		const isOwnAsked = isAsked || naming.length < words.length;
		let best: NamedSubject | undefined;
		for (const name of [node.title, ...node.aliases]) {
			const terms = new Set(analyseText(name, graph.language));
			const isPerson = kind !== undefined && isPeople(kind) && [...terms].some((term) => capitals.has(term));
			const run = longestRun(naming, terms, saidTerms);
			const isWritten = run.some(({ term }) => capitals.has(term));
			const count = new Set(naming.map(({ term }) => term)).size;
			const { score, held, ofName } = scoreName(terms, run, { said: count, isPerson, isWritten, saidTerms });
			if (score === 0 || (held.size === 1 && ofName < LEAST_OF_ONE_WORD && !isOwnAsked && !isWritten))
				continue;
			const span = spanOf(run, everything, terms);
			if (span === undefined) continue;
			const ofKind = kind !== undefined && kinds.includes(kind);
			const isBeside = kind !== undefined && isBesideName(kind, whole, span);
			const isBehind =
				kind !== undefined &&
				isBehindName(kind, whole, span) &&
				!isManyNamed(whole.slice(span.end, span.end + LONGEST_NOUN), kind);
			const bonus = isBeside ? BESIDE_ITS_KIND : ofKind ? OF_KIND : 0;
			const sum = score + bonus + (isPerson ? OF_PERSON : 0);
			if (sum > (best?.score ?? 0))
				best = {
					node,
					...span,
					score: sum,
					...(isBehind && { isOfKind: true }),
					...(ofName < LEAST_OF_ONE_WORD &&
						!isBeside &&
						!isPerson &&
						!(ofName >= LEAST_OF_ONE_SURE && isPieceOf(run, name, { graph, said: whole })) && {
							isUnsure: true,
						}),
				};
		}
		if (best) found.push(best);
	}
	found.sort((a, b) => b.score - a.score);
	if (found[0] === undefined || found[0].isUnsure) {
		const corrected = correctNames(graph, left, words);
		if (found.length === 0 || corrected.length > 0) return corrected;
	}
	// "The hinge decision" is a decision.
	const meant = found.some(({ isOfKind }) => isOfKind) ? found.filter(({ isOfKind }) => isOfKind) : found;
	const least = (meant[0]?.score ?? 0) * NEARLY;
	return meant.filter(({ score }) => score >= least).slice(0, MOST_MEANT);
}

/** Words with a slip: what they are nearly, where names of several words hold that. */
function correctNames(graph: GraphView, left: string, words: readonly Token[]): readonly NamedSubject[] {
	const [first, last] = [words[0], words.at(-1)];
	if (first === undefined || last === undefined) return [];
	const typed = left.slice(first.start, last.end).replace(/\s+/g, " ");
	const corrected = graph.correct({ query: typed });
	if (corrected === typed) return [];
	const terms = new Set(analyseText(corrected, graph.language));
	const span = { start: first.start, end: last.end };
	return graph
		.called([...terms], MOST_LOOKED_AT)
		.filter(({ archived_at }) => archived_at === null)
		.flatMap((node) => {
			const name = new Set(analyseText(node.title, graph.language));
			const held = [...name].filter((term) => terms.has(term)).length;
			const isNamed = held / terms.size >= LEAST_SAID && held / name.size >= LEAST_OF_ONE_WORD;
			return isNamed ? [{ node, ...span, score: held / terms.size + held / name.size / 2 }] : [];
		})
		.sort((a, b) => b.score - a.score)
		.slice(0, MOST_MEANT);
}

const FEWEST_WORDS = 2;
/** "0.9" is no part of "0.9.3". */
const GOES_ON = /^[.,-]\p{N}/u;
const IN_A_WORD = /[\p{L}\p{N}]/u;

/** Where a text holds a name as it is written, not as a part of longer words. */
function locateName(text: string, name: string): number | undefined {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		const edges = [text[at - 1] ?? "", text[at + name.length] ?? ""];
		const isLonger = GOES_ON.test(text.slice(at + name.length, at + name.length + 2));
		if (!isLonger && !edges.some((edge) => IN_A_WORD.test(edge))) return at;
	}
	return undefined;
}

/** The longest title or alias of two words or more that a question says in full; that of a project says where to look. */
export function findTitled(graph: GraphView, question: string): NamedSubject | undefined {
	const folded = question.toLowerCase();
	// Letters that become two when they are folded would move every place behind them.
	if (folded.length !== question.length) return undefined;
	let best: NamedSubject | undefined;
	for (const node of graph.called(analyseText(question, graph.language), MOST_LOOKED_AT)) {
		if (node.archived_at !== null || node.project_id === node.id) continue;
		for (const name of [node.title, ...node.aliases]) {
			const words = analyseText(name, graph.language);
			if (name.length <= (best ? best.end - best.start : 0)) continue;
			const start = locateName(folded, name.toLowerCase());
			if (start === undefined) continue;
			const span = { start, end: start + name.length };
			// "Paying for it" has one word that counts, and is a name where it is written as one.
			const isWritten = name.includes(" ") && question.slice(span.start, span.end) === name;
			if (words.length < FEWEST_WORDS && !isWritten) continue;
			// "The message path plan" is no document called "The message path".
			const isOther = graph.kinds.all.some(
				(kind) => kind.kind !== node.kind && isBehindName(kind, question, span),
			);
			if (!isOther) best = { node, ...span, score: 2 };
		}
	}
	return best;
}

const JOINS = /^\s*(?:,|and|or|&)\s*$/i;

/** "Luc and Noor": another name that is joined to the first, of the same kind; then both are meant. */
export function findJoined(
	[first, ...others]: readonly NamedSubject[],
	query: string,
): NamedSubject | undefined {
	if (first === undefined) return undefined;
	return others.find((other) => {
		const [left, right] = first.start < other.start ? [first, other] : [other, first];
		const isJoined = left.end < right.start && JOINS.test(query.slice(left.end, right.start));
		return isJoined && other.node.kind === first.node.kind;
	});
}
