import { crc32, deflateRawSync } from "node:zlib";
import { InvalidInputError } from "../../model/errors.ts";

export interface ZipMember {
	readonly path: string;
	readonly content: string | Uint8Array;
}

const DEFLATED = 8;
const MOST_FILES = 65_534;
const LARGEST = 4_000_000_000;
const UTF8_NAMES = 0x800;
const VERSION = 20;
/** The first day the format can say: the same files make the same archive. */
const FIRST_DAY = 0x21;

interface Written {
	readonly name: Buffer;
	readonly crc: number;
	readonly packed: number;
	readonly size: number;
	readonly offset: number;
}

/** Packs files into a zip archive, one after the other. */
export async function* writeZip(
	members: AsyncIterable<ZipMember> | Iterable<ZipMember>,
): AsyncGenerator<Uint8Array> {
	const written: Written[] = [];
	let offset = 0;
	for await (const { path, content } of members) {
		const bytes = typeof content === "string" ? Buffer.from(content) : content;
		const data = deflateRawSync(bytes);
		const name = Buffer.from(path);
		const entry = { name, crc: crc32(bytes), packed: data.length, size: bytes.length, offset };
		const local = Buffer.alloc(30);
		local.writeUInt32LE(0x04034b50, 0);
		writeFacts(local, 4, entry);
		local.writeUInt16LE(name.length, 26);
		written.push(entry);
		offset += local.length + name.length + data.length;
		yield Buffer.concat([local, name, data]);
	}
	if (written.length > MOST_FILES || offset > LARGEST) {
		throw new InvalidInputError(
			"There is too much for one zip file. Export into a folder.",
			{},
			"archive_too_large",
		);
	}
	const directory = Buffer.concat(written.map(describeEntry));
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(written.length, 8);
	end.writeUInt16LE(written.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	yield Buffer.concat([directory, end]);
}

function writeFacts(into: Buffer, at: number, { crc, packed, size }: Written): void {
	into.writeUInt16LE(VERSION, at);
	into.writeUInt16LE(UTF8_NAMES, at + 2);
	into.writeUInt16LE(DEFLATED, at + 4);
	into.writeUInt16LE(FIRST_DAY, at + 8);
	into.writeUInt32LE(crc, at + 10);
	into.writeUInt32LE(packed, at + 14);
	into.writeUInt32LE(size, at + 18);
}

function describeEntry(entry: Written): Buffer {
	const header = Buffer.alloc(46);
	header.writeUInt32LE(0x02014b50, 0);
	header.writeUInt16LE(VERSION, 4);
	writeFacts(header, 6, entry);
	header.writeUInt16LE(entry.name.length, 28);
	header.writeUInt32LE(entry.offset, 42);
	return Buffer.concat([header, entry.name]);
}
