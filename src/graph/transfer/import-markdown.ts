import type { ImportReport } from "./import-report.ts";
import { type ImportOptions, runImport } from "./run-import.ts";

export type ImportMarkdownOptions = Omit<ImportOptions, "source" | "path"> & { readonly folder: string };

export const importMarkdown = ({ folder, ...options }: ImportMarkdownOptions): Promise<ImportReport> =>
	runImport({ ...options, source: "markdown", path: folder });
