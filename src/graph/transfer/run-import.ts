import type { Visibility } from "../model/entity.ts";
import { InvalidInputError } from "../model/errors.ts";
import type { Imports, KindNames } from "../store/archive/imports.ts";
import type { Rows } from "../store/rows.ts";
import { surveyCsv } from "./csv/survey-csv.ts";
import { type OpenedFiles, openSourceFiles } from "./files/open-source-files.ts";
import { surveyGithub } from "./github/survey-github.ts";
import type { Survey } from "./import-item.ts";
import { importItems } from "./import-items.ts";
import type { ImportProgress, ImportReport } from "./import-report.ts";
import { surveyJsonl } from "./jsonl/survey-jsonl.ts";
import { surveyLinear } from "./linear/survey-linear.ts";
import { surveyMarkdown } from "./markdown/survey-markdown.ts";
import { surveyNotion } from "./notion/survey-notion.ts";
import { pushNotes } from "./watch/push-notes.ts";

export interface ImportOptions {
	readonly imports: Imports;
	readonly source: ImportSource;
	/** A folder, a zip archive or a file. */
	readonly path: string;
	/** What it is remembered as, where the path is a passing one. */
	readonly knownAs?: string;
	/** Where new things go; in none, they belong to the workspace. What was imported before stays where it is. */
	readonly projectId?: string;
	/** Of a folder of notes: each top folder becomes a project. */
	readonly foldersAsProjects?: boolean;
	readonly visibility?: Visibility;
	/** Of a table: what becomes of each column, as a former run has told it. */
	readonly mapping?: unknown;
	/** Of a folder of notes: what was changed here since the last import is written back into the files. */
	readonly writeBack?: Rows;
	/** Reads and judges everything and writes nothing: the report says what would be done. */
	readonly dryRun?: boolean;
	readonly onProgress?: ImportProgress;
	readonly signal?: AbortSignal;
}

export type SurveyOptions = Omit<
	ImportOptions,
	"imports" | "source" | "path" | "knownAs" | "dryRun" | "writeBack"
> & {
	readonly files: OpenedFiles;
	readonly kindNames: KindNames;
};

/** One survey a source; nothing else asks what there is to import from. */
const SURVEYS = {
	markdown: surveyMarkdown,
	obsidian: surveyMarkdown,
	notion: surveyNotion,
	github: surveyGithub,
	linear: surveyLinear,
	csv: surveyCsv,
	jsonl: surveyJsonl,
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
		const survey = await SURVEYS[source]({ ...rest, files, kindNames: await imports.kindNames() });
		const outcome = await importItems({ ...rest, imports, survey, dryRun, via: `import:${source}` });
		const pushed =
			writeBack && !dryRun
				? await pushNotes({ imports, rows: writeBack, root: files.root, source: survey.source })
				: { written: [], losses: [] };
		return {
			source,
			...outcome,
			losses: [...survey.losses, ...outcome.losses, ...pushed.losses],
			...(writeBack && { written: pushed.written }),
			fields: survey.fields,
			...(survey.mapping && { mapping: survey.mapping }),
			seconds: Math.round(performance.now() - started) / 1000,
		};
	} finally {
		await files.close();
	}
}

function checkTwoWay(source: ImportSource | "upload"): void {
	if (source !== "upload" && SURVEYS[source] === surveyMarkdown) return;
	throw new InvalidInputError(
		`Changes cannot be written back to ${source === "upload" ? "a file that was sent" : source}. Only a folder of notes can be kept in step both ways.`,
		{ field: "source" },
		"one_way_source",
	);
}
