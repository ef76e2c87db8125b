import { BinaryValue, encodeParameter, refuseNul } from "../engine/encode-parameter.ts";

type WriteElement = (bytes: Buffer, value: unknown, at: number) => void;

/** How the elements of an array are sent in binary: the type's number, their size where it is fixed, and how one is written. */
interface ElementType {
	readonly typeId: number;
	readonly size: number;
	readonly write: WriteElement;
}

const FIXED: Readonly<Record<string, ElementType>> = {
	uuid: { typeId: 2950, size: 16, write: (bytes, value, at) => writeUuid(bytes, String(value), at) },
	integer: { typeId: 23, size: 4, write: (bytes, value, at) => bytes.writeInt32BE(Number(value), at) },
	boolean: { typeId: 16, size: 1, write: (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at) },
};

/** Types that are sent as their text, after a mark where they have versions of it. */
interface TextType {
	readonly typeId: number;
	readonly mark: readonly number[];
	readonly print: (value: unknown) => string | null;
}

const printText = (value: unknown): string | null => (value === null ? null : refuseNul(String(value)));
const printJson = (value: unknown): string | null =>
	encodeParameter(Array.isArray(value) ? JSON.stringify(value) : value);

const TEXTS: Readonly<Record<string, TextType>> = {
	text: { typeId: 25, mark: [], print: printText },
	json: { typeId: 114, mark: [], print: printJson },
	jsonb: { typeId: 3802, mark: [1], print: printJson },
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** The places of the pairs of digits in the text of a UUID. */
const PAIRS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

const digitOf = (code: number): number => (code & 15) + (code > 57 ? 9 : 0);

function writeUuid(bytes: Buffer, text: string, start: number): void {
	let at = start;
	for (const pair of PAIRS) {
		bytes[at] = (digitOf(text.charCodeAt(pair)) << 4) | digitOf(text.charCodeAt(pair + 1));
		at += 1;
	}
}

const ABSENT = -1;
/** Number of dimensions, whether values are absent, type; then length and lower bound of the one dimension. */
const HEAD = 5 * 4;

function openArray(input: {
	readonly typeId: number;
	readonly length: number;
	readonly hasNull: boolean;
	readonly size: number;
}): Buffer {
	// A part of a pool would be sent to the engine's thread with the whole pool.
	const bytes = Buffer.allocUnsafeSlow(HEAD + input.size);
	const head = [1, input.hasNull ? 1 : 0, input.typeId, input.length, 1];
	for (const [index, value] of head.entries()) bytes.writeInt32BE(value, 4 * index);
	return bytes;
}

function encodeFixed({ typeId, size, write }: ElementType, values: readonly unknown[]): Uint8Array {
	const present = values.reduce<number>((count, value) => count + (value === null ? 0 : 1), 0);
	const { length } = values;
	const bytes = openArray({ typeId, length, hasNull: present < length, size: 4 * length + size * present });
	let at = HEAD;
	for (const value of values) {
		at = bytes.writeInt32BE(value === null ? ABSENT : size, at);
		if (value === null) continue;
		write(bytes, value, at);
		at += size;
	}
	return bytes;
}

function encodeTexts({ typeId, mark, print }: TextType, values: readonly unknown[]): Uint8Array {
	const texts = values.map(print);
	const sizes = texts.map((text) => (text === null ? 0 : mark.length + Buffer.byteLength(text)));
	const size = sizes.reduce((sum, one) => sum + 4 + one, 0);
	const bytes = openArray({ typeId, length: texts.length, hasNull: texts.includes(null), size });
	let at = HEAD;
	for (const [index, text] of texts.entries()) {
		at = bytes.writeInt32BE(text === null ? ABSENT : (sizes[index] ?? 0), at);
		if (text === null) continue;
		for (const byte of mark) at = bytes.writeUInt8(byte, at);
		at += bytes.write(text, at);
	}
	return bytes;
}

/** In binary, which an engine takes over without reading it. Types that are rare here go as text. */
export function encodeColumn(type: string, values: readonly unknown[]): BinaryValue | readonly unknown[] {
	const texts = TEXTS[type];
	if (texts) return new BinaryValue(encodeTexts(texts, values));
	const fixed = FIXED[type];
	if (fixed === undefined) return values;
	// The engine refuses a text that is no UUID, as everywhere.
	if (type === "uuid" && !values.every((value) => value === null || UUID.test(String(value)))) return values;
	return new BinaryValue(encodeFixed(fixed, values));
}
