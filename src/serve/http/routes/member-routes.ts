import { z } from "zod";
import { findProject } from "../../../chat/tools/find-entity.ts";
import {
	groupSchema,
	groupsSchema,
	memberSchema,
	membersSchema,
	newMemberSchema,
	workspaceRole,
} from "../../../contract/people.ts";
import { newTokenSchema, revokedSchema, tokenAnswerSchema, tokensSchema } from "../../../contract/token.ts";
import type { Api } from "../exchange/api.ts";

const memberParams = z.object({ id: z.string().describe("Of the person") });
const groupParams = z.object({ id: z.string().describe("Of the group") });
const groupMemberParams = z.object({ id: z.string(), account_id: z.string() });

/** The people of the workspace, and groups of them to share with. */
export function addMemberRoutes(api: Api): void {
	api.signedIn(
		"GET /api/members",
		{ summary: "The people of the workspace", answer: membersSchema },
		async ({ session }) => ({ members: await session.members.list() }),
	);

	api.signedIn(
		"POST /api/members",
		{ summary: "Add a person", body: newMemberSchema, answer: memberSchema, status: 201 },
		({ session, body }) => session.members.add(body),
	);

	api.signedIn(
		"PATCH /api/members/{id}",
		{
			summary: "Change a person's role",
			params: memberParams,
			body: z.strictObject({ role: workspaceRole }),
			answer: memberSchema,
		},
		({ session, params, body }) => session.members.setRole(params.id, body.role),
	);

	api.signedIn(
		"DELETE /api/members/{id}",
		{
			summary: "Take a person out of the workspace, with their chats and tokens",
			params: memberParams,
			answer: memberSchema,
		},
		({ session, params }) => session.members.remove(params.id),
	);

	api.signedIn(
		"GET /api/groups",
		{ summary: "The groups of the workspace", answer: groupsSchema },
		async ({ session }) => ({ groups: await session.groups.list() }),
	);

	api.signedIn(
		"POST /api/groups",
		{ summary: "Make a group", body: z.strictObject({ name: z.string() }), answer: groupSchema, status: 201 },
		({ session, body }) => session.groups.create(body.name),
	);

	api.signedIn(
		"DELETE /api/groups/{id}",
		{
			summary: "Remove a group; what was shared with it no longer is",
			params: groupParams,
			answer: groupSchema,
		},
		({ session, params }) => session.groups.remove(params.id),
	);

	for (const [method, belongs] of [
		["PUT", true],
		["DELETE", false],
	] as const) {
		api.signedIn(
			`${method} /api/groups/{id}/members/{account_id}`,
			{
				summary: belongs ? "Put a person into a group" : "Take a person out of a group",
				params: groupMemberParams,
				answer: groupSchema,
			},
			({ session, params }) => session.groups.setMember(params.id, params.account_id, belongs),
		);
	}
}

const DAY = 86_400;

/** Keys for scripts and agents. They act for the person who made them and can do no more. */
export function addTokenRoutes(api: Api): void {
	api.signedIn(
		"GET /api/tokens",
		{ summary: "Your tokens, without their secrets", answer: tokensSchema },
		async ({ session }) => ({ tokens: await session.tokens.list() }),
	);

	api.signedIn(
		"POST /api/tokens",
		{
			summary: "Make a token; it is shown once",
			body: newTokenSchema,
			answer: tokenAnswerSchema,
			status: 201,
		},
		({ session, body: { name, mode, days, ...body } }) => {
			const { graph } = session.reader;
			const projectIds = body.project_ids.flatMap((project) => findProject(graph, project) ?? []);
			const lifetimeSeconds = days === undefined ? undefined : days * DAY;
			return session.tokens.create({ name, mode, projectIds, lifetimeSeconds });
		},
	);

	api.signedIn(
		"DELETE /api/tokens/{id}",
		{
			summary: "Revoke a token; it ends at once",
			params: z.object({ id: z.string() }),
			answer: revokedSchema,
		},
		async ({ session, params: { id } }) => {
			await session.tokens.revoke(id);
			return { id, revoked: true };
		},
	);
}
