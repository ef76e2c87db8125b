import { z } from "zod";
import { changed, id, wql } from "./fields.ts";
import { LONGEST_NAME, MOST_FIELDS, MOST_WORDS } from "./limits.ts";

const text = z.string().max(LONGEST_NAME);
const words = z.array(text.min(1)).max(MOST_WORDS);
/**
 * `rel` names the edge of a reference field; the field's own name by default. `says` are other words that questions have for it:
 * for a reference verbs in their base form, with what holds the field before them ("report to" for a manager); for a number what
 * has more of it ("likely" for a probability).
 */
const base = { name: text, label: text.optional(), rel: text.optional(), says: words.optional() };

/** A field in a definition; the other options depend on its type. */
export const fieldSchema = z
	.discriminatedUnion("type", [
		z.strictObject({ ...base, type: z.enum(["text", "email", "date", "json", "text_list", "note_ref"]) }),
		z.strictObject({
			...base,
			type: z.literal("number"),
			min: z.number().optional(),
			max: z.number().optional(),
			integer: z.boolean().optional(),
		}),
		z.strictObject({ ...base, type: z.literal("select"), options: z.array(text).min(1).max(MOST_FIELDS) }),
		z.strictObject({ ...base, type: z.enum(["entity_ref", "entity_ref_list"]), kind: text }),
		z.strictObject({ ...base, type: z.literal("computed"), query: wql }),
	])
	.meta({ id: "KindField" });

const shape = {
	label: text.min(1),
	plural: text.min(1).optional(),
	also_called: words.optional(),
	closed_states: words.optional().describe("States after which nothing more is expected"),
	settled_states: words.optional().describe("States in which nothing is open any more"),
	active_states: words.optional().describe("States in which work is going on"),
	blocked_states: words.optional().describe("States in which something else keeps it from going on"),
	start_field: text.nullish().describe("The date field that says when it begins; null for none"),
	due_field: text
		.nullish()
		.describe("The date field that says when it is due; `due_at` by its name; null for none"),
	assignee_field: text.nullish().describe("The text or text_list field that names who is to do it"),
	light_fields: z
		.array(z.union([text, z.strictObject({ name: text, clip: z.int().min(1).optional() })]))
		.max(MOST_FIELDS)
		.nullish()
		.describe("The light form after the name, and where texts are cut; null for all fields"),
	holds_text: z
		.boolean()
		.optional()
		.describe("Its entities are texts, as notes are: offered by [[, shown and quoted by their passages"),
	fields: z.array(fieldSchema).max(MOST_FIELDS),
	icon: text.optional(),
	hue: z.number().min(0).max(360).optional(),
};

/** A kind as a user writes it: a name and fields. A `select` field called `state` is its state. */
export const newKindSchema = z.strictObject({ kind: text, ...shape }).meta({ id: "NewKind" });
export const kindPatchSchema = z.strictObject(shape).partial().meta({ id: "KindPatch" });

const kindSchema = z
	.object({
		kind: z.string(),
		label: z.string(),
		plural: z.string(),
		icon: z.string(),
		hue: z.number(),
		states: z.array(
			z.object({
				key: z.string(),
				active: z.boolean().optional().describe("Work is going on"),
				blocked: z.boolean().optional(),
				settled: z.boolean().optional(),
				terminal: z.boolean().optional().describe("Nothing more is expected to happen"),
			}),
		),
		fields: z.array(z.looseObject({ name: z.string(), type: z.string() })),
		start_field: z.string().nullable().describe("The date field that says when it begins"),
		due_field: z.string().nullable().describe("The date field that says when it is due"),
		assignee_field: z.string().nullable().describe("The field that names who is to do it"),
		light_fields: z
			.array(z.object({ name: z.string(), clip: z.int().optional() }))
			.nullable()
			.describe(
				"The lines of its light form after the title, with the length at which a text is cut; null for all fields",
			),
		built_in: z.boolean(),
	})
	.meta({ id: "Kind" });

export const kindsSchema = z.object({ kinds: z.array(kindSchema) });

export const definedKindSchema = kindSchema
	.extend({
		unconverted: z.array(
			z.object({
				entity_id: id,
				title: z.string(),
				field: z.string(),
				value: z.unknown(),
				kept_as: z.string(),
			}),
		),
	})
	.meta({ id: "DefinedKind" });

export const removedKindSchema = z.object({ kind: z.string(), ...changed });
