import { remember } from "../../model/remember.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import { encodeWords, wordAt } from "../words/encode-words.ts";
import { countEdits, isSpelt, spellPlainly } from "../words/spelling-table.ts";

/** A word that a slip may mean, as texts write it. */
export interface NearWord {
	readonly text: string;
	/** The term it is found under; undefined for a word that is dropped from questions. */
	readonly term: string | undefined;
	readonly edits: number;
	/** How many passages the reader may read hold it in any of its forms. */
	readonly frequency: number;
}

/** A letter left out of a word of four leaves three. */
const SHORTEST_SLIP = 3;
/** Nothing longer is one word with a slip, and trying every place to cut it takes its square. */
const LONGEST_SLIP = 40;
/** Two letters wrong in a shorter word may be half of another one. */
const SHORTEST_WITH_TWO = 8;
const SHORTEST_STOP = 4;

/** Whether a word can be a slip at all. */
export const maySlip = (word: string): boolean =>
	word.length >= SHORTEST_SLIP && word.length <= LONGEST_SLIP && isSpelt(word);

/** A word that only hidden texts hold must be treated as one that nobody ever wrote. */
export function isKnown({ tables, visible }: VisibleGraph, term: string): boolean {
	// A title keeps the words that texts drop when it has no others, and an edge may say what no text does.
	return (
		tables.texts.isHeld(term, visible.marks) ||
		tables.titles.isHeld(term, visible.marks) ||
		tables.edgeTexts.isHeld(term, visible.edgeTexts.marks)
	);
}

/**
 * The words one step away from a slip, or two from a long one that has none so near, among those the reader may see.
 * `mayUse` decides before the nearest are chosen, so that a word that is not wanted does not push out one that is.
 */
export function findNearWords(
	view: VisibleGraph,
	slip: string,
	mayUse: (term: string) => boolean = () => true,
): readonly NearWord[] {
	const plain = spellPlainly(slip);
	const one = listNear({ view, plain, most: 1, mayUse });
	return one.length > 0 || plain.length < SHORTEST_WITH_TWO
		? one
		: listNear({ view, plain, most: 2, mayUse });
}

function listNear(input: {
	readonly view: VisibleGraph;
	readonly plain: string;
	readonly most: number;
	readonly mayUse: (term: string) => boolean;
}): readonly NearWord[] {
	const { view, plain, most, mayUse } = input;
	const { vocabulary, language, texts } = view.tables;
	const byTerm = new Map<string, NearWord>();
	for (const { word, edits } of vocabulary.spellings.near(plain, most)) {
		const text = vocabulary.words.word(word);
		const term = vocabulary.words.word(vocabulary.termsOf(word)[0] ?? -1);
		const known = byTerm.get(term);
		const isBetter =
			known === undefined || edits < known.edits || (edits === known.edits && text < known.text);
		if (!isBetter || !mayUse(term) || !isWritten(view, word)) continue;
		const frequency = texts.postings.countHolding(term, view.visible.passages.marks);
		byTerm.set(term, { text, term, edits, frequency });
	}
	const stops = [...language.stopWords].flatMap((text): NearWord[] => {
		const edits = text.length < SHORTEST_STOP ? most + 1 : countEdits(plain, spellPlainly(text), most);
		return edits > most ? [] : [{ text, term: undefined, edits, frequency: Number.POSITIVE_INFINITY }];
	});
	const found = [...byTerm.values(), ...stops];
	const fewest = found.reduce((least, { edits }) => Math.min(least, edits), most);
	return found.filter(({ edits }) => edits === fewest);
}

/** The number of a word that a text the reader may see holds exactly so. */
export function findWritten(view: VisibleGraph, word: string): number | undefined {
	const { vocabulary } = view.tables;
	const number = vocabulary.words.find(word);
	return number !== undefined && vocabulary.isForm(number) && isWritten(view, number) ? number : undefined;
}

/** Earlier results about words, shared by readers who may see the same. */
const written = new WeakMap<Uint8Array, Map<number, boolean>>();

/**
 * Whether a text that the reader may see holds a word in exactly this form. The texts of its term are looked at, since other
 * words have the term too: a form that only hidden texts hold would correct a slip that the others are too far from.
 */
function isWritten(view: VisibleGraph, word: number): boolean {
	const { vocabulary } = view.tables;
	const term = vocabulary.termsOf(word)[0] as number;
	if (!isKnown(view, vocabulary.words.word(term))) return false;
	const known = remember(written, view.visible.marks, () => new Map<number, boolean>());
	return remember(known, word, () => holdsForm(view, word, term));
}

function holdsForm({ tables, visible }: VisibleGraph, word: number, term: number): boolean {
	const { vocabulary, connections, texts, documents, edges, edgeTexts } = tables;
	const holdsWord = (text: string): boolean => {
		const words = encodeWords(text, vocabulary.words.finding);
		return words.some((_, index) => wordAt(words, index) === word);
	};
	for (const document of texts.holdingTerm(term, visible.marks) ?? []) {
		let hasForm = false;
		const words = connections.textOf(document);
		for (let index = 0; index < words.length; index += 1) {
			const held = (words[index] as number) >> 3;
			if (held === word) return true;
			hasForm ||= vocabulary.termsOf(held)[0] === term;
		}
		// Only the name of its state is searched with a text and is no part of it.
		if (!hasForm && holdsWord(documents.record(document).state_key ?? "")) return true;
	}
	const onEdges = edgeTexts.holdingTerm(term, visible.edgeTexts.marks) ?? [];
	return onEdges.some((text) =>
		holdsWord(edges.record(tables.edgeOfText(text), (node) => documents.ids.id(node)).text),
	);
}
