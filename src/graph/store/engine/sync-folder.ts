import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Forces a freshly written folder and all its files to disk, its own name in the parent folder included. */
export async function syncFolder(folder: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const folders = entries
		.filter((entry) => entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name));
	for (const path of files) await syncPath(path);
	if (process.platform === "win32") return; // Folders cannot be opened there; their entries are journalled.
	for (const path of [...folders, folder, dirname(folder)]) await syncPath(path);
}

async function syncPath(path: string): Promise<void> {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}
