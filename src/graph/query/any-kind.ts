import type { Kind } from "../model/kind.ts";

/** `FROM any` asks all kinds at once; only what every kind has can then be named. */
export const ANY = "any";

/** Stands where a query, or the target of a relation, is of no one kind. */
export const ANY_KIND: Kind = {
	kind: ANY,
	plural: "things",
	label: "Thing",
	titleName: "name",
	bodyName: "body",
	scope: "workspace",
	fields: [],
	states: [],
	initialState: null,
	light: [],
	icon: "shapes",
	hue: 0,
};
