import type { Random } from "./random.ts";

const VOCABULARY = 20_000;
/** Half of all texts have fewer words, and the long tail lifts the mean to three times as many. */
const MEDIAN_WORDS = 40;
const WORD_SPREAD = 1.48;
const LONGEST_TEXT = 4_000;

const SYLLABLES =
	"ba be bi bo bu da de di do du fa fe ga ge go ka ke ki ko ku la le li lo lu ma me mi mo mu na ne no pa pe po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo".split(
		" ",
	);

/** Texts of invented words, distributed as in a natural language. */
export class Words {
	readonly #random: Random;
	readonly #vocabulary: readonly string[];

	constructor(random: Random) {
		this.#random = random;
		this.#vocabulary = Array.from({ length: VOCABULARY }, (_, index) => this.#makeWord(index));
	}

	#makeWord(index: number): string {
		const length = 2 + this.#random.below(3);
		const stem = Array.from({ length }, () => this.#random.pick(SYLLABLES)).join("");
		return `${stem}${index % 7 === 0 ? "r" : ""}`;
	}

	/** The n-th word is about n times rarer than the first, as in any language. */
	one(): string {
		const rank = Math.floor(VOCABULARY ** this.#random.next()) - 1;
		return this.#vocabulary[rank] ?? "";
	}

	many(count: number): string {
		return Array.from({ length: Math.max(1, Math.round(count)) }, () => this.one()).join(" ");
	}

	text(): string {
		return this.many(Math.min(LONGEST_TEXT, this.#random.logNormal(MEDIAN_WORDS, WORD_SPREAD)));
	}

	title(): string {
		const words = this.many(2 + this.#random.below(5));
		return words.charAt(0).toUpperCase() + words.slice(1);
	}
}
