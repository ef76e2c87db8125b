import { closeSync, constants, type Dirent, fstatSync, open, read } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { countOf, type Loss, listPlaces } from "../source/import-report.ts";
import {
	inFixedOrder,
	LONGEST_PATH,
	type SourceFile,
	type SourceFiles,
	storableMoment,
} from "./source-file.ts";

const NOT_NOTES = new Set(["node_modules"]);
/** Logseq keeps older copies of every page here, under the names of the pages. */
const LOGSEQ_BACKUPS = new Set(["logseq/bak", "logseq/version-files"]);
const LARGEST_FILE = 1_000_000_000;
const GROWN_BYTES = 65_536;
/** More is no folder of notes but a disk named by mistake. */
const MOST_FILES = 500_000;
const DEEPEST = 64;

const isSkipped = (name: string, path: string): boolean =>
	name.startsWith(".") || NOT_NOTES.has(name) || LOGSEQ_BACKUPS.has(path);

const openFile = promisify(open);
const readFile = promisify(read);

/** Up to the end, also of a file that has grown since it was measured. */
async function readWhole(descriptor: number, size: number): Promise<Uint8Array> {
	const parts: Buffer[] = [];
	for (let at = 0; ; ) {
		// One byte more than expected shows that all was read, without a second read.
		const room = Buffer.allocUnsafeSlow(at < size ? size - at + 1 : GROWN_BYTES);
		const { bytesRead } = await readFile(descriptor, room, 0, room.length, at);
		parts.push(room.subarray(0, bytesRead));
		at += bytesRead;
		if (at > LARGEST_FILE) throw new Error(`It has more than ${LARGEST_FILE} bytes.`);
		const isAll = bytesRead === 0 || (at >= size && bytesRead < room.length);
		if (isAll) return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
	}
}

/** Only opening and reading wait for the disk: a handle with four calls takes three times as long. */
async function readPlainFile(root: string, path: string): ReturnType<SourceFile["read"]> {
	// A link put in the file's place since the walk is refused, and a pipe does not wait for its writer.
	const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
	const descriptor = await openFile(join(root, path), flags);
	try {
		const facts = fstatSync(descriptor);
		if (!facts.isFile()) throw new Error("It is no longer a plain file.");
		if (facts.size > LARGEST_FILE) throw new Error(`It has ${facts.size} bytes.`);
		return { bytes: await readWhole(descriptor, facts.size), modifiedAt: storableMoment(facts.mtime) };
	} finally {
		closeSync(descriptor);
	}
}

/** A file below a folder, read without following links. */
export const openPlainFile = (root: string, path: string, size = 0): SourceFile => ({
	path,
	size,
	read: () => readPlainFile(root, path),
});

/** Symbolic links are not followed: one that points outside would carry in what the user did not name. */
export async function walkFolder(root: string, signal?: AbortSignal): Promise<SourceFiles> {
	const files: SourceFile[] = [];
	const symlinks: string[] = [];
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
			else if (Buffer.byteLength(path) > LONGEST_PATH || path.split("/").length > DEEPEST) {
				losses.push({
					what: entry.isDirectory() ? "a folder" : "a file",
					where: `${path.slice(0, 100)}…`,
					why: `Its path is longer than ${LONGEST_PATH} bytes or ${DEEPEST} folders.`,
				});
			} else if (entry.isDirectory()) folders.push(path);
			else if (entry.isFile()) files.push(openPlainFile(root, path));
		}
		if (files.length <= MOST_FILES) continue;
		losses.push({
			what: "files",
			where: folder,
			why: `There are more than ${MOST_FILES}; the rest was left out.`,
		});
		break;
	}
	if (symlinks.length > 0) {
		losses.push({
			what: countOf(symlinks.length, "symbolic link"),
			where: listPlaces(symlinks.sort()),
			why: "Symbolic links are not followed. Import the folder they point to by itself.",
		});
	}
	return { root, files: inFixedOrder(files), losses };
}
