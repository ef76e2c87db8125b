import { z } from "zod";
import { id, modelSchema } from "./fields.ts";
import { LONGEST_PASSWORD } from "./limits.ts";

const workspaceSchema = z.object({ id, name: z.string() });
export const workspaceRole = z.enum(["owner", "admin", "member", "guest"]);

export const meSchema = z
	.object({
		id,
		email: z.string().nullable(),
		display_name: z.string(),
		profile: z
			.object({
				role: z.string(),
				time_zone: z.string(),
				language: z.string(),
				answer_style: z.string(),
				about: z.string(),
			})
			.partial(),
		role: workspaceRole,
		workspace: workspaceSchema,
		workspaces: z.array(workspaceSchema),
		model: modelSchema.nullable(),
	})
	.meta({ id: "Me" });

const person = { id, email: z.string().nullable(), display_name: z.string() };

export const memberSchema = z.object({ ...person, role: workspaceRole }).meta({ id: "Member" });

export const membersSchema = z.object({ members: z.array(memberSchema) });

export const groupSchema = z.object({ id, name: z.string(), member_ids: z.array(id) }).meta({ id: "Group" });

export const groupsSchema = z.object({ groups: z.array(groupSchema) });

export const projectRightsSchema = z
	.object({
		project_id: id,
		visibility: z.enum(["private", "workspace"]),
		members: z.array(z.object({ ...person, role: z.enum(["viewer", "editor", "admin"]) })),
	})
	.meta({ id: "ProjectRights" });

export const sharesSchema = z
	.object({
		entity_id: id,
		shares: z.array(z.object({ grantee_id: id, level: z.enum(["read", "write"]) })),
	})
	.meta({ id: "Shares" });

export const newMemberSchema = z.strictObject({
	email: z.string(),
	display_name: z.string().optional(),
	role: workspaceRole.default("member"),
});

const profileText = z.string().nullable().optional();

export const mePatchSchema = z
	.strictObject({
		display_name: z.string().optional(),
		profile: z
			.strictObject({
				role: profileText,
				time_zone: profileText,
				language: profileText,
				answer_style: profileText,
				about: profileText,
			})
			.optional()
			.describe("Key by key; null removes one"),
		password: z.string().nullable().optional().describe("A new one; null takes it away"),
		current_password: z
			.string()
			.max(LONGEST_PASSWORD)
			.optional()
			.describe("Needed to change a password that is set"),
	})
	.meta({ id: "MePatch" });
