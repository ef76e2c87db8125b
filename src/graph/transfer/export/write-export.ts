import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { ConflictError } from "../../model/errors.ts";
import type { ZipMember } from "../files/write-zip.ts";

const OWNER_ONLY = 0o600;

/** Writes chunks to a file, in one step: a run that is cut off leaves no half of an export under that name. */
export async function writeExportFile(
	path: string,
	chunks: AsyncIterable<Uint8Array | string>,
): Promise<void> {
	const draft = `${path}.${process.pid}.part`;
	try {
		await pipeline(chunks, createWriteStream(draft, { mode: OWNER_ONLY, flags: "wx" }));
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}

/** Writes files into a folder that is new or empty; nothing that lies there is ever overwritten. */
export async function writeExportFolder(folder: string, files: AsyncIterable<ZipMember>): Promise<number> {
	const root = resolve(folder);
	await mkdir(root, { recursive: true });
	if ((await readdir(root)).length > 0) {
		throw new ConflictError(
			`${folder} is not empty. Name a new folder.`,
			{ field: "path" },
			"folder_not_empty",
		);
	}
	let count = 0;
	for await (const { path, content } of files) {
		const target = resolve(root, path);
		if (!target.startsWith(root + sep)) throw new Error(`${path} leads out of the folder.`);
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, content, { flag: "wx" });
		count += 1;
	}
	return count;
}

export const isZipPath = (path: string): boolean => extname(path).toLowerCase() === ".zip";
