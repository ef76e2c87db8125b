import { z } from "zod";
import { changed, id } from "./fields.ts";

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
