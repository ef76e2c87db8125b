import { basename, posix } from "node:path";
import type { SourceFile } from "../../files/source-file.ts";
import { readText } from "../../files/source-file.ts";
import { makeDayReader, printDay } from "./day-format.ts";

/** How a Logseq graph calls its days, and which of its files are not pages. */
export interface LogseqGraph {
	/** The day of a journal, and the title Logseq shows it by. */
	readonly readJournal: (path: string) => { readonly day: string; readonly title: string } | undefined;
	/** Settings, styles and backups. */
	readonly isInternal: (path: string) => boolean;
}

const CONFIG = /(?:^|\/)logseq\/config\.edn$/;
const LARGEST_CONFIG = 1_000_000;
const TITLES = "MMM do, yyyy";
/** What graphs of any age have as names of files. */
const FILE_NAMES = ["yyyy_MM_dd", "yyyy-MM-dd", "yyyyMMdd"];

/** The value of a setting that is a text. A line with `;` in front is a remark. */
const readSetting = (config: string, name: string): string | undefined =>
	config
		.split("\n")
		.filter((line) => !line.trimStart().startsWith(";"))
		.flatMap((line) => new RegExp(`:${name}\\s+"([^"]{1,200})"`).exec(line)?.[1] ?? [])[0];

/** Reads the settings of the graph that a folder is; of a folder that is none, nothing, unless somebody says it is one. */
export async function readGraph(
	files: readonly SourceFile[],
	isLogseq: boolean,
): Promise<LogseqGraph | undefined> {
	const file = files.find(({ path }) => CONFIG.test(path));
	const root = file?.path.replace(CONFIG, "") ?? "";
	// A graph somewhere in a folder of other notes does not make these its pages.
	const isAll = file !== undefined && files.every(({ path }) => root === "" || path.startsWith(`${root}/`));
	if (!isAll && !isLogseq) return undefined;
	// Without its settings it is a graph with the usual ones.
	const config = file === undefined ? "" : await readText(file, LARGEST_CONFIG).catch(() => "");
	const journals = readSetting(config, "journals-directory") ?? "journals";
	const titles = readSetting(config, "journal/page-title-format") ?? TITLES;
	const own = readSetting(config, "journal/file-name-format");
	const readers = [...(own === undefined ? [] : [own]), ...FILE_NAMES].map(makeDayReader);
	const settings = file?.path.slice(0, -"config.edn".length);
	return {
		isInternal: (path) => settings !== undefined && path.startsWith(settings),
		readJournal: (path) => {
			if (basename(posix.dirname(path)) !== journals) return undefined;
			const name = posix.basename(path, posix.extname(path));
			const day = readers.flatMap((read) => read(name) ?? [])[0];
			return day === undefined ? undefined : { day, title: printDay(day, titles) };
		},
	};
}
