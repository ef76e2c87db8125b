export interface Citation {
	readonly n: number;
	readonly id: string;
	readonly ref: string;
	readonly title: string;
}

interface Citable {
	readonly id: string;
	readonly ref: string;
	readonly title: string;
}

const REFERENCE = /\[(?:id:)?([0-9a-hjkmnp-tv-z]{8})\]/g;
/** A bracket that may still become a reference when more text arrives. */
const UNFINISHED = /\[(?:i|id|id:|(?:id:)?[0-9a-hjkmnp-tv-z]{1,8})?$/;

/**
 * Turns the ids a model cites into numbers, as the text streams. Only what stood in the context counts: an id
 * that was not there is left as it is, and so never becomes a citation.
 */
export class CitationReader {
	readonly #known: ReadonlyMap<string, Citable>;
	readonly #cited = new Map<string, Citation>();
	#held = "";

	constructor(context: Iterable<Citable>) {
		this.#known = new Map([...context].map((item) => [item.ref, item]));
	}

	get citations(): readonly Citation[] {
		return [...this.#cited.values()];
	}

	/** The text so far that is certain; the rest is held back until it is. */
	push(text: string): string {
		const pending = this.#held + text;
		const cut = UNFINISHED.exec(pending)?.index ?? pending.length;
		this.#held = pending.slice(cut);
		return this.#number(pending.slice(0, cut));
	}

	flush(): string {
		const rest = this.#number(this.#held);
		this.#held = "";
		return rest;
	}

	#number(text: string): string {
		return text.replace(REFERENCE, (written, ref: string) => {
			const item = this.#known.get(ref);
			if (item === undefined) return written;
			const citation = this.#cited.get(ref) ?? { ...item, n: this.#cited.size + 1 };
			this.#cited.set(ref, citation);
			return `[${citation.n}]`;
		});
	}
}
