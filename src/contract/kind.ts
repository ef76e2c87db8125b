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
