import type { PrintedDigest, SchemaContent, SchemaKind, ShrinkableLine } from "../model/findings.ts";
import { inOneLine } from "./fence-text.ts";

const OPENING =
	"### Kinds and relations\n\nWhat can be written: `upsert_entity` takes these kinds, fields and states, `link_entities` these relations.\n\n";

const renderList = (name: string, entries: readonly string[], between: string): string =>
	entries.length === 0 ? "" : `  ${name}: ${entries.map(inOneLine).join(between)}\n`;

const renderKind = ({ kind, fields, states, relations }: SchemaKind): string =>
	`- **${inOneLine(kind)}**\n${renderList("fields", fields, ", ")}${renderList("states", states, ", ")}${renderList("relations", relations, "; ")}`;

function printSchema({ kinds, relations }: SchemaContent, size: number): readonly ShrinkableLine[] {
	if (size === 0) return [];
	const hidden = kinds.slice(size).map(({ kind }) => inOneLine(kind));
	const more = hidden.length === 0 ? "" : `- ... and ${hidden.length} more kinds: ${hidden.join(", ")}\n`;
	return [
		{ text: OPENING },
		...kinds.slice(0, size).map((kind) => ({ text: renderKind(kind) })),
		{ text: `${more}- any kind: ${relations.map(inOneLine).join("; ")}\n\n` },
	];
}

/** The kinds that the request is about leave last; what leaves is still named. */
export function renderSchema(content: SchemaContent): PrintedDigest {
	return {
		largest: content.kinds.length,
		print: (size) => printSchema(content, size),
	};
}
