import { z } from "zod";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { Field } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { KindRegistry } from "../../graph/model/kinds/kind-registry.ts";
import { defineWriteTool, named, type WriteTool } from "./tool.ts";
import { contents, planContents, readCurrent, upsertEntity } from "./upsert-entity.ts";

/** Each tool costs tokens in every turn; with more kinds than this upsert_entity alone serves them all. */
const MOST_KINDS = 8;
/** Providers refuse longer names. */
const LONGEST_NAME = 64;

const nameTool = ({ kind }: Kind): string => `upsert_${kind}`;

/** Computed fields cannot be written. */
function describeField(field: Field): z.ZodType | undefined {
	switch (field.type) {
		case "text":
		case "email":
			return z.string();
		case "date":
			return z.string().describe("YYYY-MM-DD");
		case "number": {
			const number = field.integer ? z.int() : z.number();
			const atLeast = field.min === undefined ? number : number.min(field.min);
			return field.max === undefined ? atLeast : atLeast.max(field.max);
		}
		case "select":
			return z.enum(field.options as [string, ...string[]]);
		case "text_list":
			return z.array(z.string());
		case "note_ref":
			return z.string().describe(`${named.description} of a note`);
		case "entity_ref":
			return z.string().describe(`${named.description} of a ${field.kind}`);
		case "entity_ref_list":
			return z.array(z.string()).describe(`${named.description}, each of a ${field.kind}`);
		case "json":
			return z.unknown();
		case "computed":
			return undefined;
	}
}

function describeFields({ fields }: Kind): z.ZodType {
	const shape = fields.flatMap((field) => {
		const schema = describeField(field);
		return schema === undefined ? [] : [[field.name, schema.optional()] as const];
	});
	// Keys it does not declare are refused later, by an error that names the nearest field.
	return (
		shape.length === 0 ? z.strictObject({}) : z.object(Object.fromEntries(shape)).catchall(z.json())
	).optional();
}

function generateTool(kind: Kind): WriteTool {
	return defineWriteTool({
		name: nameTool(kind),
		title: `Create or change: ${kind.label}`,
		description: `Create a ${kind.kind} or change one (entity_id). Undoable.`,
		tier: upsertEntity.tier,
		input: contents.pick({ title: true, body: true, description: true }).extend({
			entity_id: named.optional(),
			fields: describeFields(kind),
		}),
		async plan({ entity_id, fields, ...columns }, session) {
			const given = { ...columns, props: (fields ?? {}) as Record<string, z.core.util.JSONType> };
			if (entity_id === undefined) return planContents(given, { kind }, session);
			const current = await readCurrent(session.reader, { entity_id });
			if (current.kind === kind.kind) return planContents(given, { current }, session);
			throw new InvalidInputError(`"${current.title}" is no ${kind.kind}. Use ${upsertEntity.name} for it.`, {
				field: "entity_id",
			});
		},
	});
}

export const listKindTools = (kinds: KindRegistry): readonly WriteTool[] =>
	generateKindTools(kinds.all.filter(({ kind }) => kinds.isOwn(kind)));

/** A tool of its own for each of a workspace's kinds, so that a model sees their fields; none when they are many. */
export function generateKindTools(kinds: readonly Kind[]): readonly WriteTool[] {
	if (kinds.length > MOST_KINDS) return [];
	return kinds
		.filter((kind) => nameTool(kind) !== upsertEntity.name && nameTool(kind).length <= LONGEST_NAME)
		.map(generateTool);
}
