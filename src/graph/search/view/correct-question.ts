import { type Replacement, replaceRanges } from "../../model/replace-ranges.ts";
import { holdsName } from "../connect/title-index.ts";
import type { VisibleGraph } from "../visible/visible-graph.ts";
import { analyseText, foldText, locateTerms } from "../words/analyse-text.ts";
import { findNearWords, findWritten, isKnown, maySlip, type NearWord } from "./correct-words.ts";
import type { Correction, SearchQuery } from "./search-query.ts";

/** How much a word counts that nobody typed; another meaning of a slip counts more where nothing else says what was meant. */
const WEIGHTS = { replaced: 0.9, completed: 0.7, alone: 0.8, other: 0.45 } as const;

/** A page pasted in as a question has hundreds of words nobody wrote; looking for each in the whole vocabulary takes seconds. */
const MOST_CORRECTED = 8;
const MOST_NEAR = 4;
/** Words with a short stem that are looked up by their letters; the others of a longer question count as known. */
const MOST_LOOKED_UP = 16;
const MOST_PAIRED = 64;
const MOST_COMPLETIONS = 8;
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 4;
const SHORTEST_JOINED = 4;
const SHORTEST_PART = 2;
/** A word in hardly any text may be an earlier slip of somebody for one that is in many times as many. */
const RARE = 3;
const FAR_MORE = 8;
/** The rest of a longer question says what was meant. */
const FEW_WORDS = 4;
/** A shorter stem is what is left of quite different words. */
const SHORTEST_TELLING = 4;
/** A word in more texts than this shares a text with most others. */
const MOST_COMPARED = 200;

/** A word of the question. */
interface Word {
	readonly start: number;
	readonly end: number;
	/** As typed, and in small letters without marks. */
	readonly typed: string;
	readonly folded: string;
	readonly term: string;
	readonly isStop: boolean;
	/** It stays as it was typed. */
	readonly isQuoted: boolean;
	readonly isKnown: boolean;
}

/** Reads a question: which of its words nobody whose texts the reader may see has written, and what they may mean. */
export function correctQuestion(view: VisibleGraph, query: SearchQuery): Correction {
	return new Corrector(view, query).correct();
}

class Corrector {
	readonly #view: VisibleGraph;
	readonly #query: SearchQuery;
	readonly #words: readonly Word[];
	readonly #near = new Map<string, number>();
	#lookedUp = 0;
	readonly #replacements: Replacement[] = [];
	/** The words of the question that stay as they are, without those that are dropped. */
	readonly #context: readonly string[];

	constructor(view: VisibleGraph, query: SearchQuery) {
		this.#view = view;
		this.#query = query;
		this.#words = this.#readWords();
		this.#context = this.#words.filter((word) => word.isKnown && !word.isStop).map(({ term }) => term);
	}

