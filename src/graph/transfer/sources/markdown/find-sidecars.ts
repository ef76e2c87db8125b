import { posix } from "node:path";
import type { SourceFile } from "../../files/source-file.ts";
import { isFolderPage } from "./name-note.ts";

const FIELDS = /\.ya?ml$/i;

const stemOf = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

/**
 * The files that hold the fields of a note: `plan.yaml` next to `plan.md`, and the only YAML file of a folder next to its
 * README or index file.
 */
export function findSidecars(
	notes: readonly SourceFile[],
	files: readonly SourceFile[],
): ReadonlyMap<SourceFile, SourceFile> {
	const byStem = new Map<string, SourceFile>();
	const byFolder = new Map<string, SourceFile | null>();
	for (const file of files) {
		if (!FIELDS.test(file.path)) continue;
		const folder = posix.dirname(file.path);
		byStem.set(stemOf(file.path), file);
		byFolder.set(folder, byFolder.has(folder) ? null : file);
	}
	const found = new Map<SourceFile, SourceFile>();
	for (const note of notes) {
		const stem = stemOf(note.path);
		const ofFolder = isFolderPage(posix.basename(stem)) ? byFolder.get(posix.dirname(note.path)) : undefined;
		const sidecar = byStem.get(stem) ?? ofFolder;
		if (sidecar) found.set(note, sidecar);
	}
	return found;
}
