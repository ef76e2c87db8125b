import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import type { Visibility } from "../model/entity.ts";
import { InvalidInputError } from "../model/errors.ts";
import type { Imports } from "../store/imports.ts";
import { type ImportItem, importItems, type LoadedItem } from "./import-items.ts";
import type { ImportProgress, ImportReport, Loss } from "./import-report.ts";
import { isPath, type NamedFile, namePaths } from "./markdown/name-paths.ts";
import { noteProps, type OpenedNote, openNote } from "./markdown/open-note.ts";
import { UncarriedLinks } from "./markdown/uncarried-links.ts";
import { walkFolder } from "./markdown/walk-folder.ts";

export interface ImportMarkdownOptions {
	readonly imports: Imports;
	readonly folder: string;
	/** Where new notes go; in none, they belong to the workspace. Notes already imported stay where they are. */
	readonly projectId?: string;
	readonly visibility?: Visibility;
	/** Reads and judges everything and writes nothing. */
	readonly dryRun?: boolean;
	readonly onProgress?: ImportProgress;
	readonly signal?: AbortSignal;
}

const FORMAT = "markdown";
const VIA = "import:markdown";
const LONGEST_FOLDER = 1000;
const READ_AT_ONCE = 16;
/** A vault of this size is held in memory between its survey and its writing. */
const KEPT_CHARACTERS = 64_000_000;

/** Brings a folder of Markdown files in, one note per file: an Obsidian vault, a Logseq graph or a plain folder. */
export async function importMarkdown(options: ImportMarkdownOptions): Promise<ImportReport> {
	const started = performance.now();
	const { imports, dryRun = false, onProgress, signal } = options;
	const root = await findFolder(options.folder);
	const { paths, losses: walkLosses } = await walkFolder(root, signal);
	const survey = await surveyNotes({ ...options, root, paths });
	const { aliases, contested } = namePaths(survey.notes);

	const items = inOrder(survey.notes, contested).map(({ path, hash, kept }): ImportItem => {
		const pathAliases = aliases.get(path) ?? [];
		return {
			externalId: path,
			hash: mixHash(hash, pathAliases),
			load: async () => toLoadedItem(kept ?? (await openNote(root, path)), pathAliases, options),
		};
	});
	const outcome = await importItems({
		...{ imports, items, dryRun, source: `${FORMAT}:${root}`, via: VIA },
		...(onProgress && { onProgress }),
		...(signal && { signal }),
	});
	return {
		source: FORMAT,
		entities: outcome.entities,
		edges: outcome.edges,
		losses: [...walkLosses, ...survey.losses, ...outcome.losses],
		seconds: Math.round(performance.now() - started) / 1000,
	};
}

async function findFolder(folder: string): Promise<string> {
	const root = await realpath(folder).catch(() => null);
	if (root === null || !(await stat(root)).isDirectory()) {
		throw new InvalidInputError(
			`There is no folder at ${folder}. Name the folder that holds your Markdown files.`,
			{ field: "folder" },
			"folder_missing",
		);
	}
	if (Buffer.byteLength(root) <= LONGEST_FOLDER) return root;
	throw new InvalidInputError("The path of this folder is too long. Move it further up.", {
		field: "folder",
		longest: LONGEST_FOLDER,
	});
}

/**
 * Notes that share a name come first. A link is resolved when its note is written: were the second holder of a name
 * still to come by then, the link would go to the first instead of asking which is meant.
 */
function inOrder<Item extends { readonly path: string }>(
	notes: readonly Item[],
	contested: ReadonlySet<string>,
): Item[] {
	const isContested = ({ path }: Item): boolean => contested.has(path);
	return [...notes.filter(isContested), ...notes.filter((item) => !isContested(item))];
}

const mixHash = (hash: string, aliases: readonly string[]): string =>
	aliases.length === 0
		? hash
		: createHash("sha256")
				.update([hash, ...aliases].join("\n"))
				.digest("hex");

interface SurveyedNote extends NamedFile {
	readonly hash: string;
	readonly kept: OpenedNote | null;
}

/** Reads every file once. Beyond a bound only names and hashes are kept, and the file is read again at its turn. */
async function surveyNotes(input: {
	readonly root: string;
	readonly paths: readonly string[];
	readonly onProgress?: ImportProgress;
	readonly signal?: AbortSignal;
}): Promise<{ readonly notes: readonly SurveyedNote[]; readonly losses: readonly Loss[] }> {
	const { root, paths, onProgress, signal } = input;
	const notes: SurveyedNote[] = [];
	const losses: Loss[] = [];
	const uncarried = new UncarriedLinks();
	let room = KEPT_CHARACTERS;
	for (let start = 0; start < paths.length; start += READ_AT_ONCE) {
		signal?.throwIfAborted();
		onProgress?.({ stage: "reading", done: start, total: paths.length });
		const batch = paths.slice(start, start + READ_AT_ONCE);
		for (const opened of await Promise.all(batch.map((path) => openNote(root, path)))) {
			losses.push(...opened.losses);
			if (opened.note === null) continue;
			const { path, note, hash } = opened;
			const calls = uncarried.add(path, note).filter(isPath);
			room -= note.body.length;
			const kept = room > 0 ? opened : null;
			notes.push({ path, hash, kept, names: [note.title, ...note.aliases], calls });
		}
	}
	onProgress?.({ stage: "reading", done: paths.length, total: paths.length });
	return { notes, losses: [...losses, ...uncarried.losses] };
}

function toLoadedItem(
	opened: OpenedNote,
	pathAliases: readonly string[],
	{ projectId, visibility }: Pick<ImportMarkdownOptions, "projectId" | "visibility">,
): LoadedItem | { readonly loss: Loss } {
	const { path } = opened;
	if (opened.note === null)
		return { loss: opened.losses[0] ?? { what: "a file", where: path, why: "It is gone." } };
	const { note, hash, modifiedAt } = opened;
	const createdAt = note.createdAt ?? note.updatedAt ?? modifiedAt;
	const [, updatedAt = createdAt] = [createdAt, note.updatedAt ?? modifiedAt].sort();
	return {
		hash: mixHash(hash, pathAliases),
		entity: {
			kind: "note",
			title: note.title,
			aliases: [...note.aliases, ...pathAliases],
			body: note.body,
			props: { ...noteProps(note), source: { path } },
			created_at: createdAt,
			updated_at: updatedAt,
			...(projectId !== undefined && { project_id: projectId }),
			...(visibility !== undefined && { visibility }),
		},
	};
}
