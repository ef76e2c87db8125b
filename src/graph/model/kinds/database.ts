import { columns, declareKind, type Kind } from "../kind.ts";

/** A table of the user's own: its rows are the entities of the kind it names. */
export const database: Kind = declareKind({
	kind: "database",
	bodyName: "body",
	scope: "workspace",
	fields: [{ name: "row_kind", type: "text" }],
	rowsNamedBy: "row_kind",
	light: columns("title row_kind created_at updated_at description:180"),
	icon: "table-2",
	hue: 175,
});
