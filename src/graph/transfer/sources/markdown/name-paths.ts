import { LONGEST_TITLE } from "../../../../contract/limits.ts";
import { foldTitle } from "../../../model/entity.ts";
import { addTo } from "../../../model/group-by.ts";

export interface NamedFile {
	readonly path: string;
	readonly names: readonly string[];
	/** The names its links use for other files. */
	readonly calls: readonly string[];
}

export interface PathNames {
	/** Further names by path, for the files that need them. */
	readonly aliases: ReadonlyMap<string, readonly string[]>;
	/** Files with a name that another file has too. */
	readonly contested: ReadonlySet<string>;
}

const EXTENSION = /\.(?:md|markdown|txt)$/i;
/** Without one of these, a name is on disk what it is in a text. */
const FILE_SIGNS = /[._%]/;

/** Returns the title in a file name: Logseq writes the slash of a title as three underscores and other signs as %XX. */
export const nameOfFile = (fileName: string): string =>
	fileName
		.replace(EXTENSION, "")
		.replaceAll("___", "/")
		.replace(/%(?:2[235AF]|3[ACEF]|5C|7C)/gi, (code) => decodeURIComponent(code))
		.normalize("NFC");

function pathName(path: string): string {
	const folder = path.slice(0, path.lastIndexOf("/") + 1);
	return folder.normalize("NFC") + nameOfFile(path.slice(folder.length));
}

/** Whether a link names a file by its place, or as it is written on disk, rather than by its title. */
export const isPath = (target: string): boolean =>
	target.includes("/") || (FILE_SIGNS.test(target) && nameOfFile(target) !== target.normalize("NFC"));

/**
 * `[[folder/Note]]` names a file by its place, which no title says. A file gets its path as a further name when a link
 * calls it so or when its own name is not its alone; giving it to all would fill every search index with folder names.
 */
export function namePaths(files: readonly NamedFile[]): PathNames {
	const holders = new Map<string, number>();
	const byLastPart = new Map<string, { readonly path: string; readonly key: string }[]>();
	for (const file of files) {
		for (const key of new Set(file.names.map(foldTitle))) holders.set(key, (holders.get(key) ?? 0) + 1);
		const key = foldTitle(pathName(file.path));
		const lastPart = key.slice(key.lastIndexOf("/") + 1);
		addTo(byLastPart, lastPart, { path: file.path, key });
	}
	const contested = new Set(
		files
			.filter((file) => file.names.some((name) => (holders.get(foldTitle(name)) ?? 0) > 1))
			.map((file) => file.path),
	);
	const aliases = new Map<string, string[]>();
	const addAlias = (path: string, name: string): void => {
		if (name.length <= LONGEST_TITLE) addTo(aliases, path, name);
	};
	for (const path of contested) if (path.includes("/")) addAlias(path, pathName(path));

	const calls = new Map(files.flatMap((file) => file.calls.map((call) => [foldTitle(call), call] as const)));
	for (const [key, call] of [...calls].sort()) {
		if (holders.has(key)) continue;
		const wanted = foldTitle(pathName(call).replace(/^\/+/, ""));
		const alike = byLastPart.get(wanted.slice(wanted.lastIndexOf("/") + 1)) ?? [];
		const exact = alike.filter((file) => file.key === wanted);
		const fitting = exact.length > 0 ? exact : alike.filter((file) => file.key.endsWith(`/${wanted}`));
		const [only] = fitting;
		if (fitting.length !== 1 || only === undefined) continue;
		const known = aliases.get(only.path) ?? [];
		if (!known.some((name) => foldTitle(name) === key)) addAlias(only.path, call);
	}
	return { aliases, contested };
}
