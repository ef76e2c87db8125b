import { InvalidInputError } from "../model/errors.ts";
import type { Imports } from "../store/archive/imports.ts";
import type { Rows } from "../store/rows.ts";
import { openSourceFiles } from "./files/open-source-files.ts";
import type { Survey } from "./source/import-item.ts";
import type { ImportReport } from "./source/import-report.ts";
import { readCsvSource } from "./sources/csv/read-csv-source.ts";
import { readGithubSource } from "./sources/github/read-github-source.ts";
import { readJsonlSource } from "./sources/jsonl/read-jsonl-source.ts";
import { readLinearSource } from "./sources/linear/read-linear-source.ts";
import { readMarkdownSource } from "./sources/markdown/read-markdown-source.ts";
import { readNotionSource } from "./sources/notion/read-notion-source.ts";
import type { ImportSettings, SurveyOptions } from "./sources/survey-options.ts";
import { pushNotes } from "./watch/push-notes.ts";
import { importItems } from "./write/import-items.ts";

export interface ImportOptions extends ImportSettings {
	readonly imports: Imports;
	readonly source: ImportSource;
	readonly path: string;
	/** The name it is remembered by, where the path is a temporary one. */
	readonly knownAs?: string;
	/** Of a folder of notes: writes back into the files what was changed here since the last import. */
	readonly writeBack?: Rows;
	/** Reads and judges everything and writes nothing: the report says what would be done. */
	readonly dryRun?: boolean;
}

/** One survey a source; nothing else asks what there is to import from. */
const SURVEYS = {
	markdown: readMarkdownSource,
	obsidian: readMarkdownSource,
	notion: readNotionSource,
	github: readGithubSource,
	linear: readLinearSource,
	csv: readCsvSource,
	jsonl: readJsonlSource,
} as const satisfies Record<string, (options: SurveyOptions) => Promise<Survey>>;

export type ImportSource = keyof typeof SURVEYS;

export const IMPORT_SOURCES = Object.keys(SURVEYS) as readonly ImportSource[];

/** Brings in what lies at a path: surveys it, then writes it through the one frame that all sources share. */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
	const started = performance.now();
	const { imports, source, path, knownAs, dryRun = false, writeBack, ...rest } = options;
	if (writeBack) checkTwoWay(knownAs === undefined ? source : "upload");
	const opened = await openSourceFiles(path, { isUpload: knownAs !== undefined, signal: options.signal });
	const files = knownAs === undefined ? opened : { ...opened, root: knownAs };
	try {
		const survey = await SURVEYS[source]({
			...rest,
			files,
			kindNames: await imports.kindNames(),
			earlier: {
				isKnown: async (name) => (await imports.listRecords(name, "")).length > 0,
				findMapping: (name) => imports.findMapping(name),
			},
		});
		const outcome = await importItems({ ...rest, imports, survey, dryRun, via: `import:${source}` });
		if (survey.mapping && survey.keys && !dryRun) await imports.keepMapping(survey.source, survey.mapping);
		const pushed =
			writeBack && !dryRun
				? await pushNotes({ imports, rows: writeBack, root: files.root, source: survey.source })
				: { written: [], losses: [] };
		return {
			source,
			...outcome,
			losses: [...survey.losses, ...outcome.losses, ...pushed.losses],
			...(writeBack && { written: pushed.written }),
			...(survey.remarks && survey.remarks.length > 0 && { remarks: survey.remarks }),
			fields: survey.fields,
			...(survey.mapping && { mapping: survey.mapping }),
			...(survey.keys && { keys: survey.keys }),
			seconds: Math.round(performance.now() - started) / 1000,
		};
	} finally {
		await files.close();
	}
}

function checkTwoWay(source: ImportSource | "upload"): void {
	if (source !== "upload" && SURVEYS[source] === readMarkdownSource) return;
	throw new InvalidInputError(
		`Changes cannot be written back to ${source === "upload" ? "a file that was sent" : source}. Only a folder of notes can be kept in step both ways.`,
		{ field: "source" },
		"one_way_source",
	);
}
