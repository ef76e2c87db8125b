import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";

const run = promisify(execFile);

/** A checkout in small: the real launcher and build around a command line of two lines. */
let checkout: string;

function writeSource(answer: string): void {
	const main = `import { count } from "./count.ts";
export async function main(args: readonly string[]): Promise<void> { console.log("${answer}", count(args)); }\n`;
	writeFileSync(join(checkout, "src/serve/cli/main.ts"), main);
}

const start = (...args: string[]) => run(process.execPath, [join(checkout, "bin/skein"), ...args]);

beforeEach(() => {
	checkout = mkdtempSync(join(tmpdir(), "skein-checkout-"));
	for (const file of [
		"bin",
		"scripts",
		"package.json",
		"package-lock.json",
		"tsconfig.json",
		"tsconfig.build.json",
	]) {
		cpSync(join(root, file), join(checkout, file), { recursive: true });
	}
	symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
	mkdirSync(join(checkout, "src/serve/cli"), { recursive: true });
	writeFileSync(
		join(checkout, "src/serve/cli/count.ts"),
		"export const count = (args: readonly string[]): number => args.length;\n",
	);
	writeFileSync(join(checkout, "src/serve/cli/note.sql"), "SELECT 1;\n");
	writeSource("first");
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

test("the first start builds, the second one does not, a change builds again", async () => {
	const first = await start("a", "b");
	expect(first.stdout).toBe("first 2\n");
	expect(first.stderr).toContain("built the server");
	expect(readdirSync(join(checkout, "dist/serve/cli"))).toContain("note.sql");

	const second = await start();
	expect(second).toEqual({ stdout: "first 0\n", stderr: "" });

	writeSource("changed");
	expect((await start()).stdout).toBe("changed 0\n");
});

test("starts at the same time build once and all run", async () => {
	const starts = await Promise.all(Array.from({ length: 4 }, () => start("x")));
	expect(starts.map(({ stdout }) => stdout)).toEqual(Array(4).fill("first 1\n"));
	expect(starts.filter(({ stderr }) => stderr.includes("built the server"))).toHaveLength(1);
	expect(readdirSync(checkout).filter((name) => name.startsWith("dist"))).toEqual(["dist"]);
	expect(readdirSync(join(checkout, ".cache"))).toEqual([]);
});

test("a lock left by a process that died holds nobody up", async () => {
	const dead = run(process.execPath, ["-e", ""]);
	await dead;
	mkdirSync(join(checkout, ".cache"));
	writeFileSync(join(checkout, ".cache/prepare.lock"), String(dead.child.pid));
	expect((await start()).stdout).toBe("first 0\n");
});

test("a build that fails says so and keeps the last good one", async () => {
	await start();
	writeFileSync(join(checkout, "src/serve/cli/main.ts"), "export async function main( {\n");
	await expect(start()).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining("could not install or build"),
	});
	writeSource("first");
	expect(await start()).toEqual({ stdout: "first 0\n", stderr: "" });
});

test("an installed package has no sources and runs dist as it is", async () => {
	await start();
	for (const folder of ["src", "scripts"]) rmSync(join(checkout, folder), { recursive: true });
	expect(await start("x")).toEqual({ stdout: "first 1\n", stderr: "" });
});
