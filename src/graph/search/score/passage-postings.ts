import { GrowingInts } from "../tables/growing-ints.ts";
import type { WordTable } from "../tables/word-table.ts";
import { type EncodedWords, wordAt } from "../words/encode-words.ts";
import { Postings } from "./postings.ts";

export type PassagePostingsParts = ReturnType<PassagePostings["toParts"]>;

/** From so many texts on, a passage that they all hold says nothing about any of them. */
const REPEATED = 5;
/** "None" and "Not yet" describe many things and say something of each. */
const SHORTEST_REPEATED = 8;

/** Equal for equal words, whichever signs are between them. */
export function fingerprintWords(words: EncodedWords): number {
	if (words.length < SHORTEST_REPEATED) return 0;
	let hash = 0x811c9dc5;
	for (let index = 0; index < words.length; index += 1) {
		hash = Math.imul(hash ^ wordAt(words, index), 0x01000193);
	}
	return hash | 1;
}

/**
 * The words of all texts, passage by passage. Passages are numbered through all documents, those of one document in a
 * row. `postings` counts and scores passages; the methods here answer for documents, whose marks they are given.
 */
export class PassagePostings {
	readonly postings: Postings;
	/** Passage → the document it is a passage of. */
	readonly #owners: GrowingInts;
	/** Document → its first passage. */
	readonly #firsts: GrowingInts;
	/** Passage → a hash of its own words; equal ones have equal words. 0 for one too short to compare. */
	readonly #fingerprints: GrowingInts;
	/** Fingerprint → its passages, as far as they were looked at, and those that more than a few have. */
	readonly #alike = new Map<number, number[]>();
	readonly #repeated = new Set<number>();
	#compared = 0;

	constructor(words: WordTable, parts?: PassagePostingsParts) {
		this.postings = new Postings(words, parts?.postings);
		this.#owners = GrowingInts.from(parts?.owners);
		this.#firsts = GrowingInts.from(parts?.firsts);
		this.#fingerprints = GrowingInts.from(parts?.fingerprints);
	}

	/** Begins the next document; the passages added until the next one begins are its own. */
	begin(): void {
		this.#firsts.push(this.#owners.length);
	}

	add(terms: ArrayLike<number>, fingerprint = 0): void {
		this.#owners.push(this.#firsts.length - 1);
		this.#fingerprints.push(fingerprint);
		this.postings.add(terms);
	}

	get passageCount(): number {
		return this.#owners.length;
	}

	get byteLength(): number {
		const columns = [this.#owners, this.#firsts, this.#fingerprints];
		return columns.reduce((sum, { values }) => sum + values.byteLength, this.postings.byteLength);
	}

	ownerOf(passage: number): number {
		return this.#owners.at(passage);
	}

	/** A mark for every passage that many of the marked documents hold alike: footers, checklists, licences. */
	findRepeated(marks: Uint8Array): Uint8Array {
		this.#compare();
		const found = new Uint8Array(this.passageCount);
		for (const fingerprint of this.#repeated) {
			const visible = (this.#alike.get(fingerprint) ?? []).filter(
				(passage) => marks[this.#owners.at(passage)] === 1 && !this.#isWhole(passage),
			);
			if (new Set(visible.map((passage) => this.#owners.at(passage))).size < REPEATED) continue;
			for (const passage of visible) found[passage] = 1;
		}
		return found;
	}

	/** The owners of all passages, to be read before the next one is added. */
	get owners(): Int32Array {
		return this.#owners.values;
	}

	firstOf(document: number): number {
		return this.#firsts.at(document);
	}

	/** The first passage that belongs to the next document. */
	endOf(document: number): number {
		return document + 1 < this.#firsts.length ? this.#firsts.at(document + 1) : this.#owners.length;
	}

	matchingTerms(document: number, terms: readonly string[]): readonly string[] {
		const [first, end] = [this.firstOf(document), this.endOf(document)];
		return [...new Set(terms)].filter((term) => this.postings.isWithin(term, first, end));
	}

	/** The visible documents that hold a term; undefined when there are more than `most`. */
	holding(term: string, marks: Uint8Array, most?: number): readonly number[] | undefined {
		return this.#listOwners(this.postings.everHolding(term), marks, most);
	}

	/** The same for a term by its number. */
	holdingTerm(term: number, marks: Uint8Array, most?: number): readonly number[] | undefined {
		return this.#listOwners(this.postings.everHoldingTerm(term), marks, most);
	}

	/** The visible documents that hold every one of the terms, in rising order. */
	*holdingEvery(terms: readonly string[], marks: Uint8Array): Generator<number> {
		// The shortest list first: the others are looked at only for what is on it.
		const [rarest, ...others] = [...new Set(terms)].sort(
			(a, b) => this.postings.listLength(a) - this.postings.listLength(b),
		);
		if (rarest === undefined) return;
		const walks = others.map((term) => this.postings.walk(term));
		for (const document of this.everHolding(rarest)) {
			if (marks[document] !== 1) continue;
			const [first, end] = [this.firstOf(document), this.endOf(document)];
			if (walks.every((holdsBetween) => holdsBetween(first, end))) yield document;
		}
	}

	isHeld(term: string, marks: Uint8Array): boolean {
		return this.holding(term, marks, 0) === undefined;
	}

	/** The documents that ever held a term, readable or not. */
	*everHolding(term: string): Generator<number> {
		let last = -1;
		for (const passage of this.postings.everHolding(term)) {
			const document = this.#owners.at(passage);
			if (document === last) continue;
			last = document;
			yield document;
		}
	}

	toParts() {
		return {
			postings: this.postings.toParts(),
			owners: this.#owners.view(),
			firsts: this.#firsts.view(),
			fingerprints: this.#fingerprints.view(),
		};
	}

	/** Whether a passage is all of its text: then it is no footer of anything. */
	#isWhole(passage: number): boolean {
		const document = this.#owners.at(passage);
		return this.endOf(document) - this.firstOf(document) === 1;
	}

	#compare(): void {
		for (; this.#compared < this.#fingerprints.length; this.#compared += 1) {
			const fingerprint = this.#fingerprints.at(this.#compared);
			if (fingerprint === 0) continue;
			const alike = this.#alike.get(fingerprint);
			if (alike === undefined) this.#alike.set(fingerprint, [this.#compared]);
			else if (alike.push(this.#compared) >= REPEATED) this.#repeated.add(fingerprint);
		}
	}

	/** Passages rise within a list, and so do their documents: equal ones follow each other. */
	#listOwners(
		passages: Iterable<number>,
		marks: Uint8Array,
		most = Number.POSITIVE_INFINITY,
	): readonly number[] | undefined {
		const found: number[] = [];
		for (const passage of passages) {
			const document = this.#owners.at(passage);
			if (marks[document] !== 1 || found.at(-1) === document) continue;
			if (found.length === most) return undefined;
			found.push(document);
		}
		return found;
	}
}
