import { SkeinError } from "./errors.ts";

/** As many characters as a second or two of a core reads. */
const MOST_CHARACTERS = 40_000_000;
/** How long others may have to wait, in milliseconds. */
const LONGEST_TURN = 25;

/** How many characters one request reads, and whether it lets others have their turn meanwhile. */
export class WorkLimit {
	#left: number;
	#since = performance.now();

	constructor(characters = MOST_CHARACTERS) {
		this.#left = characters;
	}

	/** Called before each piece of work. Without it a thousand long texts would be read while every other caller waits. */
	spend(characters: number): Promise<void> | undefined {
		this.#left -= characters;
		if (this.#left < 0) {
			throw new SkeinError(
				"too_costly",
				"This takes more reading than one request may cause. Ask for less: name fewer entities, or split the longest texts.",
			);
		}
		return performance.now() - this.#since < LONGEST_TURN ? undefined : this.#rest();
	}

	async #rest(): Promise<void> {
		await new Promise(setImmediate);
		this.#since = performance.now();
	}
}
