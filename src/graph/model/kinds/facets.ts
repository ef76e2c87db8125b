import type { Field } from "../field.ts";
import { listPhrases } from "../list-phrases.ts";

export const facetContext: Field = {
	name: "facet_context",
	type: "select",
	options: listPhrases(
		"personal, client, commercial, internal, open_source, community, academic, nonprofit, startup",
	),
};

export const facetScale: Field = {
	name: "facet_scale",
	type: "select",
	options: ["micro", "small", "medium", "large", "epic"],
};

export const facetStage: Field = {
	name: "facet_stage",
	type: "select",
	options: ["discovery", "planning", "execution", "launch", "maintenance", "complete"],
};

/** One is the most urgent, everywhere. */
export const priority: Field = {
	name: "priority",
	type: "number",
	min: 1,
	max: 5,
	integer: true,
	lowestIsTop: true,
	says: ["important", "urgent"],
};
