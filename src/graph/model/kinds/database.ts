import { columns, type Kind } from "../kind.ts";

/** A table of the user's own: its rows are the entities of the kind it names. */
export const database: Kind = {
	kind: "database",
	plural: "databases",
	label: "Database",
	titleName: "title",
	bodyName: "body",
	scope: "workspace",
	fields: [{ name: "row_kind", type: "text" }],
	rowsNamedBy: "row_kind",
	states: [],
	initialState: null,
	light: [...columns("title row_kind created_at updated_at"), { name: "description", clip: 180 }],
	icon: "table-2",
	hue: 175,
};
