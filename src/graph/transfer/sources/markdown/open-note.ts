import { basename, dirname } from "node:path";
import { LONGEST_BODY } from "../../../../contract/limits.ts";
import { checkColumns } from "../../../model/check-input.ts";
import { InvalidInputError } from "../../../model/errors.ts";
import { hashContent } from "../../../model/hash-content.ts";
import type { JsonObject } from "../../../model/json.ts";
import { note as noteKind } from "../../../model/kinds/note.ts";
import { decodeText, type SourceFile } from "../../files/source-file.ts";
import type { Loss } from "../../source/import-report.ts";
import type { LogseqGraph } from "../logseq/read-graph.ts";
import { nameOfFile } from "./name-paths.ts";
import { LARGEST_BLOCK } from "./parse-frontmatter.ts";
import { type ParsedNote, parseNote } from "./parse-note.ts";
import { readYaml } from "./read-yaml.ts";

export type OpenedNote = { readonly path: string; readonly losses: readonly Loss[] } & (
	| { readonly note: ParsedNote; readonly hash: string; readonly modifiedAt: string }
	| { readonly note: null }
);

/** Null where there is nothing, so that an import after the file has lost its tags takes them away. */
export const noteProps = (note: ParsedNote): JsonObject => ({
	tags: note.tags.length > 0 ? note.tags : null,
	frontmatter:
		note.frontmatter !== null && Object.keys(note.frontmatter).length > 0 ? note.frontmatter : null,
});

/** One byte of plain text more than a body takes could not be stored. */
async function readNoteFile(
	file: SourceFile,
): Promise<
	{ readonly text: string; readonly hash: string; readonly modifiedAt: string } | { readonly problem: string }
> {
	if (file.size > LONGEST_BODY) return { problem: tooLarge(file.size) };
	try {
		const { bytes, modifiedAt } = await file.read();
		if (bytes.length > LONGEST_BODY) return { problem: tooLarge(bytes.length) };
		return { text: decodeText(bytes), hash: hashContent(bytes), modifiedAt };
	} catch (error) {
		if (error instanceof TypeError) return { problem: "It is not valid UTF-8. Save it as UTF-8." };
		// The system's message has the whole path, which reveals where on the machine the folder is.
		return { problem: `It cannot be read: ${(error as Error).message.replace(/'[^']*'/, file.path)}` };
	}
}

const tooLarge = (bytes: number): string =>
	`It has ${bytes} bytes; at most ${LONGEST_BODY} can be kept. Split it.`;

/** An unreadable sidecar is reported, and the note is imported without its fields. */
async function readSidecar(
	source: SourceFile | undefined,
): Promise<{ readonly values?: JsonObject; readonly hash?: string; readonly losses: Loss[] }> {
	if (source === undefined) return { losses: [] };
	const lose = (why: string) => ({ losses: [{ what: "a file", where: source.path, why }] });
	const file = await readNoteFile(source);
	if ("problem" in file) return lose(file.problem);
	if (file.text.length > LARGEST_BLOCK)
		return lose(`It is longer than the ${LARGEST_BLOCK} characters that fields of a note may take.`);
	try {
		const values = readYaml(file.text.replaceAll("\0", ""));
		if (values === null) return lose("It holds no fields.");
		return { values, hash: file.hash, losses: [] };
	} catch (error) {
		return lose(`Its fields cannot be read: ${(error as Error).message}`);
	}
}

export interface NoteSurroundings {
	/** The file with its fields. */
	readonly beside?: SourceFile | undefined;
	/** The graph of Logseq that it is a page of. */
	readonly graph?: LogseqGraph | undefined;
}

/** Reads one file as a note that can be stored, with the fields of its sidecar and the losses on the way. */
export async function openNote(
	source: SourceFile,
	{ beside, graph }: NoteSurroundings = {},
): Promise<OpenedNote> {
	const { path } = source;
	const [file, sidecar] = await Promise.all([readNoteFile(source), readSidecar(beside)]);
	if ("problem" in file) {
		return { path, note: null, losses: [{ what: "a file", where: path, why: file.problem }] };
	}
	const journal = graph?.readJournal(path);
	const name = journal?.title ?? nameOfFile(basename(path));
	const folder = basename(dirname(path));
	const text = file.text.replaceAll("\0", "");
	const losses: Loss[] = [...sidecar.losses];
	if (text.length < file.text.length) {
		losses.push({ what: "NUL characters", where: path, why: "They cannot be stored and were left out." });
	}
	const named = {
		...{ text, name, folder: folder === "." ? undefined : folder },
		...{ day: journal?.day, isPage: graph !== undefined },
		...(journal && { fileName: nameOfFile(basename(path)) }),
	};
	const parsed = parseNote({ ...named, sidecar: sidecar.values });
	const refused = findRefusal(parsed);
	const note = refused === null ? parsed : parseNote({ ...named, keepFrontmatter: true });
	const problem = parsed.problem ?? refused;
	const stillRefused = refused === null ? null : findRefusal(note);
	if (stillRefused !== null) {
		return { path, note: null, losses: [{ what: "a file", where: path, why: stillRefused }] };
	}
	if (problem !== null) {
		losses.push({
			what: "frontmatter",
			where: path,
			why: `It could not be taken over and stays in the text: ${problem}`,
		});
	}
	const hash = sidecar.hash === undefined ? file.hash : `${file.hash}+${sidecar.hash.slice(0, 16)}`;
	return { path, note, hash, modifiedAt: file.modifiedAt, losses };
}

/** Why the store would not take it. One such note would fail the whole batch it is in. */
function findRefusal(note: ParsedNote): string | null {
	try {
		checkColumns(noteKind, { ...note, props: noteProps(note) });
		return null;
	} catch (error) {
		if (error instanceof InvalidInputError) return error.message;
		throw error;
	}
}
