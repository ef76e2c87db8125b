import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writeExportFile } from "../../../graph/transfer/export/write-export.ts";
import { makePassingFolder } from "../../../graph/transfer/files/passing-folder.ts";
import { openZip, readZip } from "../../../graph/transfer/files/read-zip.ts";
import { UnpackLimit } from "../../../graph/transfer/files/unpack-limit.ts";
import type { ZipMember } from "../../../graph/transfer/files/write-zip.ts";

/**
 * Yields the files of an archive that comes as chunks; the table of a zip file is at its end, so all must be there
 * first.
 */
export async function unpackZip(
	chunks: AsyncIterable<Uint8Array>,
	use: (files: AsyncIterable<ZipMember>) => Promise<number>,
): Promise<number> {
	const folder = await makePassingFolder("unpack");
	try {
		const path = join(folder, "export.zip");
		await writeExportFile(path, chunks);
		const zip = await openZip(path);
		try {
			// Our own server made it, so that a high compression is no sign of an attack.
			const { files } = await readZip(zip, new UnpackLimit(Number.POSITIVE_INFINITY));
			return await use(
				(async function* () {
					for (const file of files) yield { path: file.path, content: (await file.read()).bytes };
				})(),
			);
		} finally {
			zip.close();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
