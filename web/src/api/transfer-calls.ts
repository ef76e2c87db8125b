import { type CallOptions, fetchOrThrow, getJson, type Written, write } from "../api.ts";

/** The calls about bringing work in. */

export type ImportSource = "markdown" | "obsidian" | "notion" | "github" | "linear" | "csv" | "jsonl";

export interface ImportRequest {
	readonly source: ImportSource;
	/** What was sent before; or, for the owner, where it lies on the server's disk. */
	readonly upload?: string;
	readonly path?: string;
	readonly project_id?: string;
	readonly folders_as_projects?: boolean;
	readonly dry_run: boolean;
}

export interface PlannedStep {
	readonly action: "create" | "update" | "keep";
	readonly kind: string;
	readonly title: string;
	readonly where: string;
}

export interface ImportReport {
	readonly source: string;
	readonly entities: { readonly created: number; readonly updated: number; readonly skipped: number };
	readonly edges: { readonly created: number };
	readonly files?: { readonly kept: number };
	readonly losses: readonly { readonly what: string; readonly where: string; readonly why: string }[];
	readonly seconds: number;
	readonly plan?: readonly PlannedStep[];
}

export interface ImportJob {
	readonly id: string;
	readonly state: "running" | "done" | "failed" | "stopped";
	readonly dry_run?: boolean;
	readonly progress: { readonly stage: string; readonly done: number; readonly total: number } | null;
	readonly report: ImportReport | null;
	readonly problem: { readonly code: string; readonly detail: string } | null;
}

export interface Upload {
	readonly id: string;
	readonly name: string;
	readonly bytes: number;
}

/** Sends a file, which is kept for an hour. */
export async function sendUpload(name: string, content: Blob): Promise<Upload> {
	const response = await fetchOrThrow(`/api/uploads?${new URLSearchParams({ name })}`, {
		method: "POST",
		headers: { accept: "application/json", "content-type": "application/octet-stream" },
		body: content,
	});
	return ((await response.json()) as { upload: Upload }).upload;
}

export const startImport = (request: ImportRequest): Promise<Written<ImportJob>> =>
	write("POST", "/api/imports", request);

export const getImport = (id: string, options?: CallOptions): Promise<ImportJob> =>
	getJson(`/api/imports/${id}`, options);

export async function listImports(options?: CallOptions): Promise<readonly ImportJob[]> {
	return (await getJson<{ imports: readonly ImportJob[] }>("/api/imports", options)).imports;
}

/** Ends between two batches: what is in stays in, and the next run goes on from there. */
export const stopImport = (id: string): Promise<Written<ImportJob>> => write("DELETE", `/api/imports/${id}`);
