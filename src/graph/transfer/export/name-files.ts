import { foldTitle } from "../../model/entity.ts";

const LONGEST_NAME = 120;
/** The rest of a longer title is in no file name. */
const LONGEST_TITLE = 2_000;
/** File systems take 255 bytes, a number and an extension included; an ideograph has three, an emoji four. */
const MOST_BYTES = 230;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The longest beginning with whole characters that has so few characters and bytes. */
function clip(name: string): string {
	const bytes = Buffer.from([...name].slice(0, LONGEST_NAME).join(""));
	if (bytes.length <= MOST_BYTES) return bytes.toString();
	// Decoding what was cut inside a character ends in a replacement.
	return bytes
		.subarray(0, MOST_BYTES)
		.toString()
		.replace(/\uFFFD$/, "");
}

/** A name that Windows, macOS, Linux and Obsidian all take: no separators, no signs of theirs, no dots at the ends. */
export function nameFile(title: string): string {
	const name = title
		.slice(0, LONGEST_TITLE)
		.normalize("NFC")
		.replace(/[\\/:*?"<>|#^[\]\p{Cc}\p{Surrogate}]+/gu, "-")
		.replace(/\s+/g, " ")
		.trim()
		.replace(/^\.+|(?<![. ])[. ]+$/g, "");
	const clipped = clip(name).trim();
	return clipped === "" || RESERVED.test(clipped) ? `${clipped}_` : clipped;
}

/** Gives every file a path of its own, also for file systems that ignore case. */
export class FileNames {
	readonly #taken = new Set<string>();

	add(folder: string, title: string, extension: string): string {
		const name = nameFile(title);
		for (let number = 1; ; number += 1) {
			const path = `${folder}${number === 1 ? name : `${name} ${number}`}${extension}`;
			const key = foldTitle(path);
			if (this.#taken.has(key)) continue;
			this.#taken.add(key);
			return path;
		}
	}
}
