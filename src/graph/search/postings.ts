/** A growing list of 32-bit numbers; plain arrays of this length cost eight times the memory. */
class NumberList {
	#values = new Int32Array(4);
	length = 0;

	push(value: number): void {
		if (this.length === this.#values.length) {
			const wider = new Int32Array(this.length * 2);
			wider.set(this.#values);
			this.#values = wider;
		}
		this.#values[this.length] = value;
		this.length += 1;
	}

	at(index: number): number {
		return this.#values[index] ?? 0;
	}
}

interface TermPostings {
	readonly documents: NumberList;
	readonly counts: NumberList;
}

/** How often a word counts again (k1) and how much a long text is held back (b). */
const K1 = 0.9;
const B = 0.4;

export interface VisibleDocuments {
	readonly count: number;
	readonly averageLength: number;
	has(document: number): boolean;
}

/**
 * An inverted index scored by BM25 over the documents a reader may see. A document is one version of one text: a
 * new version is a new document, and a stale one is never visible, so nothing is ever removed from a list.
 */
export class Postings {
	readonly #terms = new Map<string, TermPostings>();
	readonly #lengths: number[] = [];

	/** Adds the next document and returns its number. */
	add(terms: readonly string[]): number {
		const document = this.#lengths.length;
		const counts = new Map<string, number>();
		for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
		for (const [term, count] of counts) {
			let postings = this.#terms.get(term);
			if (postings === undefined) {
				postings = { documents: new NumberList(), counts: new NumberList() };
				this.#terms.set(term, postings);
			}
			postings.documents.push(document);
			postings.counts.push(count);
		}
		this.#lengths.push(terms.length);
		return document;
	}

	lengthOf(document: number): number {
		return this.#lengths[document] ?? 0;
	}

	/** Which of the terms stand in a document. Lists rise by document number, so each is searched by halves. */
	matchingTerms(document: number, terms: readonly string[]): readonly string[] {
		return [...new Set(terms)].filter((term) => {
			const documents = this.#terms.get(term)?.documents;
			let low = 0;
			let high = (documents?.length ?? 0) - 1;
			while (documents && low <= high) {
				const middle = (low + high) >> 1;
				const found = documents.at(middle);
				if (found === document) return true;
				if (found < document) low = middle + 1;
				else high = middle - 1;
			}
			return false;
		});
	}

	/** How many documents were ever added, stale ones included. */
	get documentCount(): number {
		return this.#lengths.length;
	}

	terms(): IterableIterator<string> {
		return this.#terms.keys();
	}

	/** The visible documents that hold a term; undefined when there are more than `most`. */
	holding(
		term: string,
		isVisible: (document: number) => boolean,
		most = Number.POSITIVE_INFINITY,
	): readonly number[] | undefined {
		const documents = this.#terms.get(term)?.documents;
		const found: number[] = [];
		for (let index = 0; index < (documents?.length ?? 0); index += 1) {
			const document = documents?.at(index) ?? 0;
			if (!isVisible(document)) continue;
			if (found.length === most) return undefined;
			found.push(document);
		}
		return found;
	}

	/** Whether any visible document holds a term. */
	isHeld(term: string, isVisible: (document: number) => boolean): boolean {
		return this.holding(term, isVisible, 0) === undefined;
	}

	/** How many documents ever held a term: enough to choose the shortest list, never to be shown to anybody. */
	listLength(term: string): number {
		return this.#terms.get(term)?.documents.length ?? 0;
	}

	/** Scores by document. How rare a word is, is judged on the visible documents alone. */
	score(terms: readonly string[], visible: VisibleDocuments): Map<number, number> {
		const scores = new Map<number, number>();
		this.#weigh(terms, visible, (document, weight) =>
			scores.set(document, (scores.get(document) ?? 0) + weight),
		);
		return scores;
	}

	/** The same in a row of numbers, one for each document: a common word would make a map too slow. */
	scoreAll(terms: readonly string[], visible: VisibleDocuments): Float64Array {
		const scores = new Float64Array(this.#lengths.length);
		this.#weigh(terms, visible, (document, weight) => {
			scores[document] = (scores[document] as number) + weight;
		});
		return scores;
	}

	#weigh(
		terms: readonly string[],
		visible: VisibleDocuments,
		add: (document: number, weight: number) => void,
	): void {
		for (const term of new Set(terms)) {
			const postings = this.#terms.get(term);
			if (postings === undefined) continue;
			const seen: number[] = [];
			for (let index = 0; index < postings.documents.length; index += 1) {
				if (visible.has(postings.documents.at(index))) seen.push(index);
			}
			const rarity = Math.log(1 + (visible.count - seen.length + 0.5) / (seen.length + 0.5));
			for (const index of seen) {
				const document = postings.documents.at(index);
				const count = postings.counts.at(index);
				const length = this.lengthOf(document) / (visible.averageLength || 1);
				add(document, (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + B * length)));
			}
		}
	}
}
