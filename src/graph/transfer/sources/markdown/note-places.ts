import { posix } from "node:path";
import { readAddress } from "../../../model/attachment.ts";
import { nameOfFile } from "./name-paths.ts";
import { isFolderPage } from "./parse-note.ts";

const EXTENSION = /\.(?:md|markdown|txt|x?html?)$/i;
/** A name such as `4603-tune-backoff` is one text's alone; `notes` ends many paths. */
const isTelling = (place: string): boolean =>
	place.includes("/") || (/\d/.test(place) && /\p{L}/u.test(place));

/** Without the slashes at its end. A pattern for them would take the square of a long row of slashes. */
function dropEnd(address: string): string {
	let end = address.length;
	while (end > 0 && address[end - 1] === "/") end--;
	return address.slice(0, end);
}

/** Finds notes by addresses: of files, of files without their ending, and of folders that a README or index file speaks for. */
export class NotePlaces {
	readonly #paths = new Map<string, string>();
	/** By the last part of a path; several where that is not unique. */
	readonly #byLastPart = new Map<string, [place: string, path: string][]>();

	constructor(paths: readonly string[]) {
		for (const path of paths) {
			const place = path.normalize("NFC");
			const bare = place.replace(EXTENSION, "");
			this.#add(place, path);
			this.#add(bare, path);
			if (isFolderPage(nameOfFile(posix.basename(bare)))) this.#add(posix.dirname(place), path);
		}
	}

	/** From the folder of its note, else from the top, as the two habits have it. */
	find(from: string, address: string): string | undefined {
		// The name on disk may hold percent codes itself, so the address is also taken as it is written.
		for (const target of [readAddress(address), address.replace(/[#?].*$/s, "").normalize("NFC")]) {
			const near = dropEnd(posix.normalize(posix.join(posix.dirname(from), target)));
			const top = dropEnd(posix.normalize(target)).replace(/^\/+/, "");
			const found = this.#paths.get(near) ?? this.#paths.get(top);
			if (found !== undefined) return found;
		}
		return undefined;
	}

	/** For an address of the place that the folder was taken from: the one note whose path it ends with. */
	findByEnd(address: string): string | undefined {
		const place = `/${dropEnd(readAddress(address)).replace(EXTENSION, "").replace(/^\/+/, "")}`;
		const alike = this.#byLastPart.get(posix.basename(place)) ?? [];
		const fitting = alike.filter(([known]) => isTelling(known) && place.endsWith(`/${known}`));
		const found = new Set(fitting.map(([, path]) => path));
		return found.size === 1 ? fitting[0]?.[1] : undefined;
	}

	#add(place: string, path: string): void {
		if (place === "." || this.#paths.has(place)) return;
		this.#paths.set(place, path);
		const last = posix.basename(place);
		const alike = this.#byLastPart.get(last) ?? [];
		alike.push([place, path]);
		this.#byLastPart.set(last, alike);
	}
}
