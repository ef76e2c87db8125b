import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { packFolder } from "./pack-folder.ts";

const listed = { "Notes/Glue.md": "Dries in an hour.\n", "Notes/Über/Lücke.md": "Ä\n", "Notes/leer.md": "" };

async function pack(): Promise<Buffer> {
	const files = Object.entries(listed).map(([path, text]) => ({ path, content: new File([text], path) }));
	return Buffer.from(await (await packFolder(files)).arrayBuffer());
}

function unpack(archive: Buffer): Promise<Record<string, string>> {
	return new Promise((resolve, reject) => {
		yauzl.fromBuffer(archive, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
			if (error) return reject(error);
			const found: Record<string, string> = {};
			zip.on("entry", (entry: yauzl.Entry) => {
				zip.openReadStream(entry, async (failure, stream) => {
					if (failure) return reject(failure);
					const chunks: Buffer[] = [];
					for await (const chunk of stream) chunks.push(chunk as Buffer);
					found[entry.fileName] = Buffer.concat(chunks).toString("utf8");
					zip.readEntry();
				});
			});
			zip.on("end", () => resolve(found));
			zip.on("error", reject);
			zip.readEntry();
		});
	});
}

test("a packed folder is read back whole, names in other alphabets included", async () => {
	expect(await unpack(await pack())).toEqual(listed);
});

test("its checksums are right", async () => {
	const archive = await pack();
	// Where the directory at the end begins, which names the checksum of the first file.
	const directory = archive.indexOf("PK\u0001\u0002");
	expect(archive.readUInt32LE(directory + 16)).toBe(crcOf(listed["Notes/Glue.md"]));
});

/** As gzip computes it, in the first of its last two words. */
function crcOf(text: string): number {
	const zipped = gzipSync(text);
	return zipped.readUInt32LE(zipped.length - 8);
}
