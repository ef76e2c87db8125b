import { declareKind } from "../model/kind.ts";

/** `FROM any` queries all kinds; only attributes that every kind has can then be named. */
export const ANY = "any";

/** The kind of a query, or of the target of a relation, that is of no one kind. */
export const ANY_KIND = declareKind({
	...{ kind: ANY, plural: "things", label: "Thing", titleName: "name", bodyName: "body" },
	...{ scope: "workspace", light: [], icon: "shapes", hue: 0 },
});
