import type { PickedFile } from "./list-picked.ts";

const encoder = new TextEncoder();
const localSize = 30;
const centralSize = 46;
const endSize = 22;
/** Names are UTF-8. */
const flags = 0x0800;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value;
});

/** Puts the files of a folder into one zip archive, uncompressed: a browser can send one file, not a folder. */
export async function packFolder(files: readonly PickedFile[]): Promise<Blob> {
	const parts: BlobPart[] = [];
	const directory: Uint8Array<ArrayBuffer>[] = [];
	let offset = 0;
	for (const { path, content } of files) {
		const name = encoder.encode(path);
		const checksum = computeCrc(new Uint8Array(await content.arrayBuffer()));
		const fields = { name, checksum, size: content.size };
		parts.push(writeLocal(fields), content);
		directory.push(writeCentral(fields, offset));
		offset += localSize + name.length + content.size;
	}
	const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
	return new Blob([...parts, ...directory, writeEnd(files.length, directorySize, offset)], {
		type: "application/zip",
	});
}

interface EntryFields {
	readonly name: Uint8Array;
	readonly checksum: number;
	readonly size: number;
}

function writeLocal({ name, checksum, size }: EntryFields): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(localSize + name.length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, 0x04034b50, true);
	view.setUint16(4, 20, true);
	view.setUint16(6, flags, true);
	writeSizes(view, 14, checksum, size);
	view.setUint16(26, name.length, true);
	bytes.set(name, localSize);
	return bytes;
}

function writeCentral({ name, checksum, size }: EntryFields, offset: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(centralSize + name.length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, 0x02014b50, true);
	view.setUint16(4, 20, true);
	view.setUint16(6, 20, true);
	view.setUint16(8, flags, true);
	writeSizes(view, 16, checksum, size);
	view.setUint16(28, name.length, true);
	view.setUint32(42, offset, true);
	bytes.set(name, centralSize);
	return bytes;
}

function writeEnd(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(endSize);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, 0x06054b50, true);
	view.setUint16(8, count, true);
	view.setUint16(10, count, true);
	view.setUint32(12, size, true);
	view.setUint32(16, offset, true);
	return bytes;
}

function writeSizes(view: DataView, at: number, checksum: number, size: number): void {
	view.setUint32(at, checksum, true);
	view.setUint32(at + 4, size, true);
	view.setUint32(at + 8, size, true);
}

function computeCrc(bytes: Uint8Array): number {
	let value = 0xffffffff;
	for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
	return (value ^ 0xffffffff) >>> 0;
}
