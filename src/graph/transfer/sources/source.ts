import type { Survey } from "../source/import-item.ts";
import type { SurveyOptions } from "./survey-options.ts";

/** Something to import from. The ones that ship and those of a program are declared alike. */
export interface Source {
	/** How commands and requests name it: lower-case letters, digits and `-`. */
	readonly name: string;
	/** What a person chooses in the app: "A table (CSV)". */
	readonly label: string;
	/** What to name as its path, in a few words. */
	readonly takes: string;
	/** Endings of the files it reads, without the dot. */
	readonly endings: readonly string[];
	/** It makes notes of Markdown files, named by their paths, so that changed texts can be written back. */
	readonly isTwoWay?: true;
	/** Lists all that is there. It must import what it needs only now: every command loads the declarations. */
	read(options: SurveyOptions): Promise<Survey>;
}
