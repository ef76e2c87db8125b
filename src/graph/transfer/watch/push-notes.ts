import { lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, posix, sep } from "node:path";
import type { Entity } from "../../model/entity.ts";
import { hashContent } from "../../model/hash-content.ts";
import type { ImportRecord, Imports } from "../../store/archive/imports.ts";
import type { Rows } from "../../store/rows.ts";
import { decodeText } from "../files/source-file.ts";
import { openPlainFile } from "../files/walk-folder.ts";
import { contentOf, isInternalRecord } from "../source/import-item.ts";
import type { Loss } from "../source/import-report.ts";
import { nameOfFile } from "../sources/markdown/name-paths.ts";
import { parseNote } from "../sources/markdown/parse-note.ts";

/** Hidden, so that neither an import nor the editor takes a copy for a note. */
const CONFLICT_FOLDER = ".skein-conflicts";
const LONGEST_PLACE = 200;

/**
 * Writes changes made here back into the files they came from. Only the text of a note is replaced, from the byte where
 * it starts; a file that has changed as well is left alone, and our text is put into another file next to it.
 */
export async function pushNotes(input: {
	readonly imports: Imports;
	readonly rows: Rows;
	/** The folder, without links in its path. */
	readonly root: string;
	readonly source: string;
}): Promise<{ readonly written: readonly string[]; readonly losses: readonly Loss[] }> {
	const { imports, rows, root, source } = input;
	// An archive is read and never written.
	if (!(await stat(root)).isDirectory()) return { written: [], losses: [] };
	const written: string[] = [];
	const losses: Loss[] = [];
	const changed = (await imports.listChanged(source)).filter(
		({ external_id }) => !isInternalRecord(external_id),
	);
	const entities = await rows.getMany(changed.map((record) => record.entity_id));
	for (const record of changed) {
		const entity = entities.get(record.entity_id);
		if (entity === undefined || entity.project_id === entity.id) continue;
		const outcome = await pushNote(root, record, entity).catch(explainRefusal(record.external_id));
		if (outcome.loss) losses.push(outcome.loss);
		if (outcome.hash === undefined) continue;
		if (outcome.written) written.push(record.external_id);
		const others = record.content_hash.slice(contentOf(record.content_hash).length);
		const content_hash = outcome.hash + others;
		await imports.record(source, [{ ...record, content_hash, entity_version: entity.version }]);
	}
	return { written, losses };
}

/** One file that the system does not let us write must not keep the others from being written. */
const explainRefusal =
	(path: string) =>
	(error: NodeJS.ErrnoException): Outcome => ({
		loss: {
			what: "a change made here",
			where: path.slice(0, LONGEST_PLACE),
			why: `Its file cannot be written (${error.code ?? error.name}). The note keeps it.`,
		},
	});

interface Outcome {
	/** The hash of the present file, if it is the same as the entity. */
	readonly hash?: string;
	readonly written?: boolean;
	readonly loss?: Loss;
}

async function pushNote(root: string, record: ImportRecord, entity: Entity): Promise<Outcome> {
	const path = record.external_id;
	const lose = (what: string, why: string): Outcome => ({ loss: { what, where: path, why } });
	const bytes = await openPlainFile(root, path)
		.read()
		.then((file) => file.bytes)
		.catch(() => undefined);
	if (bytes === undefined)
		return lose("a change made here", "Its file is gone or cannot be read. The note keeps it.");
	const hash = hashContent(bytes);
	if (hash !== contentOf(record.content_hash)) {
		const place = `${CONFLICT_FOLDER}/${path}`;
		const isKept = await keepConflict(root, place, Buffer.from(entity.body));
		const where = isKept
			? `The text of the note was put at ${place}.`
			: `The text of the note could not be put at ${place}, because that leads out of the folder. The note keeps it.`;
		return lose("a conflict", `Both the file and the note have changed. ${where}`);
	}
	const body = findBody(bytes, path);
	if (body === undefined)
		return lose("a change made here", "The file holds characters that cannot be stored.");
	const text = fitLineEnds(entity.body, body.text);
	if (text === body.text) {
		const loss = {
			what: "a change of title or fields",
			where: path,
			why: "Only texts are written back to files.",
		};
		return { hash, loss };
	}
	const next = Buffer.concat([bytes.subarray(0, body.start), Buffer.from(text)]);
	const isReplaced = await replaceFile({ root, path, bytes: next, onlyIf: hash });
	if (!isReplaced)
		return lose("a change made here", "The file changed in the same moment. The next round takes it up.");
	return { hash: hashContent(next), written: true };
}

/** Once: a round that finds the same conflict again writes nothing. False if it cannot be put there. */
async function keepConflict(root: string, place: string, bytes: Buffer): Promise<boolean> {
	const kept = await openPlainFile(root, place)
		.read()
		.catch(() => undefined);
	if (kept !== undefined && bytes.equals(kept.bytes)) return true;
	return replaceFile({ root, path: place, bytes, makeFolder: true });
}

/** Where the text of a note starts in its file; nothing if the file does not contain it byte by byte. */
function findBody(
	bytes: Uint8Array,
	path: string,
): { readonly start: number; readonly text: string } | undefined {
	const { body } = parseNote({ text: decodeText(bytes), name: nameOfFile(basename(path)) });
	const encoded = Buffer.from(body);
	const start = bytes.length - encoded.length;
	return start >= 0 && encoded.equals(bytes.subarray(start)) && !body.includes("\0")
		? { start, text: body }
		: undefined;
}

/** Editors write one kind of line end; a file that has the other kind throughout keeps it. */
const fitLineEnds = (text: string, former: string): string =>
	former.includes("\r\n") && !/(?<!\r)\n/.test(former) ? text.replace(/(?<!\r)\n/g, "\r\n") : text;

/** In one step, and only below `root`: no link leads out. With `onlyIf`, the file must still have that content. */
async function replaceFile(input: {
	readonly root: string;
	readonly path: string;
	readonly bytes: Uint8Array;
	readonly onlyIf?: string;
	readonly makeFolder?: boolean;
}): Promise<boolean> {
	const { root, path, bytes, onlyIf, makeFolder = false } = input;
	const target = join(root, path);
	if (makeFolder && !(await makeFolders(root, dirname(path)))) return false;
	const folder = await realpath(dirname(target));
	if (folder !== root && !folder.startsWith(root + sep)) return false;
	const facts = await lstat(target).catch(() => null);
	if (facts !== null && !facts.isFile()) return false;
	// A name of its own: the file's may be as long as the system allows, and then with anything behind it is too long.
	const draft = join(folder, `.skein-${hashContent(path).slice(0, 16)}-${process.pid}`);
	try {
		await writeFile(draft, bytes, { flag: "wx", ...(facts && { mode: facts.mode & 0o777 }) });
		if (onlyIf !== undefined && hashContent(await readFile(target)) !== onlyIf) return false;
		await rename(draft, target);
		return true;
	} finally {
		await rm(draft, { force: true });
	}
}

/** Makes the folders of a path one by one. A link among them is not followed: behind it lies what nobody named. */
async function makeFolders(root: string, path: string): Promise<boolean> {
	let folder = root;
	for (const part of path.split(posix.sep)) {
		folder = join(folder, part);
		await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== "EEXIST") throw error;
		});
		if (!(await lstat(folder)).isDirectory()) return false;
	}
	return true;
}
