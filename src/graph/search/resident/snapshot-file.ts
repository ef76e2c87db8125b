import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
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
		// A broken file is ignored: the database has everything that it holds.
		return undefined;
	}
}

const UNFINISHED = ".new";
/** Longer than any image takes to be written. */
const ABANDONED_AFTER_MS = 600_000;

/** A process killed while it writes leaves everybody's texts behind, which nothing else would remove. */
async function removeAbandoned(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith(UNFINISHED)) continue;
		const path = join(folder, name);
		const facts = await stat(path).catch(() => undefined);
		if (facts && Date.now() - facts.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
	}
}

/** Renamed when it is whole, so that nobody reads half of one. Only the owner may read it: it holds everybody's texts. */
export async function saveSnapshot(
	folder: string,
	workspaceId: string,
	image: SharedArrayBuffer,
): Promise<void> {
	sealImage(image);
	const path = locate(folder, workspaceId);
	const unfinished = `${path}.${process.pid}${UNFINISHED}`;
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	await removeAbandoned(folder);
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
