import { z } from "zod";
import { id, instant, name } from "./fields.ts";
import { LONGEST_TOKEN_LIFE_DAYS, MOST_NAMED } from "./limits.ts";

export const newTokenSchema = z
	.strictObject({
		name: name.default(""),
		mode: z.enum(["read", "write"]).default("read"),
		project_ids: z
			.array(z.string())
			.max(MOST_NAMED)
			.default([])
			.describe("Ids, refs or titles; none for all"),
		days: z
			.int()
			.min(1)
			.max(LONGEST_TOKEN_LIFE_DAYS)
			.optional()
			.describe("How long it lasts; until it is revoked otherwise"),
	})
	.meta({ id: "NewToken" });

export const tokenAnswerSchema = z.object({ id, token: z.string() });

export const tokensSchema = z.object({
	tokens: z.array(
		z
			.object({
				id,
				name: z.string(),
				mode: z.enum(["read", "write"]),
				project_ids: z.array(id).nullable(),
				created_at: instant,
				expires_at: instant.nullable(),
			})
			.meta({ id: "Token" }),
	),
});

export const revokedSchema = z.object({ id, revoked: z.literal(true) });
