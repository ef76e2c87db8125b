import type { ArchivePart } from "../../store/archive/archive-tables.ts";
import type { ReadableArchive } from "../../store/archive/archives.ts";
import { writeZip, type ZipMember } from "../files/write-zip.ts";
import { listCsvFiles } from "./csv-files.ts";
import { type SpooledArchive, spoolArchive } from "./spool-archive.ts";
import { listVaultFiles } from "./vault-files.ts";

const FILE_FORMATS = { markdown: listVaultFiles, csv: listCsvFiles } as const satisfies Record<
	string,
	(archive: SpooledArchive) => AsyncIterable<ZipMember>
>;

export type FileFormat = keyof typeof FILE_FORMATS;
/** Lines of JSON, which lose nothing; or files for people: a vault of Markdown, a table for each kind. */
export type ExportFormat = "jsonl" | FileFormat;
export const EXPORT_FORMATS: readonly ExportFormat[] = ["jsonl", "markdown", "csv"];

/** All that a person may read of their workspace, in chunks: lines of JSON, or a zip archive of files. */
export async function* exportWorkspace(
	{ archive }: { readonly archive: ReadableArchive },
	{ format, include = [] }: { readonly format: ExportFormat; readonly include?: readonly ArchivePart[] },
): AsyncGenerator<Uint8Array> {
	if (format !== "jsonl") {
		yield* writeZip(exportFiles({ archive }, format));
		return;
	}
	const spooled = await spoolArchive((write) => archive.dump(write, include));
	try {
		yield* spooled.chunks();
	} finally {
		await spooled.close();
	}
}

/** The same as files, one after the other, with paths that no system objects to. */
export async function* exportFiles(
	{ archive }: { readonly archive: ReadableArchive },
	format: FileFormat,
): AsyncGenerator<ZipMember> {
	const spooled = await spoolArchive((write) => archive.dump(write));
	try {
		yield* FILE_FORMATS[format](spooled);
	} finally {
		await spooled.close();
	}
}
