import type { Answer } from "../contract/frozen.ts";
import type { importJobSchema, importSourceSchema, uploadSchema } from "../contract/operation.ts";
import type { ImportReport } from "../graph/transfer/source/import-report.ts";
import type { TableMapping } from "../graph/transfer/source/table-mapping.ts";
import type { CallOptions, Connection } from "./connection.ts";

export type ImportSource = Answer<typeof importSourceSchema>;

export interface ImportRequest {
	/** The name of a source. */
	readonly source: string;
	/** The file sent before; or, for the owner, its path on the server's disk. */
	readonly upload?: string;
	readonly path?: string;
	readonly project_id?: string;
	readonly folders_as_projects?: boolean;
	/** How the columns of a table, or the keys of frontmatter, are imported. */
	readonly mapping?: TableMapping;
	/** Who may read what is new; `private` is for the caller alone. */
	readonly visibility?: "inherit" | "private" | "restricted";
	/** Of a folder of notes: frontmatter stays as it is. */
	readonly plain?: boolean;
	/** Of a folder on the server's disk: what was changed here is written back into its files. */
	readonly write_back?: boolean;
	readonly dry_run?: boolean;
}

export interface ImportJob extends Omit<Answer<typeof importJobSchema>, "report"> {
	readonly report: ImportReport | null;
}

export type Upload = Answer<typeof uploadSchema>;

/** A file that is sent and imported. It is remembered by its name: sent again, it updates what it brought before. */
export interface FileToImport extends Omit<ImportRequest, "upload" | "path"> {
	readonly name: string;
	readonly content: Blob;
}

/** Milliseconds between two looks at a running import. */
const lookEvery = 500;

/** Calls about imports and exports. */
export function makeImportCalls(connection: Connection) {
	/** Sends a file, which is kept for an hour. */
	async function upload(name: string, content: Blob): Promise<Upload> {
		const path = `/api/uploads?${new URLSearchParams({ name })}`;
		return (await connection.sendFile<{ readonly upload: Upload }>("POST", path, content)).answer.upload;
	}

	const start = (request: ImportRequest) => connection.write<ImportJob>("POST", "/api/imports", request);

	const read = (id: string, options?: CallOptions): Promise<ImportJob> =>
		connection.get(`/api/imports/${id}`, options);

	return {
		...{ upload, start, read },
		sources: connection.list<ImportSource>("sources"),
		list: connection.list<ImportJob>("imports"),

		/** Stops between two batches: the batches written so far stay, and the next run goes on from there. */
		stop: (id: string) => connection.write<ImportJob>("DELETE", `/api/imports/${id}`),

		/** Sends a file, imports it and returns the finished job, with its report or its problem. */
		async run(
			{ name, content, ...request }: FileToImport,
			{ onProgress, ...options }: CallOptions & { readonly onProgress?: (job: ImportJob) => void } = {},
		): Promise<ImportJob> {
			const sent = await upload(name, content);
			let { answer: job } = await start({ ...request, upload: sent.id });
			while (job.state === "running") {
				onProgress?.(job);
				options.signal?.throwIfAborted();
				await new Promise((resolve) => setTimeout(resolve, lookEvery));
				job = await read(job.id, options);
			}
			return job;
		},

		/** All that the caller may read: lines of JSON, or a zip archive of Markdown or tables. */
		exportAs: async (format: "jsonl" | "markdown" | "csv", options?: CallOptions) =>
			(await connection.open(`/api/export?${new URLSearchParams({ format })}`, options)).body,
	};
}