	correct(): Correction {
		const joined = this.#joinPairs();
		const typing = this.#query.prefix === undefined ? undefined : this.#words.at(-1);
		const left = this.#words.filter((word) => !joined.has(word));
		const unknown = left.filter((word) => !word.isKnown).slice(0, MOST_CORRECTED);
		for (const word of unknown) {
			const completed = word === typing ? completeWord(this.#view, this.#query.prefix ?? "") : [];
			for (const term of completed) this.#add(term, WEIGHTS.completed);
			const isCorrected = this.#correctWord(word, { mayReplace: completed.length === 0 });
			const stem =
				word !== typing || isCorrected ? undefined : findStem(this.#view, this.#query.prefix ?? "");
			if (stem !== undefined) this.#add(stem, WEIGHTS.completed);
		}
		if (left.length <= FEW_WORDS) for (const word of left) if (word.isKnown) this.#doubtWord(word);
		for (const { term, isKnown: isTyped } of left) if (isTyped) this.#near.delete(term);
		return { ...this.#replace(), near: this.#near };
	}

	#readWords(): readonly Word[] {
		const { language } = this.#view.tables;
		const { query, required = [] } = this.#query;
		const tokens = locateTerms(query, language);
		const isOfStops = tokens.every(({ start, end }) =>
			language.stopWords.has(foldText(query.slice(start, end))),
		);
		const inQuotes = new Set(required);
		const known = new Map<string, boolean>();
		return tokens.map(({ term, start, end }) => {
			const typed = query.slice(start, end);
			const folded = foldText(typed);
			const isStop = !isOfStops && language.stopWords.has(folded);
			const isQuoted = inQuotes.has(term);
			const isTyped = isStop || isQuoted || (known.get(folded) ?? this.#isKnown(term, folded));
			known.set(folded, isTyped);
			return { start, end, typed, folded, term, isStop, isQuoted, isKnown: isTyped };
		});
	}

	/** Whether a text holds the word. By a short stem alone it does not: "paing" is no form of "pa". */
	#isKnown(term: string, folded: string): boolean {
		const view = this.#view;
		if (!isKnown(view, term)) return false;
		if (term.length >= SHORTEST_TELLING || term === folded || !maySlip(folded)) return true;
		this.#lookedUp += 1;
		if (this.#lookedUp > MOST_LOOKED_UP || findWritten(view, folded) !== undefined) return true;
		const near = findNearWords(view, folded);
		return near.length === 0 || near.some((each) => each.term === term);
	}

	/** "key board", where somebody wrote "keyboard" and nobody "key board". */
	#joinPairs(): ReadonlySet<Word> {
		const joined = new Set<Word>();
		const { query } = this.#query;
		const { words } = this.#view.tables.vocabulary;
		for (const [index, word] of this.#words.slice(0, MOST_PAIRED).entries()) {
			const next = this.#words[index + 1];
			if (next === undefined || joined.has(word) || word.isQuoted || next.isQuoted) continue;
			if (word.folded.length + next.folded.length < SHORTEST_JOINED) continue;
			if (query.slice(word.end, next.start).trim() !== "" || !maySlip(word.folded + next.folded)) continue;
			const areKnown = word.isKnown && next.isKnown;
			// "may be" is in many questions, and hardly ever means "maybe".
			if (areKnown && this.#words.length > FEW_WORDS && (word.isStop || next.isStop)) continue;
			const whole = findWritten(this.#view, word.folded + next.folded);
			if (whole === undefined || (areKnown && this.#stands(word, next))) continue;
			const term = this.#termOf(whole);
			// "stop container", where one text says "StopContainer" and many are about stopping containers, may mean either.
			const mayBeTwo = areKnown && !word.isStop && !next.isStop;
			if (mayBeTwo && this.#countBoth(word, next) > this.#countHolding(term)) {
				this.#add(term, WEIGHTS.other);
				continue;
			}
			this.#replacements.push({ start: word.start, end: next.end, text: words.word(whole) });
			this.#add(term, WEIGHTS.replaced);
			joined.add(word).add(next);
		}
		return joined;
	}

	/** Whether a text that the reader may see holds one word right before another. */
	#stands(word: Word, next: Word): boolean {
		const { vocabulary, connections, texts } = this.#view.tables;
		const terms = [word, next].filter(({ isStop }) => !isStop).map(({ term }) => term);
		const pair = [word, next].map(({ folded }) => vocabulary.words.find(folded) ?? -1);
		// Some text or other contains both of two words that are dropped from questions.
		if (terms.length === 0) return true;
		for (const document of texts.holdingEvery(terms, this.#view.visible.marks)) {
			if (holdsName(Int32Array.from(pair), connections.textOf(document))) return true;
		}
		return false;
	}

	/** How many texts that the reader may see hold both in one passage, in whichever order. */
	#countBoth(word: Word, next: Word): number {
		const { texts } = this.#view.tables;
		const terms = [word.term, next.term];
		const holdsBoth = (document: number): boolean => {
			const end = texts.endOf(document);
			for (let passage = texts.firstOf(document); passage < end; passage += 1) {
				if (terms.every((term) => texts.postings.isWithin(term, passage, passage + 1))) return true;
			}
			return false;
		};
		let [compared, both] = [0, 0];
		for (const document of texts.holdingEvery(terms, this.#view.visible.marks)) {
			if (compared === MOST_COMPARED) break;
			compared += 1;
			if (holdsBoth(document)) both += 1;
		}
		return both;
	}

	#countHolding(term: string): number {
		const { tables, visible } = this.#view;
		return tables.texts.holding(term, visible.marks, MOST_COMPARED)?.length ?? MOST_COMPARED;
	}

	#termOf(word: number): string {
		const { vocabulary } = this.#view.tables;
		return vocabulary.words.word(vocabulary.termsOf(word)[0] ?? -1);
	}

	/** Looks for what a word that nobody wrote may mean; false when there is nothing. */
	#correctWord(word: Word, { mayReplace }: { readonly mayReplace: boolean }): boolean {
		if (!maySlip(word.folded)) return false;
		const found = this.#rank(word, findNearWords(this.#view, word.folded));
		const parts = found.some(({ edits }) => edits < 2) ? undefined : this.#splitWord(word.folded);
		const [best, ...others] = found;
		if (parts !== undefined && mayReplace) {
			this.#replacements.push({ ...word, text: parts.join(" ") });
			for (const term of analyseText(parts.join(" "), this.#view.tables.language))
				this.#add(term, WEIGHTS.replaced);
			return true;
		}
		if (best === undefined) return false;
		if (mayReplace) this.#replacements.push({ ...word, text: best.text });
		if (best.term !== undefined) this.#add(best.term, mayReplace ? WEIGHTS.replaced : WEIGHTS.other);
		this.#addOthers(others);
		return true;
	}

	/** Adds the other words that a slip may mean. */
	#addOthers(others: readonly NearWord[]): void {
		const weight = this.#context.length === 0 ? WEIGHTS.alone : WEIGHTS.other;
		for (const { term } of others) if (term !== undefined) this.#add(term, weight);
	}

	/** A word that somebody wrote, where what is one step away is written far more often. */
	#doubtWord(word: Word): void {
		if (word.isStop || !maySlip(word.folded)) return;
		const { texts } = this.#view.tables;
		const frequency = texts.postings.countHolding(word.term, this.#view.visible.passages.marks);
		if (frequency > RARE) return;
		const found = findNearWords(this.#view, word.folded, (term) => term !== word.term).filter(
			(near) => near.term !== undefined && near.frequency >= FAR_MORE * frequency,
		);
		for (const { term } of this.#rank(word, found)) if (term !== undefined) this.#add(term, WEIGHTS.other);
		const parts = this.#splitWord(word.folded)?.join(" ") ?? "";
		for (const term of analyseText(parts, this.#view.tables.language)) this.#add(term, WEIGHTS.other);
	}

	/**
	 * First the words that share a text with the rest of the question; then those that begin alike; then the most
	 * frequent.
	 */
	#rank({ folded }: Word, found: readonly NearWord[]): readonly NearWord[] {
		const others = this.#context;
		const wanted = found.filter(({ term }) => term !== undefined || others.length > 0);
		if (wanted.length < 2) return wanted;
		const ranked = wanted.map((near) => ({
			near,
			together: near.term === undefined ? 0.5 : this.#countTogether(near.term, others),
			beginsAlike: near.text[0] === folded[0] ? 1 : 0,
		}));
		ranked.sort(
			(a, b) =>
				b.together - a.together ||
				b.beginsAlike - a.beginsAlike ||
				b.near.frequency - a.near.frequency ||
				(a.near.text < b.near.text ? -1 : 1),
		);
		return ranked.slice(0, MOST_NEAR).map(({ near }) => near);
	}

	/** How many other words of the question one text holds with this one, at most. */
	#countTogether(term: string, others: readonly string[]): number {
		if (others.length === 0) return 0;
		const { tables, visible } = this.#view;
		const holding = tables.texts.holding(term, visible.marks, MOST_COMPARED);
		if (holding === undefined) return new Set(others).size;
		return holding.reduce(
			(most, document) => Math.max(most, tables.texts.matchingTerms(document, others).length),
			0,
		);
	}

	/** "hingesupplier", where one text holds "hinge" and "supplier". */
	#splitWord(word: string): readonly [string, string] | undefined {
		const { tables, visible } = this.#view;
		const { language, texts } = tables;
		let best: { readonly parts: readonly [string, string]; readonly frequency: number } | undefined;
		for (let cut = 1; cut < word.length; cut += 1) {
			const parts = [word.slice(0, cut), word.slice(cut)] as const;
			if (parts.every((part) => part.length < SHORTEST_STEM)) continue;
			const isPart = (part: string): boolean =>
				language.stopWords.has(part) ||
				(part.length >= SHORTEST_PART && findWritten(this.#view, part) !== undefined);
			if (!parts.every(isPart)) continue;
			const terms = analyseText(parts.join(" "), language);
			const [first = "", ...others] = terms;
			const holding = texts.holding(first, visible.marks) ?? [];
			const frequency = holding.filter(
				(document) => texts.matchingTerms(document, others).length === new Set(others).size,
			).length;
			if (frequency > (best?.frequency ?? 0)) best = { parts, frequency };
		}
		return best?.parts;
	}

	#add(term: string, weight: number): void {
		if (weight > (this.#near.get(term) ?? 0)) this.#near.set(term, weight);
	}

	#replace(): Pick<Correction, "text" | "replaced"> {
		const { query } = this.#query;
		const written = this.#replacements
			.map(({ start, end, text }) => ({ start, end, text: writeLike(query.slice(start, end), text) }))
			.sort((a, b) => a.start - b.start);
		return {
			text: replaceRanges(query, written),
			replaced: written.map(({ start, end, text }) => ({ typed: query.slice(start, end), instead: text })),
		};
	}
}

/** With a capital where what was typed has one. */
function writeLike(typed: string, instead: string): string {
	const [first = ""] = typed;
	return /^\p{Lu}/u.test(first) ? instead.slice(0, 1).toUpperCase() + instead.slice(1) : instead;
}

/** Returns the words that begin with an unfinished one, the shortest first. */
function completeWord(view: VisibleGraph, prefix: string): readonly string[] {
	const longer = [...view.tables.texts.postings.termsBeginning(prefix)].filter((term) => isKnown(view, term));
	const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
	return longer.sort(byLength).slice(0, MOST_COMPLETIONS);
}

/** Returns the stem of an unfinished word that is already longer than it. */
function findStem(view: VisibleGraph, prefix: string): string | undefined {
	for (let ending = 1; ending <= LONGEST_ENDING; ending += 1) {
		const stem = prefix.slice(0, -ending);
		if (stem.length >= SHORTEST_STEM && isKnown(view, stem)) return stem;
	}
	return undefined;
}
