import { mkdir, mkdtemp, readdir, rm, symlink, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePassingFolder, removePassingFolders } from "./passing-folder.ts";

const NOBODY = 2 ** 22 - 1;

test("[T13] folders of processes that are gone are removed at start; those in use and those of others stay", async () => {
	const parent = await mkdtemp(join(tmpdir(), "passing-"));
	const old = new Date(Date.now() - 2 * 86_400_000);
	const make = (name: string) => mkdir(join(parent, name));
	await make(`skein-upload-${NOBODY}-abcdef`);
	await make(`skein-export-${process.pid}-abcdef`);
	await make("skein-upload-oldOne");
	await make("skein-unpack-newOne");
	await make("something-else");
	await utimes(join(parent, "skein-upload-oldOne"), old, old);
	await symlink(parent, join(parent, `skein-unpack-${NOBODY}-ghijkl`));
	const removed = await removePassingFolders(parent);
	expect(removed.map((path) => path.slice(parent.length + 1)).sort()).toEqual([
		`skein-upload-${NOBODY}-abcdef`,
		"skein-upload-oldOne",
	]);
	expect(await readdir(parent)).toHaveLength(4);
	await rm(parent, { recursive: true });
});

test("[T13] a folder says which process made it", async () => {
	const folder = await makePassingFolder("upload");
	expect(folder).toContain(`skein-upload-${process.pid}-`);
	expect(await readdir(folder)).toEqual([]);
	await rm(folder, { recursive: true });
});
