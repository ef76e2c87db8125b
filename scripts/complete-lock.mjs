import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readJson, root } from "./project.mjs";

const PLATFORM =
	/-(?:(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(?<abi>\w+))?|(?<wasm>wasm32)-wasi)$/;
const LIBC = /** @type {Record<string, string>} */ ({ gnu: "glibc", musl: "musl" });

/**
 * The builds for other platforms that the lock file does not mention. npm leaves out what the registry at
 * hand does not offer, and `npm ci` then refuses the lock file, here and everywhere else.
 * @param {Record<string, any>} packages the `packages` of a lock file
 * @returns {[path: string, entry: object][]}
 */
export function findMissingPlatforms(packages) {
	return Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
		Object.entries(/** @type {Record<string, string>} */ (optionalDependencies))
			.filter(([name]) => packages[`node_modules/${name}`] === undefined)
			.map(([name, version]) => {
				const { os, cpu, abi = "", wasm } = PLATFORM.exec(name)?.groups ?? {};
				if (!cpu && !wasm)
					throw new Error(`${name}: which platform is it for? Add its entry to the lock file by hand.`);
				const entry = {
					version,
					cpu: [cpu ?? wasm],
					...(dev && { dev }),
					...(os === "linux" && LIBC[abi] && { libc: [LIBC[abi]] }),
					optional: true,
					...(os && { os: [os] }),
				};
				return /** @type {[string, object]} */ ([`node_modules/${name}`, entry]);
			}),
	);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const lock = readJson("package-lock.json");
	const missing = findMissingPlatforms(lock.packages);
	const [project, ...installed] = Object.entries(lock.packages);
	const sorted = [...installed, ...missing].sort(([a], [b]) => a.localeCompare(b, "en"));
	lock.packages = Object.fromEntries([/** @type {[string, object]} */ (project), ...sorted]);
	writeFileSync(join(root, "package-lock.json"), `${JSON.stringify(lock, undefined, "\t")}\n`);
	console.log(`${missing.length} platform builds added to package-lock.json`);
}
