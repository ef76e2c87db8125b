import { type messages, protocol } from "@electric-sql/pglite";

type Row = readonly (string | null)[];

interface ReplyReader {
	readonly onRow: (row: Row) => void;
	/** All but rows. */
	readonly onMessage: (message: messages.BackendMessage) => void;
}

const ROW = "D".charCodeAt(0);
/** The letter that says what a message is, and how long it is. */
const HEAD = 1 + 4;

function readRow(bytes: Buffer, start: number): Row {
	const row: (string | null)[] = [];
	let at = start + 2;
	for (let left = bytes.readInt16BE(start); left > 0; left -= 1) {
		const size = bytes.readInt32BE(at);
		at += 4;
		row.push(size < 0 ? null : bytes.toString("utf8", at, at + size));
		at += Math.max(size, 0);
	}
	return row;
}

/** Reads what the engine answered, message by message. Rows are read here: PGlite's parser copies each value before it reads it. */
export function readReply(reply: Uint8Array, { onRow, onMessage }: ReplyReader): void {
	const bytes = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength);
	const parser = new protocol.Parser();
	for (let start = 0; start + HEAD <= bytes.length; ) {
		const end = start + 1 + bytes.readInt32BE(start + 1);
		if (bytes[start] === ROW) onRow(readRow(bytes, start + HEAD));
		else parser.parse(bytes.subarray(start, end), onMessage);
		start = end;
	}
}
