import { Zip, ZipPassThrough } from "fflate";
import type { PickedFile } from "./read-chosen.ts";

/** The first day that the format can name: the same files make the same archive. */
const FIRST_DAY = new Date(1980, 0, 1);

/** Puts the files of a folder into one zip archive, uncompressed: a browser can send one file, not a folder. */
export async function packFolder(files: readonly PickedFile[]): Promise<Blob> {
	const parts: Blob[] = [];
	const zip = new Zip((error, chunk) => {
		if (error) throw error;
		// A browser may keep a blob on disk; a list of arrays would hold the whole folder in memory.
		parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
	});
	for (const { path, content } of files) {
		const file = new ZipPassThrough(path);
		file.mtime = FIRST_DAY;
		zip.add(file);
		file.push(new Uint8Array(await content.arrayBuffer()), true);
	}
	zip.end();
	return new Blob(parts, { type: "application/zip" });
}
