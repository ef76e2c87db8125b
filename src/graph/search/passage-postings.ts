import { Postings, type PostingsParts } from "./postings.ts";
import { GrowingInts } from "./resident/growing-ints.ts";
import type { WordTable } from "./resident/word-table.ts";

export interface PassagePostingsParts {
	readonly postings: PostingsParts;
	/** Passage → the document it is a passage of. */
	readonly owners: Int32Array;
	/** Document → its first passage. */
	readonly firsts: Int32Array;
}

/**
 * The words of all texts, passage by passage. Passages are numbered through all documents, those of one document in a
 * row. `postings` counts and scores passages; the methods here answer for documents, whose marks they are given.
 */
export class PassagePostings {
	readonly postings: Postings;
	readonly #owners: GrowingInts;
	readonly #firsts: GrowingInts;

	constructor(words: WordTable, parts?: PassagePostingsParts) {
		this.postings = new Postings(words, parts?.postings);
		this.#owners = parts ? GrowingInts.from(parts.owners) : new GrowingInts();
		this.#firsts = parts ? GrowingInts.from(parts.firsts) : new GrowingInts();
	}

	/** Begins the next document; the passages added until the next one begins are its own. */
	begin(): void {
		this.#firsts.push(this.#owners.length);
	}

	/** Adds the next passage, given as the numbers of its terms. */
	add(terms: ArrayLike<number>): void {
		this.#owners.push(this.#firsts.length - 1);
		this.postings.add(terms);
	}

	/** How many passages were ever added, stale ones included. */
	get passageCount(): number {
		return this.#owners.length;
	}

	get byteLength(): number {
		return this.postings.byteLength + this.#owners.values.byteLength + this.#firsts.values.byteLength;
	}

	ownerOf(passage: number): number {
		return this.#owners.at(passage);
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

	/** Which of the terms any passage of a document holds. */
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

	/** Whether any visible document holds a term. */
	isHeld(term: string, marks: Uint8Array): boolean {
		return this.holding(term, marks, 0) === undefined;
	}

	/** The documents that ever held a term, whoever may read them. */
	*everHolding(term: string): Generator<number> {
		let last = -1;
		for (const passage of this.postings.everHolding(term)) {
			const document = this.#owners.at(passage);
			if (document === last) continue;
			last = document;
			yield document;
		}
	}

	toParts(): PassagePostingsParts {
		return {
			postings: this.postings.toParts(),
			owners: this.#owners.view(),
			firsts: this.#firsts.view(),
		};
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
