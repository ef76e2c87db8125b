import { z } from "zod";
import {
	groupSchema,
	groupsSchema,
	memberSchema,
	membersSchema,
	newMemberSchema,
	workspaceRole,
} from "../../../contract/people.ts";
import type { Api } from "../exchange/api.ts";

const memberParams = z.object({ id: z.string().describe("Of the person") });
const groupParams = z.object({ id: z.string().describe("Of the group") });
const groupMemberParams = z.object({ id: z.string(), account_id: z.string() });

/** The people of the workspace. */
export function addMemberRoutes(api: Api): void {
	api.signedIn(
		{ method: "get", path: "/api/members", summary: "The people of the workspace", answer: membersSchema },
		async ({ context, session }) => context.json({ members: await session.members.list() }),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/members",
			summary: "Add a person",
			body: newMemberSchema,
			answer: memberSchema,
			status: 201,
		},
		async ({ context, session, body }) => context.json(await session.members.add(body), 201),
	);

	api.signedIn(
		{
			method: "patch",
			path: "/api/members/{id}",
			summary: "Change a person's role",
			params: memberParams,
			body: z.strictObject({ role: workspaceRole }),
			answer: memberSchema,
		},
		async ({ context, session, params, body }) =>
			context.json(await session.members.setRole(params.id, body.role)),
	);

	api.signedIn(
		{
			method: "delete",
			path: "/api/members/{id}",
			summary: "Take a person out of the workspace, with their chats and tokens",
			params: memberParams,
			answer: memberSchema,
		},
		async ({ context, session, params }) => context.json(await session.members.remove(params.id)),
	);
}

/** Groups of people, to share with. */
export function addGroupRoutes(api: Api): void {
	api.signedIn(
		{ method: "get", path: "/api/groups", summary: "The groups of the workspace", answer: groupsSchema },
		async ({ context, session }) => context.json({ groups: await session.groups.list() }),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/groups",
			summary: "Make a group",
			body: z.strictObject({ name: z.string() }),
			answer: groupSchema,
			status: 201,
		},
		async ({ context, session, body }) => context.json(await session.groups.create(body.name), 201),
	);

	api.signedIn(
		{
			method: "delete",
			path: "/api/groups/{id}",
			summary: "Remove a group; what was shared with it no longer is",
			params: groupParams,
			answer: groupSchema,
		},
		async ({ context, session, params }) => context.json(await session.groups.remove(params.id)),
	);

	for (const [method, belongs] of [
		["put", true],
		["delete", false],
	] as const) {
		api.signedIn(
			{
				method,
				path: "/api/groups/{id}/members/{account_id}",
				summary: belongs ? "Put a person into a group" : "Take a person out of a group",
				params: groupMemberParams,
				answer: groupSchema,
			},
			async ({ context, session, params }) =>
				context.json(await session.groups.setMember(params.id, params.account_id, belongs)),
		);
	}
}
