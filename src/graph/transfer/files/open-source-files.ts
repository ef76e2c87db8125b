import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { InvalidInputError } from "../../model/errors.ts";
import type { Loss } from "../source/import-report.ts";
import { openZip, readZip, type ZipListing } from "./read-zip.ts";
import { inFixedOrder, LONGEST_PATH, type SourceFile, type SourceFiles } from "./source-file.ts";
import { UnpackLimit } from "./unpack-limit.ts";
import { openPlainFile, walkFolder } from "./walk-folder.ts";

const ARCHIVE = /\.zip$/i;
/** An export may come as an archive of archives; one that goes on is made to go on. */
const DEEPEST_NESTING = 3;

export interface OpenedFiles extends SourceFiles {
	close(): Promise<void>;
}

/** The files of a folder, of a zip archive with those inside it, or a single file. Nothing is unpacked to disk. */
export async function openSourceFiles(
	path: string,
	{
		isUpload = false,
		signal,
	}: { readonly isUpload?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<OpenedFiles> {
	const root = await realpath(path).catch(() => null);
	if (root === null) {
		// The sender of a file must not learn the folders of the server's disk from this path.
		const message = isUpload
			? "The file that was sent is no longer there. Send it again."
			: `There is no folder or file at ${path}. Name the one to import.`;
		throw new InvalidInputError(message, { field: isUpload ? "upload" : "path" }, "folder_missing");
	}
	if (Buffer.byteLength(root) > LONGEST_PATH) {
		throw new InvalidInputError("This path is too long. Move the folder further up.", {
			field: "path",
			longest: LONGEST_PATH,
		});
	}
	if ((await stat(root)).isDirectory()) return { ...(await walkFolder(root, signal)), close: async () => {} };
	if (ARCHIVE.test(root)) return openArchive(root, signal);
	const { size } = await stat(root);
	const file = openPlainFile(dirname(root), basename(root), size);
	return { root, files: [file], losses: [], close: async () => {} };
}

async function openArchive(root: string, signal: AbortSignal | undefined): Promise<OpenedFiles> {
	const zip = await openZip(root);
	try {
		const limit = new UnpackLimit((await stat(root)).size);
		const { files, losses } = await flatten({ listing: await readZip(zip, limit), limit, depth: 1, signal });
		return { root, files: inFixedOrder(files), losses, close: async () => zip.close() };
	} catch (error) {
		zip.close();
		throw error;
	}
}

interface Nesting {
	readonly listing: ZipListing;
	readonly limit: UnpackLimit;
	readonly depth: number;
	readonly signal: AbortSignal | undefined;
}

/** The files of an archive with the files of the archives in it, as if they lay side by side. */
async function flatten({ listing, limit, depth, signal }: Nesting): Promise<ZipListing> {
	const files: SourceFile[] = [];
	const losses: Loss[] = [...listing.losses];
	for (const file of listing.files) {
		signal?.throwIfAborted();
		if (!ARCHIVE.test(file.path)) {
			files.push(file);
			continue;
		}
		try {
			if (depth >= DEEPEST_NESTING) throw new Error("It is an archive in an archive in an archive.");
			limit.countNested(file.size);
			const { bytes } = await file.read();
			const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
			const inner = await flatten({ listing: await readZip(zip, limit), limit, depth: depth + 1, signal });
			for (const each of inner.files) files.push(each);
			for (const loss of inner.losses) losses.push(loss);
		} catch (error) {
			signal?.throwIfAborted();
			// The limit is of the whole upload: what is left of it must not be tried archive by archive.
			if (error instanceof InvalidInputError && error.code === "archive_too_large") throw error;
			losses.push({ what: "an archive in the archive", where: file.path, why: (error as Error).message });
		}
	}
	return { files, losses };
}
