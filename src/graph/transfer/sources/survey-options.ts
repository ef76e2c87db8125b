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
	/** Of a table: the use of each column, as an earlier run reported it. */
	readonly mapping?: unknown;
	readonly onProgress?: ImportProgress;
	readonly signal?: AbortSignal;
}

export interface SurveyOptions extends ImportSettings {
	readonly files: OpenedFiles;
	readonly kindNames: KindNames;
}

export type Place = Pick<NewEntity, "project_id" | "visibility">;

/** Returns the columns that say where new things go and who may read them. */
export const placeOf = ({ projectId, visibility }: ImportSettings): Place =>
	withoutUndefined({ project_id: projectId, visibility });
