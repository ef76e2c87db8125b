import { basename } from "node:path";
import { checkColumns } from "../../model/check-input.ts";
import { InvalidInputError } from "../../model/errors.ts";
import type { JsonObject } from "../../model/json.ts";
import { note as noteKind } from "../../model/kinds/note.ts";
import type { Loss } from "../import-report.ts";
import { nameOfFile } from "./name-paths.ts";
import { type ParsedNote, parseNote } from "./parse-note.ts";
import { readNoteFile } from "./read-note-file.ts";

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

/** One file as a note that can be stored, with what was lost on the way. */
export async function openNote(root: string, path: string): Promise<OpenedNote> {
	const file = await readNoteFile(root, path);
	if ("problem" in file) {
		return { path, note: null, losses: [{ what: "a file", where: path, why: file.problem }] };
	}
	const name = nameOfFile(basename(path));
	const text = file.text.replaceAll("\0", "");
	const losses: Loss[] = [];
	if (text.length < file.text.length) {
		losses.push({ what: "NUL characters", where: path, why: "They cannot be stored and were left out." });
	}
	const parsed = parseNote({ text, name });
	const refused = findRefusal(parsed);
	const note = refused === null ? parsed : parseNote({ text, name, keepFrontmatter: true });
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
	return { path, note, hash: file.hash, modifiedAt: file.modifiedAt, losses };
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
