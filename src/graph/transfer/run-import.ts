import { InvalidInputError } from "../model/errors.ts";
import type { Imports } from "../store/archive/imports.ts";
import type { Rows } from "../store/rows.ts";
import { openSourceFiles } from "./files/open-source-files.ts";
import type { ImportReport } from "./source/import-report.ts";
import { SHIPPED_SOURCES, type SourceList } from "./source-list.ts";
import type { ImportSettings } from "./sources/survey-options.ts";
import { pushNotes } from "./watch/push-notes.ts";
import { importItems } from "./write/import-items.ts";

export interface ImportOptions extends ImportSettings {
	readonly imports: Imports;
	/** The name of a source. */
	readonly source: string;
	/** The sources there are; those that ship, unless a program has more. */
	readonly sources?: SourceList;
	readonly path: string;
	/** The name it is remembered by, where the path is a temporary one. */
	readonly knownAs?: string;
	/** Of a folder of notes: writes back into the files what was changed here since the last import. */
	readonly writeBack?: Rows;
	/** Reads and judges everything and writes nothing: the report says what would be done. */
	readonly dryRun?: boolean;
}

/** Brings in what lies at a path: surveys it, then writes it through the one frame that all sources share. */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
	const started = performance.now();
	const { imports, source, sources = SHIPPED_SOURCES, path, knownAs, dryRun = false, ...settings } = options;
	const { writeBack, ...rest } = settings;
	const declared = sources.get(source);
	if (writeBack && (knownAs !== undefined || !declared.isTwoWay))
		throw refuseTwoWay(knownAs === undefined ? source : "a file that was sent");
	const opened = await openSourceFiles(path, { isUpload: knownAs !== undefined, signal: options.signal });
	const files = knownAs === undefined ? opened : { ...opened, root: knownAs };
	try {
		const survey = await declared.read({
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

const refuseTwoWay = (what: string): InvalidInputError =>
	new InvalidInputError(
		`Changes cannot be written back to ${what}. Only a folder of notes can be kept in step both ways.`,
		{ field: "source" },
		"one_way_source",
	);
