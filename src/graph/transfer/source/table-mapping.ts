import type { Field } from "../../model/field.ts";

/** The parts of an entity that a column can fill; one that is ignored fills none. */
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
	/** Names of other rows, several with commas, each an edge of this relation. */
	| { readonly to: "relation"; readonly rel: string };

/** How a table is read; it can be saved, changed by hand and used again. */
export interface TableMapping {
	readonly kind: string;
	readonly label?: string;
	readonly columns: Readonly<Record<string, ColumnUse>>;
}
