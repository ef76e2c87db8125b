import { columns, declareKind, type Kind } from "../kind.ts";
import { byCreation } from "../order.ts";
import { priority } from "./facets.ts";

export const requirement: Kind = declareKind({
	kind: "requirement",
	titleName: "text",
	bodyName: "content",
	fields: [priority],
	light: columns("text:160 priority created_at updated_at type_key"),
	slice: [{ limit: 8, compare: byCreation }],
	icon: "list-checks",
	hue: 60,
});
