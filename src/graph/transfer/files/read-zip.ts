import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { InvalidInputError } from "../../model/errors.ts";
import type { Loss } from "../source/import-report.ts";
import { LONGEST_PATH, type SourceFile, storableMoment } from "./source-file.ts";
import type { UnpackLimit } from "./unpack-limit.ts";

export interface ZipListing {
	readonly files: readonly SourceFile[];
	readonly losses: readonly Loss[];
}

const OPTIONS = {
	lazyEntries: true,
	autoClose: false,
	decodeStrings: false,
	validateEntrySizes: true,
} as const;
const SYMBOLIC_LINK = 0o12;
const LOCAL_HEADER = 30;
const LARGEST_ENTRY = 500_000_000;
/** Text packs thirty to one; a bomb packs a thousand to one. */
const HIGHEST_RATIO = 250;
const SMALL = 1_000_000;
const DEEPEST = 64;

const refuse = (why: string): InvalidInputError =>
	new InvalidInputError(`The archive cannot be read: ${why}`, {}, "archive_invalid");

/** Opens an archive: the path of a file, or the bytes themselves. */
export async function openZip(archive: string | Buffer): Promise<ZipFile> {
	try {
		return await (typeof archive === "string"
			? yauzl.openPromise(archive, OPTIONS)
			: yauzl.fromBufferPromise(archive, OPTIONS));
	} catch (error) {
		throw refuse((error as Error).message);
	}
}

/** Every length in it is a claim of its author: it is checked against the bytes there are before it is believed. */
export async function readZip(zip: ZipFile, limit: UnpackLimit): Promise<ZipListing> {
	limit.countEntries(zip.entryCount);
	const entries = await listEntries(zip);
	checkOverlaps(entries);
	const files = new Map<string, SourceFile>();
	const losses: Loss[] = [];
	for (const entry of entries) {
		const path = decodeName(entry);
		if (path.endsWith("/")) continue;
		const problem = files.has(path) ? "Another file of the archive has this name." : findProblem(entry, path);
		if (problem === null) {
			limit.countBytes(entry.uncompressedSize);
			files.set(path, openEntry(zip, entry, path));
		} else losses.push({ what: "a file of the archive", where: path.slice(0, 200), why: problem });
	}
	return { files: [...files.values()], losses };
}

async function listEntries(zip: ZipFile): Promise<readonly Entry[]> {
	const entries: Entry[] = [];
	try {
		for await (const entry of zip.eachEntry()) entries.push(entry);
	} catch (error) {
		throw refuse((error as Error).message);
	}
	return entries;
}

/** Entries that share their bytes let a few kilobytes claim to be petabytes. */
function checkOverlaps(entries: readonly Entry[]): void {
	let end = 0;
	for (const entry of [...entries].sort(
		(a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
	)) {
		if (entry.relativeOffsetOfLocalHeader < end) throw refuse("some of its files share the same bytes.");
		end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER + entry.compressedSize;
	}
}

function findProblem(entry: Entry, path: string): string | null {
	const { uncompressedSize: size, compressedSize: packed } = entry;
	const parts = path.split("/");
	if (/^\/|^[A-Za-z]:|\0/.test(path) || parts.includes("..") || parts.includes("."))
		return "Its path leads out of the archive.";
	if (Buffer.byteLength(path) > LONGEST_PATH || parts.length > DEEPEST) return "Its path is too long.";
	if (entry.externalFileAttributes >>> 28 === SYMBOLIC_LINK)
		return "It is a symbolic link; those are not followed.";
	if (entry.isEncrypted()) return "It is encrypted.";
	if (!entry.canDecodeFileData())
		return `It is packed by method ${entry.compressionMethod}, which is not known.`;
	if (size > LARGEST_ENTRY) return "It is too large.";
	if (size > SMALL && size > packed * HIGHEST_RATIO)
		return `It is packed more than ${HIGHEST_RATIO} to one, as no honest file is.`;
	return null;
}

const openEntry = (zip: ZipFile, entry: Entry, path: string): SourceFile => ({
	path,
	size: entry.uncompressedSize,
	read: async () => ({
		bytes: await unpack(zip, entry),
		modifiedAt: storableMoment(entry.getLastModDate({ timezone: "UTC" })),
	}),
});

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
	const bytes = Buffer.concat(chunks);
	if (crc32(bytes) !== entry.crc32) throw new Error("It does not unpack to what the archive claims.");
	return bytes;
}

/** UTF-8 where it is valid; older tools wrote the code page of their machine. Some write the separators of Windows. */
function decodeName(entry: Entry): string {
	const bytes = entry.fileNameRaw;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\\", "/");
	} catch {
		return bytes.toString("latin1").replaceAll("\\", "/");
	}
}
