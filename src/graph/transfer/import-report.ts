/** Something the source held and the graph does not, or not in the same form. */
export interface Loss {
	readonly what: string;
	readonly where: string;
	readonly why: string;
}

export interface ImportReport {
	readonly source: string;
	/** `skipped` are those already here: unchanged, or changed here since and therefore kept. */
	readonly entities: { readonly created: number; readonly updated: number; readonly skipped: number };
	/** `created` counts edges that this run added; the others count the links of the whole source as they stand now. */
	readonly edges: {
		readonly created: number;
		readonly resolved: number;
		readonly unresolved: number;
		readonly ambiguous: number;
	};
	readonly losses: readonly Loss[];
	readonly seconds: number;
}

export type ImportProgress = (progress: {
	readonly stage: "reading" | "writing";
	readonly done: number;
	readonly total: number;
}) => void;

const PLACES_NAMED = 3;

/** Many places, told in one line: the first few by name and the rest by number. */
export function listPlaces(places: readonly string[]): string {
	const named = places.slice(0, PLACES_NAMED).join(", ");
	return places.length > PLACES_NAMED ? `${named} and ${places.length - PLACES_NAMED} more` : named;
}

export const countOf = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;
