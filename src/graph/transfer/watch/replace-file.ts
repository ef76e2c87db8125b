import { lstat, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, sep } from "node:path";
import { hashBytes } from "../../model/hash-bytes.ts";

/**
 * Puts a file in place in one step, and only below `root`: neither a link in its path nor one in its place leads out.
 * With `onlyIf`, the file must still have that content. Tells whether it was done.
 */
export async function replaceFile(input: {
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
	const draft = join(folder, `.skein-${hashBytes(Buffer.from(path)).slice(0, 16)}-${process.pid}`);
	try {
		await writeFile(draft, bytes, { flag: "wx", ...(facts && { mode: facts.mode & 0o777 }) });
		if (onlyIf !== undefined && hashBytes(await readFile(target)) !== onlyIf) return false;
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
