import type { ImportSource } from "../api/transfer-calls.ts";
import type { PickedFile } from "./list-picked.ts";
import { packFolder } from "./pack-folder.ts";

/** The files a person chose to import, ready to be sent. */
export interface Chosen {
	readonly name: string;
	readonly bytes: number;
	readonly guess: ImportSource;
	readonly read: () => Promise<Blob>;
}

/** Rubbish that systems leave in folders, and what other programs keep there for themselves. */
const ignored = /(?:^|\/)(?:\.git|\.trash|node_modules|__MACOSX)\/|(?:^|\/)\.DS_Store$/;
/** An archive counts its files and its bytes in numbers that end here. */
const mostFiles = 65_000;
const mostBytes = 500_000_000;

/** One file as it is, a folder or several files as one archive; a word of what is wrong where it cannot be sent. */
export function readChosen(picked: readonly PickedFile[]): Chosen | { readonly refused: string } {
	const files = picked.filter(({ path }) => !ignored.test(path));
	const [first] = files;
	if (first === undefined) return { refused: "There is no file in it." };
	const bytes = files.reduce((sum, { content }) => sum + content.size, 0);
	if (bytes > mostBytes) {
		return { refused: "It is larger than 500 MB. Bring it in with the command line: skein import." };
	}
	if (files.length > mostFiles) {
		return { refused: "It has more than 65,000 files. Bring it in with the command line: skein import." };
	}
	const guess = guessSource(files.map(({ path }) => path));
	const [folder = "", inside] = first.path.split("/");
	if (files.length === 1 && inside === undefined) {
		return { name: folder, bytes, guess, read: async () => first.content };
	}
	return {
		name: `${inside === undefined ? "Files" : folder}.zip`,
		bytes,
		guess,
		read: () => packFolder(files),
	};
}

/** Guesses the source from the names in a chosen file or folder. */
function guessSource(paths: readonly string[]): ImportSource {
	const [first = ""] = paths;
	if (paths.length > 1) {
		return paths.some((path) => path.includes("/.obsidian/")) ? "obsidian" : "markdown";
	}
	const name = first.toLowerCase();
	if (name.endsWith(".jsonl")) return "jsonl";
	if (name.endsWith(".csv")) return name.includes("linear") ? "linear" : "csv";
	if (name.endsWith(".json")) return name.includes("linear") ? "linear" : "github";
	// Notion names its archives by a long number.
	return /export-|[0-9a-f]{8}-[0-9a-f]{4}|notion/.test(name) ? "notion" : "obsidian";
}
