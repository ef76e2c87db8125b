import { packFolder } from "./pack-folder.ts";

/** The files a person chose to import, ready to be sent. */
export interface Chosen {
	readonly name: string;
	readonly bytes: number;
	/** The name of the source that it seems to be of. */
	readonly guess: string;
	readonly read: () => Promise<Blob>;
}

/** Files that systems leave in folders, and private files of other programs. */
const ignored = /(?:^|\/)(?:\.git|\.trash|node_modules|__MACOSX)\/|(?:^|\/)\.DS_Store$/;
/** The zip format stores the number of files and of bytes in fields with these limits. */
const mostFiles = 65_000;
const mostBytes = 500_000_000;

/** Returns one file as it is, a folder or several files as one archive; or the reason why it cannot be sent. */
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

const document = /\.(x?html?|pdf|docx)$/i;

/** Guesses the source from the names in a chosen file or folder. */
function guessSource(paths: readonly string[]): string {
	const [first = ""] = paths;
	if (paths.length > 1) {
		if (paths.some((path) => path.includes("/.obsidian/"))) return "obsidian";
		if (paths.some((path) => path.endsWith("/logseq/config.edn"))) return "logseq";
		// Pictures and PDF files among notes are theirs.
		const isNotes = paths.some((path) => /\.(?:md|markdown)$/i.test(path));
		return !isNotes && paths.some((path) => document.test(path)) ? "documents" : "markdown";
	}
	const name = first.toLowerCase();
	const [, ending] = document.exec(name) ?? [];
	if (ending !== undefined) return ending.includes("htm") ? "html" : ending;
	if (name.endsWith(".jsonl")) return "jsonl";
	if (name.endsWith(".csv")) return name.includes("linear") ? "linear" : "csv";
	if (name.endsWith(".json")) return name.includes("linear") ? "linear" : "github";
	// Notion puts a long number into the names of its archives.
	return /export-|[0-9a-f]{8}-[0-9a-f]{4}|notion/.test(name) ? "notion" : "obsidian";
}

/** A chosen or dropped file, with its path below the chosen folder. */
export interface PickedFile {
	readonly path: string;
	readonly content: File;
}

/** Lists the files picked in a file chooser. */
export function listPicked(files: Iterable<File>): readonly PickedFile[] {
	return Array.from(files, (content) => {
		const { webkitRelativePath: path, name } = content;
		return { path: path === "" ? name : path, content };
	});
}

/** Lists dropped files: a folder comes as one entry, which has to be walked. */
export async function listDropped(data: DataTransfer): Promise<readonly PickedFile[]> {
	// Read all at once: after the first wait the browser has forgotten the dropped items.
	const entries = Array.from(data.items, (item) => item.webkitGetAsEntry());
	const found = await Promise.all(entries.map((entry) => (entry === null ? [] : walk(entry))));
	return found.flat();
}

async function walk(entry: FileSystemEntry): Promise<readonly PickedFile[]> {
	if (isFile(entry)) {
		const content = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
		return [{ path: entry.fullPath.slice(1), content }];
	}
	const children = await listChildren(entry as FileSystemDirectoryEntry);
	return (await Promise.all(children.map(walk))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Reads in a loop until nothing is left: a browser returns a hundred entries with each call. */
async function listChildren(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
	const reader = folder.createReader();
	const found: FileSystemEntry[] = [];
	for (;;) {
		const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
			reader.readEntries(resolve, reject),
		);
		if (some.length === 0) return found;
		found.push(...some);
	}
}
