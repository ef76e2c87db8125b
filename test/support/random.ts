/** Random numbers that a seed decides: the same seed gives the same test, on every machine. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = (seed * 2_654_435_761 + 1) >>> 0;
	}

	/** From 0 up to, and without, 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = this.#state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number, both ends included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<Item>(items: readonly Item[]): Item {
		if (items.length === 0) throw new Error("There is nothing to pick from.");
		return items[this.between(0, items.length - 1)] as Item;
	}

	pickMaybe<Item>(items: readonly Item[]): Item | undefined {
		return items.length === 0 ? undefined : this.pick(items);
	}

	some<Item>(items: readonly Item[], probability: number): Item[] {
		return items.filter(() => this.chance(probability));
	}

	list<Item>(length: number, make: (index: number) => Item): Item[] {
		return Array.from({ length }, (_, index) => make(index));
	}

	/** An id of the form ours have, without their clock. */
	id(): string {
		const word = (): string =>
			Math.floor(this.next() * 2 ** 32)
				.toString(16)
				.padStart(8, "0");
		const hex = word() + word() + word() + word();
		return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
	}
}

const firstSeed = Number(process.env.SKEIN_TEST_SEED ?? 1);
const factor = Number(process.env.SKEIN_TEST_FACTOR ?? 1);

/**
 * Runs a property for many seeds, one after the other. `SKEIN_TEST_SEED` sets the first of them, `SKEIN_TEST_FACTOR` how
 * many times the usual number of runs is made. A failure names its seed and the command that replays it alone.
 */
export async function forEachSeed(
	runs: number,
	check: (seed: number, random: Random) => Promise<void> | void,
): Promise<void> {
	const count = process.env.SKEIN_TEST_ONLY ? 1 : Math.ceil(runs * factor);
	for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
		try {
			await check(seed, new Random(seed));
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			throw new Error(
				`Seed ${seed} fails; replay it with SKEIN_TEST_SEED=${seed} SKEIN_TEST_ONLY=1.\n${reason}`,
				{
					cause: error,
				},
			);
		}
	}
}
