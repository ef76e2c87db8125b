import { z } from "zod";
import { id, instant } from "./fields.ts";

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
