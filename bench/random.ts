/** Numbers that look random and are the same for the same seed, on every machine. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** From 0 up to but not including 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<Value>(values: readonly Value[]): Value {
		return values[this.below(values.length)] as Value;
	}

	/** Spread around 0 as measurements are around their mean. */
	normal(): number {
		return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
	}
	/** Mostly small, sometimes large: how lengths of texts and numbers of links are spread. */
	logNormal(median: number, spread: number): number {
		return median * Math.exp(spread * this.normal());
	}
}

const VOCABULARY = 20_000;
/** Half of all texts have fewer words, and the long tail lifts the mean to three times as many. */
const MEDIAN_WORDS = 40;
const WORD_SPREAD = 1.48;
const LONGEST_TEXT = 4_000;

const SYLLABLES =
	"ba be bi bo bu da de di do du fa fe ga ge go ka ke ki ko ku la le li lo lu ma me mi mo mu na ne no pa pe po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo".split(
		" ",
	);

export type Words = ReturnType<typeof makeWords>;

/** Texts of invented words, distributed as in a natural language. */
export function makeWords(random: Random) {
	const vocabulary = Array.from({ length: VOCABULARY }, (_, index) => {
		const length = 2 + random.below(3);
		const stem = Array.from({ length }, () => random.pick(SYLLABLES)).join("");
		return `${stem}${index % 7 === 0 ? "r" : ""}`;
	});
	/** The n-th word is about n times rarer than the first, as in any language. */
	const one = (): string => vocabulary[Math.floor(VOCABULARY ** random.next()) - 1] ?? "";
	const many = (count: number): string =>
		Array.from({ length: Math.max(1, Math.round(count)) }, one).join(" ");
	return {
		...{ one, many },
		text: () => many(Math.min(LONGEST_TEXT, random.logNormal(MEDIAN_WORDS, WORD_SPREAD))),
		title(): string {
			const words = many(2 + random.below(5));
			return words.charAt(0).toUpperCase() + words.slice(1);
		},
	};
}
