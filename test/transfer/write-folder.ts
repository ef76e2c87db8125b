import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeZip } from "../../src/graph/transfer/files/write-zip.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

export async function writeFiles(folder: string, files: Files): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
}

/** A folder of the test's own, with these files in it; `remove` takes all of them away. */
export class Folders {
	readonly #made: string[] = [];

	async make(files: Files = {}): Promise<string> {
		const folder = await mkdtemp(join(tmpdir(), "skein-transfer-"));
		this.#made.push(folder);
		await writeFiles(folder, files);
		return folder;
	}

	async remove(): Promise<void> {
		for (const folder of this.#made) await rm(folder, { recursive: true, force: true });
	}
}

export async function zip(files: Files): Promise<Uint8Array> {
	const members = Object.entries(files).map(([path, content]) => ({ path, content }));
	const chunks: Uint8Array[] = [];
	for await (const chunk of writeZip(members)) chunks.push(chunk);
	return Buffer.concat(chunks);
}
