import type { Citation } from "../contract/event.ts";

export type Citable = Omit<Citation, "n">;

const REFERENCE = /\[(?:id:)?([0-9a-hjkmnp-tv-z]{8})\]/g;
/** A bracket that may still become a reference when more text arrives. */
const UNFINISHED = /\[(?:i|id|id:|(?:id:)?[0-9a-hjkmnp-tv-z]{1,8})?$/;
const NUMBER = /\[(\d{1,4})\]/g;

/**
 * Turns the ids a model cites into numbers, as the text streams. Only ids from the context count: an unknown id stays
 * as it is, and so never becomes a citation.
 */
export class CitationReader {
	readonly #known = new Map<string, Citable>();
	readonly #cited = new Map<string, Citation>();
	#held = "";
	#reported = 0;

	constructor(context: Iterable<Citable>) {
		this.learn(context);
	}

	/** Entities from a tool's result can be cited like those from the context. */
	learn(shown: Iterable<Citable>): void {
		for (const { id, ref, title } of shown) this.#known.set(ref, { id, ref, title });
	}

	get citations(): readonly Citation[] {
		return [...this.#cited.values()];
	}

	takeNew(): readonly Citation[] {
		const fresh = this.citations.slice(this.#reported);
		this.#reported = this.#cited.size;
		return fresh;
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

/**
 * Restores an earlier answer as the model wrote it, with ids for numbers: after numbers a model would cite by number
 * too, and the same number means something else in every turn.
 */
export function restoreReferences(text: string, citations: readonly Pick<Citation, "n" | "ref">[]): string {
	const refs = new Map(citations.map(({ n, ref }) => [String(n), ref]));
	return text.replace(NUMBER, (written, n: string) => {
		const ref = refs.get(n);
		return ref === undefined ? written : `[${ref}]`;
	});
}
