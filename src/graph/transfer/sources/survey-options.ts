import type { NewEntity, Visibility } from "../../model/entity.ts";
import { withoutUndefined } from "../../model/without-undefined.ts";
import type { KindNames } from "../../store/archive/imports.ts";
import type { OpenedFiles } from "../files/open-source-files.ts";
import type { ImportProgress } from "../source/import-report.ts";

export interface ImportSettings {
	/** Where new things go; without it, they belong to the workspace. Things imported before stay where they are. */
	readonly projectId?: string;
	/** Of a folder of notes: each top folder becomes a project. */
	readonly foldersAsProjects?: boolean;
	readonly visibility?: Visibility;
	/** The use of each column of a table, or of each key of frontmatter, as an earlier run reported it. */
	readonly mapping?: unknown;
	/** Of a folder of notes: leaves frontmatter as it is. */
	readonly isPlain?: boolean;
	readonly onProgress?: ImportProgress;
	readonly signal?: AbortSignal;
}

/** What earlier imports of a source left, by its name. */
export interface EarlierImports {
	readonly isKnown: (source: string) => Promise<boolean>;
	readonly findMapping: (source: string) => Promise<unknown>;
}

export interface SurveyOptions extends ImportSettings {
	readonly files: OpenedFiles;
	readonly kindNames: KindNames;
	readonly earlier?: EarlierImports;
}

export type Place = Pick<NewEntity, "project_id" | "visibility">;

/** Returns the columns that say where new things go and who may read them. */
export const placeOf = ({ projectId, visibility }: ImportSettings): Place =>
	withoutUndefined({ project_id: projectId, visibility });
