import { InvalidInputError } from "../../model/errors.ts";

const MOST_ENTRIES = 200_000;
const LARGEST_TOTAL = 2_000_000_000;
/** Archives inside an archive are held in memory while they are read. */
const LARGEST_NESTED = 250_000_000;
/** Text packs thirty to one. What packs better as a whole is made to. */
const HIGHEST_RATIO = 40;
/** A small archive of equal rows may pack better than that, and does no harm. */
const ALWAYS_ALLOWED = 100_000_000;

const refuse = (why: string): InvalidInputError =>
	new InvalidInputError(`The archive cannot be read: ${why}`, {}, "archive_too_large");

/** Of one upload with all archives in it: a limit for each would let a few megabytes become gigabytes. */
export class UnpackLimit {
	readonly #mostBytes: number;
	#entries = 0;
	#bytes = 0;
	#nested = 0;

	/** Of an archive of so many bytes. */
	constructor(packed: number) {
		this.#mostBytes = Math.min(LARGEST_TOTAL, Math.max(ALWAYS_ALLOWED, packed * HIGHEST_RATIO));
	}

	/** Counts the entries of one of its archives before they are read. */
	countEntries(entries: number): void {
		this.#entries += entries;
		if (this.#entries > MOST_ENTRIES) throw refuse(`it holds more than ${MOST_ENTRIES} files.`);
	}

	/** Counts what a file of one of its archives claims to unpack to. */
	countBytes(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes > this.#mostBytes) throw refuse(`it would unpack to more than ${this.#mostBytes} bytes.`);
	}

	/** Counts an archive inside it that is about to be unpacked. */
	countNested(bytes: number): void {
		this.#nested += bytes;
		if (this.#nested > LARGEST_NESTED)
			throw refuse(`the archives inside it have more than ${LARGEST_NESTED} bytes. Import them one by one.`);
	}
}
