import { getContext } from "./get-context.ts";
import { getEntityDetails } from "./get-entity-details.ts";
import { searchOntology } from "./search-ontology.ts";
import type { Tool } from "./tool.ts";

/** Every tool, in the order models see them. The list only grows at its end: an order that moves empties prompt caches. */
export const ALL_TOOLS: readonly Tool[] = [getContext, searchOntology, getEntityDetails];
