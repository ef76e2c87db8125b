import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashContent } from "../../model/hash-content.ts";
import { languageOf } from "../languages/all-languages.ts";
import { analyseText } from "../words/analyse-text.ts";
import { encodeWords } from "../words/encode-words.ts";
import type { BuiltAt, PackedGraph } from "./graph-thread.ts";
import type { GraphParts } from "./resident-graph.ts";

/** Moves whenever the parts of a graph or their meaning change; an image of another format is not read. */
const FORMAT = 3;
const MAGIC = "SKEINGR1";
const DIGEST_BYTES = 32;
const LENGTH_AT = MAGIC.length + DIGEST_BYTES;
const HEADER_AT = LENGTH_AT + 8;
const ALIGNMENT = 8;

type Numbers = Int32Array | Float64Array | Uint8Array;
interface Parts {
	readonly [name: string]: Parts | Numbers;
}

interface Piece {
	readonly path: readonly string[];
	readonly type: "int32" | "float64" | "bytes";
	readonly start: number;
	readonly length: number;
}

interface Header extends BuiltAt {
	readonly format: number;
	/** How words were made of texts: an image of other rules would find other words. */
	readonly rules: string;
	readonly workspaceId: string;
	readonly language: string;
	readonly pieces: readonly Piece[];
}

const PROBE =
	"Running the Zürich–Genève line's 2 trials, 東京タワー, والمدينة and naïve café owners who weren't there";

const printRules = (language: string): string =>
	hashContent(
		JSON.stringify([
			analyseText(PROBE, languageOf(language)),
			[...encodeWords(PROBE, { ofWord: ({ length }) => length, ofBytes: (_, start, end) => end - start })],
		]),
	);

type MakeView = (image: SharedArrayBuffer, start: number, length: number) => Numbers;
const VIEWS: Readonly<Record<Piece["type"], MakeView>> = {
	int32: (image, start, length) => new Int32Array(image, start, length),
	float64: (image, start, length) => new Float64Array(image, start, length),
	bytes: (image, start, length) => new Uint8Array(image, start, length),
};

const align = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** All of a graph in one run of bytes, in memory that threads can share and, sealed, can be written to a file as it is. */
export function packGraph(
	parts: GraphParts,
	at: BuiltAt & Pick<Header, "workspaceId" | "language">,
): SharedArrayBuffer {
	const pieces: Piece[] = [];
	const sources: Numbers[] = [];
	let size = 0;
	for (const { path, numbers } of listNumbers(parts as unknown as Parts)) {
		const type =
			numbers instanceof Int32Array ? "int32" : numbers instanceof Float64Array ? "float64" : "bytes";
		pieces.push({ path, type, start: size, length: numbers.length });
		sources.push(numbers);
		size = align(size + numbers.byteLength);
	}
	const header = Buffer.from(
		JSON.stringify({ format: FORMAT, rules: printRules(at.language), ...at, pieces } satisfies Header),
	);
	const start = align(HEADER_AT + header.length);
	const image = new SharedArrayBuffer(start + size);
	const bytes = Buffer.from(image);
	bytes.write(MAGIC, 0, "latin1");
	bytes.writeUInt32LE(header.length, LENGTH_AT);
	header.copy(bytes, HEADER_AT);
	for (const [index, { start: place }] of pieces.entries()) {
		const source = sources[index] as Numbers;
		bytes.set(new Uint8Array(source.buffer, source.byteOffset, source.byteLength), start + place);
	}
	return image;
}

/** Makes an image one that can be read back: done after it was handed on, since hashing all of it takes a while. */
function sealImage(image: SharedArrayBuffer): void {
	const bytes = Buffer.from(image);
	digest(bytes).copy(bytes, MAGIC.length);
}

/** The graph of an image that `packGraph` made or `isImageOf` has accepted. Its numbers stay where they are. */
export function unpackGraph(image: SharedArrayBuffer): PackedGraph {
	const { header, start } = readHeader(image);
	const parts: Record<string, unknown> = {};
	for (const { path, type, start: place, length } of header.pieces) {
		let at = parts;
		for (const name of path.slice(0, -1)) {
			at[name] ??= {};
			at = at[name] as Record<string, unknown>;
		}
		at[path.at(-1) ?? ""] = VIEWS[type](image, start + place, length);
	}
	return { revision: header.revision, changeId: header.changeId, parts: parts as unknown as GraphParts };
}

/** Whether these bytes are a whole image of this workspace, made by the rules of today. */
function isImageOf(
	image: SharedArrayBuffer,
	{ workspaceId, language }: Pick<Header, "workspaceId" | "language">,
): boolean {
	const bytes = Buffer.from(image);
	if (bytes.length < HEADER_AT || bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return false;
	if (!digest(bytes).equals(bytes.subarray(MAGIC.length, LENGTH_AT))) return false;
	const { header } = readHeader(image);
	const isByTheRules = header.format === FORMAT && header.rules === printRules(language);
	return isByTheRules && header.workspaceId === workspaceId && header.language === language;
}

const digest = (bytes: Buffer): Buffer => createHash("sha256").update(bytes.subarray(LENGTH_AT)).digest();

function readHeader(image: SharedArrayBuffer): { readonly header: Header; readonly start: number } {
	const bytes = Buffer.from(image);
	const length = bytes.readUInt32LE(LENGTH_AT);
	const header = JSON.parse(bytes.toString("utf8", HEADER_AT, HEADER_AT + length)) as Header;
	return { header, start: align(HEADER_AT + length) };
}

function* listNumbers(
	parts: Parts,
	path: readonly string[] = [],
): Generator<{ readonly path: readonly string[]; readonly numbers: Numbers }> {
	for (const [name, value] of Object.entries(parts)) {
		if (ArrayBuffer.isView(value)) yield { path: [...path, name], numbers: value as Numbers };
		else yield* listNumbers(value as Parts, [...path, name]);
	}
}

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
