import type { Answer } from "../../../src/contract/frozen.ts";
import type { importJobSchema, importSourceSchema, uploadSchema } from "../../../src/contract/operation.ts";
import type { ImportReport } from "../../../src/graph/transfer/source/import-report.ts";
import type { TableMapping } from "../../../src/graph/transfer/source/table-mapping.ts";
import { type CallOptions, getJson, listOf, sendFile, write } from "./api.ts";

/** Calls about imports. */

export type ImportSource = Answer<typeof importSourceSchema>;

export interface ImportRequest {
	/** The name of a source. */
	readonly source: string;
	/** The file sent before; or, for the owner, its path on the server's disk. */
	readonly upload?: string;
	readonly path?: string;
	readonly project_id?: string;
	readonly folders_as_projects?: boolean;
	/** For a table: how its columns are imported. */
	readonly mapping?: TableMapping;
	readonly dry_run: boolean;
}

export interface ImportJob extends Omit<Answer<typeof importJobSchema>, "report"> {
	readonly report: ImportReport | null;
}

export type Upload = Answer<typeof uploadSchema>;

export const listSources = listOf<ImportSource>("sources");

/** Sends a file, which is kept for an hour. */
export async function sendUpload(name: string, content: Blob): Promise<Upload> {
	const path = `/api/uploads?${new URLSearchParams({ name })}`;
	return (await sendFile<{ readonly upload: Upload }>("POST", path, content)).answer.upload;
}

export const startImport = (request: ImportRequest) => write<ImportJob>("POST", "/api/imports", request);

export const getImport = (id: string, options?: CallOptions): Promise<ImportJob> =>
	getJson(`/api/imports/${id}`, options);

export const listImports = listOf<ImportJob>("imports");

/** Stops between two batches: the batches written so far stay, and the next run goes on from there. */
export const stopImport = (id: string) => write<ImportJob>("DELETE", `/api/imports/${id}`);
