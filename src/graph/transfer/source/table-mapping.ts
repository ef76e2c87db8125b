import type { Field } from "../../model/field.ts";

/** The parts of an entity that a column or key can fill; one that is ignored fills none. */
export const OWN_TARGETS = [
	"id",
	"title",
	"body",
	"description",
	"aliases",
	"state",
	"created",
	"updated",
	"ignore",
] as const;

export type ColumnUse =
	| { readonly to: (typeof OWN_TARGETS)[number] }
	| {
			readonly to: "field";
			readonly name: string;
			readonly type: Field["type"];
			readonly options?: readonly string[];
	  }
	/** Names of other rows or documents, several with commas, each an edge of this relation. */
	| { readonly to: "relation"; readonly rel: string }
	/** Of documents: names, handles or addresses of people, each an entity that this field refers to. */
	| { readonly to: "people"; readonly name: string };

/** How the columns of a table, or the keys of frontmatter, are read; it can be saved, changed by hand and used again. */
export interface TableMapping {
	readonly kind: string;
	readonly label?: string;
	readonly columns: Readonly<Record<string, ColumnUse>>;
	/** Of documents: folders whose texts have keys of their own, each with its mapping. */
	readonly folders?: Readonly<Record<string, TableMapping>>;
}

/** A key of frontmatter: how often it has a value, some of these, and the use they suggest. */
export interface MappedKey {
	readonly key: string;
	/** The folder whose texts have it, where that has a mapping of its own. */
	readonly folder?: string;
	readonly count: number;
	readonly examples: readonly string[];
	readonly use: ColumnUse;
	/** The number of values that fit `use`. Where some do not, nobody decides for the writer: they stay a plain field. */
	readonly fitting: number;
}

/** Returns how a column or key is imported, in the words of a mapping. */
export function describeUse(use: ColumnUse): string {
	if (use.to === "field") return `field ${use.name}, ${use.type}`;
	if (use.to === "people") return `field ${use.name}, people`;
	return use.to === "relation" ? `relation ${use.rel}` : use.to;
}
