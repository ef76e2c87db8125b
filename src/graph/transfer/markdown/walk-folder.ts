import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { countOf, type Loss, listPlaces } from "../import-report.ts";

const MARKDOWN = new Set([".md", ".markdown"]);
const NOT_NOTES = new Set(["node_modules"]);
/** Logseq keeps older copies of every page here, under the names of the pages. */
const LOGSEQ_BACKUPS = new Set(["logseq/bak", "logseq/version-files"]);
/** An index row holds 2,700 bytes, and the path stands in a key. */
const LONGEST_PATH = 1000;

export interface FolderWalk {
	/** Paths of the Markdown files, relative to the folder, with slashes, in a fixed order. */
	readonly paths: readonly string[];
	readonly losses: readonly Loss[];
}

const isSkipped = (name: string, path: string): boolean =>
	name.startsWith(".") || NOT_NOTES.has(name) || LOGSEQ_BACKUPS.has(path);

/**
 * Finds every Markdown file below a folder. Symbolic links are not followed: one that points inside names a file that
 * is found anyway, and one that points outside would carry in what the user did not name.
 */
export async function walkFolder(root: string, signal?: AbortSignal): Promise<FolderWalk> {
	const paths: string[] = [];
	const symlinks: string[] = [];
	const attachments = new Map<string, string[]>();
	const losses: Loss[] = [];
	const folders = [""];
	for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
		signal?.throwIfAborted();
		const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: Error) => {
			losses.push({ what: "a folder", where: folder || ".", why: `It cannot be read: ${error.message}` });
			return [] as Dirent[];
		});
		for (const entry of entries) {
			const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
			if (isSkipped(entry.name, path)) continue;
			if (entry.isSymbolicLink()) symlinks.push(path);
			else if (Buffer.byteLength(path) > LONGEST_PATH) {
				losses.push({
					what: entry.isDirectory() ? "a folder" : "a file",
					where: `${path.slice(0, 100)}…`,
					why: `Its path is longer than ${LONGEST_PATH} bytes.`,
				});
			} else if (entry.isDirectory()) folders.push(path);
			else if (entry.isFile()) {
				const extension = extname(entry.name).toLowerCase();
				if (MARKDOWN.has(extension)) paths.push(path);
				else attachments.set(extension, [...(attachments.get(extension) ?? []), path]);
			}
		}
	}
	if (symlinks.length > 0) {
		losses.push({
			what: countOf(symlinks.length, "symbolic link"),
			where: listPlaces(symlinks.sort()),
			why: "Symbolic links are not followed. Import the folder they point to by itself.",
		});
	}
	for (const [extension, files] of [...attachments].sort()) {
		losses.push({
			what: countOf(
				files.length,
				extension === "" ? "file without extension" : `${extension} file`,
				extension === "" ? "files without extension" : `${extension} files`,
			),
			where: listPlaces(files.sort()),
			why: "Only Markdown files become notes; attachments are not carried.",
		});
	}
	return { paths: paths.sort(), losses };
}
