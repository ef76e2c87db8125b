import { lstat, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
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
	if (makeFolder) await mkdir(dirname(target), { recursive: true });
	const folder = await realpath(dirname(target));
	if (folder !== root && !folder.startsWith(root + sep)) return false;
	const facts = await lstat(target).catch(() => null);
	if (facts !== null && !facts.isFile()) return false;
	const draft = join(folder, `.${basename(target).slice(0, 100)}.${process.pid}.skein`);
	try {
		await writeFile(draft, bytes, { flag: "wx", ...(facts && { mode: facts.mode & 0o777 }) });
		if (onlyIf !== undefined && hashBytes(await readFile(target)) !== onlyIf) return false;
		await rename(draft, target);
		return true;
	} finally {
		await rm(draft, { force: true });
	}
}
