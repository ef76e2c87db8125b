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
