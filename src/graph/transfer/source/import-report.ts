import type { Answer } from "../../../contract/frozen.ts";
import type { importJobSchema } from "../../../contract/operation.ts";
import type { Field } from "../../model/field.ts";
import type { MappedKey, TableMapping } from "./table-mapping.ts";

/** Something the source held and the graph does not, or not in the same form. */
export interface Loss {
	readonly what: string;
	readonly where: string;
	readonly why: string;
}

export interface InferredField {
	readonly name: string;
	readonly type: Field["type"] | "boolean";
	readonly count: number;
}

export interface PlannedItem {
	readonly action: "create" | "update" | "keep";
	readonly kind: string;
	readonly title: string;
	readonly where: string;
	/** Of an update: the parts that would be different. */
	readonly changes?: readonly PlannedChange[];
}

/** One part of an entity, in the words a person would read; empty where there is nothing. */
export interface PlannedChange {
	readonly field: string;
	readonly before: string;
	readonly after: string;
	/** Of a longer text: from the first line that differs to the last one. `before` and `after` are the first of them. */
	readonly lines?: { readonly first: number; readonly before: number; readonly after: number };
}

export interface ImportReport {
	readonly source: string;
	/** `skipped` are those already here: unchanged, or changed here since and therefore kept. */
	readonly entities: { readonly created: number; readonly updated: number; readonly skipped: number };
	/** `created` counts edges that this run added; the others count all present links of the source. */
	readonly edges: {
		readonly created: number;
		readonly resolved: number;
		readonly unresolved: number;
		readonly ambiguous: number;
	};
	/** Files that texts name and that are now kept with them. */
	readonly files: { readonly kept: number };
	readonly losses: readonly Loss[];
	/** How the source was read, where that is not what one would expect. */
	readonly remarks?: readonly string[];
	readonly seconds: number;
	/** The fields found, with their inferred types: of the frontmatter of notes, or of the kinds that tables become. */
	readonly fields: readonly (InferredField & { readonly kind: string })[];
	/** Of a dry run: what would be done, the first few hundred by name, and the number of all. */
	readonly plan?: readonly PlannedItem[];
	readonly plan_total?: number;
	/** Of a folder synchronised both ways: the files that were written. */
	readonly written?: readonly string[];
	/** How columns of a table or keys of frontmatter were read. Saved and changed, it can be given to the next run. */
	readonly mapping?: TableMapping;
	/** Of frontmatter: each key with its values and what they suggest. */
	readonly keys?: readonly MappedKey[];
}

export type ImportProgress = (progress: NonNullable<Answer<typeof importJobSchema>["progress"]>) => void;

const PLACES_NAMED = 3;

/** Lists many places in one line: the first few by name and the rest by number. */
export function listPlaces(places: readonly string[]): string {
	const named = places.slice(0, PLACES_NAMED).join(", ");
	return places.length > PLACES_NAMED ? `${named} and ${places.length - PLACES_NAMED} more` : named;
}

export const countOf = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;

/** Returns one loss for all of these places, or none where there are none. */
export const lossAt = (
	places: readonly string[],
	one: string,
	why: string,
	many?: string,
): readonly Loss[] =>
	places.length === 0
		? []
		: [{ what: countOf(places.length, one, many), where: listPlaces([...new Set(places)]), why }];
