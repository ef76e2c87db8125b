import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isImageOf, sealImage } from "./pack-graph.ts";

const locate = (folder: string, workspaceId: string): string => join(folder, `${workspaceId}.graph`);

/** The image a workspace was saved as; undefined when there is none or anything about it does not fit. */
export async function loadSnapshot(
	folder: string,
	wanted: { readonly workspaceId: string; readonly language: string },
): Promise<SharedArrayBuffer | undefined> {
	try {
		const file = await open(locate(folder, wanted.workspaceId), "r");
		try {
			const { size } = await file.stat();
			const image = new SharedArrayBuffer(size);
			const { bytesRead } = await file.read(new Uint8Array(image), 0, size, 0);
			return bytesRead === size && isImageOf(image, wanted) ? image : undefined;
		} finally {
			await file.close();
		}
	} catch {
		// Whatever is wrong with it, the database has everything that it holds.
		return undefined;
	}
}

/** Written beside and renamed, so that nobody ever reads half of one. It holds everybody's texts: for the owner's eyes. */
export async function saveSnapshot(
	folder: string,
	workspaceId: string,
	image: SharedArrayBuffer,
): Promise<void> {
	sealImage(image);
	const path = locate(folder, workspaceId);
	const unfinished = `${path}.${process.pid}.new`;
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	try {
		const file = await open(unfinished, "w", 0o600);
		try {
			await file.writeFile(new Uint8Array(image));
		} finally {
			await file.close();
		}
		await rename(unfinished, path);
	} catch (error) {
		await rm(unfinished, { force: true });
		throw error;
	}
}
