import { isMap, parseDocument, visit } from "yaml";
import type { JsonObject } from "../../../model/json.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";

/** Enough for honest use; a few nested aliases already expand to millions of values. */
const MOST_ALIASES = 100;

/** The values of a YAML map; none when it is something else. What cannot be read is thrown as an error that says why. */
export const readYaml = (source: string): JsonObject | null => readPlainYaml(source) ?? readAnyYaml(source);

/** Times, dates and numbers that would print differently stay as written. */
export function readAnyYaml(source: string): JsonObject | null {
	const document = parseDocument(source, { schema: "core", prettyErrors: false, logLevel: "silent" });
	const [error] = document.errors;
	if (error !== undefined) throw error;
	if (document.contents !== null && !isMap(document.contents)) return null;
	visit(document, {
		Scalar: (_, node) => {
			if (typeof node.value !== "number" || node.source === undefined) return;
			if (String(node.value) !== node.source) node.value = node.source;
		},
	});
	const values: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
	return JSON.parse(JSON.stringify(values ?? {}));
}
