import { isReference } from "../../graph/model/field.ts";
import { isRef } from "../../graph/model/ids.ts";
import type { Json, JsonObject } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";

/** Refs in reference fields become the ids they stand for: only ids are stored, since refs are for reading and typing. */
export function resolveReferences(kind: Kind | undefined, props: JsonObject, graph: GraphView): JsonObject {
	const resolve = (value: Json | undefined): Json | undefined => {
		if (Array.isArray(value)) return value.map((entry: Json) => resolve(entry) as Json);
		if (typeof value !== "string" || !isRef(value.trim())) return value;
		return graph.find(value.trim())?.id ?? value;
	};
	const references = kind?.fields.filter(isReference).map(({ name }) => name) ?? [];
	const resolved = references
		.filter((name) => Object.hasOwn(props, name))
		.map((name) => [name, resolve(props[name])]);
	return { ...props, ...Object.fromEntries(resolved) };
}
