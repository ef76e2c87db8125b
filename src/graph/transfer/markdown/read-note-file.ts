import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

export interface NoteFile {
	readonly text: string;
	readonly hash: string;
	readonly modifiedAt: string;
}

/** What a body may hold; one more byte of plain text could not be stored. */
const LARGEST_FILE = 4_000_000;

/** The text of a file, or why it cannot be had. */
export async function readNoteFile(
	root: string,
	path: string,
): Promise<NoteFile | { readonly problem: string }> {
	try {
		// A link put in the file's place since the walk is refused, and a pipe does not wait for its writer.
		const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
		const handle = await open(join(root, path), flags);
		try {
			const facts = await handle.stat();
			if (!facts.isFile()) return { problem: "It is no longer a plain file." };
			if (facts.size > LARGEST_FILE) {
				return { problem: `It has ${facts.size} bytes; at most ${LARGEST_FILE} can be kept. Split it.` };
			}
			const bytes = await handle.readFile();
			const hash = createHash("sha256").update(bytes).digest("hex");
			return { text: decode(bytes), hash, modifiedAt: storable(facts.mtime) };
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (error instanceof TypeError) return { problem: "It is not valid UTF-8. Save it as UTF-8." };
		return { problem: `It cannot be read: ${(error as Error).message.replace(join(root, path), path)}` };
	}
}

/** Throws a TypeError on bytes that are no UTF-8; drops a byte order mark. */
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/** A file system may claim any time; the database and the ISO format end at the year 9999. */
const storable = (moment: Date): string => {
	const year = moment.getUTCFullYear();
	return (year > 0 && year < 10_000 ? moment : new Date()).toISOString();
};
