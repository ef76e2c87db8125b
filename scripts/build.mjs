import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { listFiles, root, say, secondsSince } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

/**
 * @typedef {"server" | "web"} Part
 * @typedef {object} Recipe
 * @property {string} folder where the part is when it is done
 * @property {() => string[]} sources files whose content decides whether it is stale; none: nothing to build
 * @property {(target: string) => Promise<void>} make
 */

const isShipped = (/** @type {string} */ file) => !/\.test\.tsx?$/.test(file);
/** Folders of TypeScript that make up the server's part. */
const COMPILED = ["src", "bench"];
const listFilesOf = (/** @type {string} */ folder) =>
	existsSync(inProject(folder)) ? listFiles(folder) : [];
const inProject = (/** @type {string[]} */ ...path) => join(root, ...path);

/**
 * The compiler writes `src` and `bench` next to each other; in `dist` the content of `src` is at the top and `bench`
 * is one of its folders. Each path between the two, and from a source map to its source, loses the level that is gone.
 * @param {string} target
 */
function liftSources(target) {
	for (const file of listFilesOf(join(target, "bench")))
		rewrite(file, (text) => text.replace(/((?:\.\.\/)+)src\//g, "$1"));
	for (const file of listFiles(join(target, "src"))) {
		if (file.endsWith(".map")) rewrite(file, (text) => text.replace('"sources":["../', '"sources":["'));
		else if (file.endsWith("bench-command.js"))
			rewrite(file, (text) => text.replace(/\.\.\/((?:\.\.\/)*)bench\//g, "$1bench/"));
	}
	for (const name of readdirSync(inProject(target, "src")))
		renameSync(inProject(target, "src", name), inProject(target, name));
	rmSync(inProject(target, "src"), { recursive: true });
}

/** @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
	const path = inProject(file);
	writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** @type {Record<Part, Recipe>} */
const RECIPES = {
	server: {
		folder: "dist",
		sources: () => [
			...["package-lock.json", "tsconfig.json", "tsconfig.build.json", "scripts/build.mjs"],
			...COMPILED.flatMap(listFilesOf).filter(isShipped),
		],
		make: async (target) => {
			// Types are checked by `npm run types`: a half-finished edit elsewhere must not keep one test from running.
			const emit = ["-p", "tsconfig.build.json", "--noCheck", "--outDir", target];
			await runCommand([process.execPath, "node_modules/typescript/bin/tsc", ...emit]);
			liftSources(target);
			for (const file of listFiles("src").filter((name) => !/\.tsx?$/.test(name))) {
				const copy = inProject(target, file.slice("src/".length));
				mkdirSync(dirname(copy), { recursive: true });
				cpSync(inProject(file), copy);
			}
			// The server's half replaces the whole folder, so the app's half moves along with it.
			for (const kept of ["web", stampOf("web")]) {
				const present = inProject("dist", kept);
				if (existsSync(present)) cpSync(present, inProject(target, kept), { recursive: true });
			}
		},
	},
	web: {
		folder: "dist/web",
		sources: () =>
			existsSync(inProject("web/index.html"))
				? [
						...["package-lock.json", "scripts/build.mjs"],
						// The app is made of these, and of types from elsewhere, which leave no trace in the bundle.
						...[...listFiles("web"), ...listFiles("src/client")].filter(isShipped),
					]
				: [],
		make: async (target) => {
			const bundle = ["build", "web", "--outDir", inProject(target), "--emptyOutDir"];
			const env = { ...process.env, NODE_ENV: "production" };
			await runCommand([process.execPath, "node_modules/vite/bin/vite.js", ...bundle], { env });
		},
	},
};

/** @type {readonly Part[]} server first: it replaces the folder that the app is built into */
export const PARTS = ["server", "web"];

/** @param {Part} part */
const stampOf = (part) => `.${part}-built-from`;

/** @param {Part} part */
function hashSources(part) {
	const hash = createHash("sha256");
	for (const file of RECIPES[part].sources()) {
		const content = readFileSync(inProject(file));
		hash.update(`${file}\0${content.length}\0`).update(content);
	}
	return hash.digest("hex");
}

/** @param {Part} part */
export function isBuilt(part) {
	if (RECIPES[part].sources().length === 0) return true;
	const stamp = inProject("dist", stampOf(part));
	return existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources(part);
}

/**
 * Two renames instead of writing in place: a process that starts meanwhile sees the old files or the new
 * ones, never half of each.
 * @param {string} folder
 * @param {string} replacement
 */
function replaceFolder(folder, replacement) {
	const retired = inProject(`dist-old-${process.pid}`);
	if (existsSync(inProject(folder))) renameSync(inProject(folder), retired);
	renameSync(inProject(replacement), inProject(folder));
	rmSync(retired, { recursive: true, force: true });
}

/** @param {Part} part */
export async function build(part) {
	const started = performance.now();
	say(`building the ${part}`);
	// Hashed before compiling: a file saved during the build then leaves the stamp stale, as it should be.
	const hash = hashSources(part);
	const target = `dist-next-${process.pid}`;
	try {
		await RECIPES[part].make(target);
		replaceFolder(RECIPES[part].folder, target);
		writeFileSync(inProject("dist", stampOf(part)), hash);
	} finally {
		rmSync(inProject(target), { recursive: true, force: true });
	}
	say(`built the ${part} in ${secondsSince(started)}`);
}
