import { z } from "@hono/zod-openapi";
import { setCookie } from "hono/cookie";
import { findProject } from "../../../chat/tools/find-project.ts";
import { ForbiddenError } from "../../../graph/model/errors.ts";
import { meSchema, statusSchema, tokenAnswerSchema } from "../answer-schemas.ts";
import type { Api, ApiScope } from "../api.ts";
import { SESSION_COOKIE } from "../authenticate.ts";

const tokenSchema = z.strictObject({
	name: z.string().max(200).default(""),
	mode: z.enum(["read", "write"]).default("read"),
	project_ids: z.array(z.string()).max(100).default([]),
});

const SESSION_SECONDS = 30 * 86_400;

/** Who you are, how you got in, and whether the server is well. */
export function addAccountRoutes(api: Api, { graph, conversations, version }: ApiScope): void {
	api.open(
		{
			method: "get",
			path: "/api/health",
			summary: "Whether the server answers",
			answer: z.object({ status: z.literal("ok") }),
		},
		({ context }) => context.json({ status: "ok" }),
	);

	api.signedIn(
		{ method: "get", path: "/api/status", summary: "Where the workspace stands", answer: statusSchema },
		({ context, session }) =>
			context.json({
				version,
				revision: session.reader.graph.revision,
				entities: session.reader.graph.size,
				index: { words: { indexed: session.reader.graph.size, pending: 0, failed: [] } },
			}),
	);

	api.open(
		{
			method: "get",
			path: "/signin",
			summary: "Sign in by the one-time link",
			query: z.object({ token: z.string().max(200).default("") }),
			answer: "redirect",
		},
		async ({ context, query }) => {
			const session = await graph.store.credentials.redeemSignIn(query.token, SESSION_SECONDS);
			if (session === null) return context.redirect("/?signin=expired", 303);
			setCookie(context, SESSION_COOKIE, session, {
				httpOnly: true,
				sameSite: "Strict",
				path: "/",
				maxAge: SESSION_SECONDS,
			});
			return context.redirect("/", 303);
		},
	);

	api.signedIn(
		{ method: "get", path: "/api/me", summary: "Who is signed in", answer: meSchema },
		async ({ context, session }) => {
			const { accountId, workspaceId, role } = session.reader.access;
			const [members, workspaces] = await Promise.all([
				graph.store.workspaces.members(workspaceId),
				graph.store.workspaces.list(),
			]);
			const me = members.find(({ id }) => id === accountId);
			const { model } = conversations;
			return context.json({
				id: accountId,
				display_name: me?.display_name ?? "",
				profile: me?.profile ?? {},
				role,
				workspace: workspaces.find(({ id }) => id === workspaceId),
				model: model && { id: model.id, provider: model.provider },
			});
		},
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/tokens",
			summary: "Make a token; it is shown once",
			body: tokenSchema,
			answer: tokenAnswerSchema,
		},
		async ({ context, session, body }) => {
			const { access, graph: view } = session.reader;
			// A token that could make tokens could outlive its own limits.
			if (access.principal.grant !== undefined) {
				throw new ForbiddenError("Only a signed-in person may make tokens.");
			}
			const projectIds = body.project_ids.flatMap((name) => findProject(view, name) ?? []);
			const created = await graph.store.credentials.create({
				workspaceId: access.workspaceId,
				accountId: access.accountId,
				purpose: "token",
				name: body.name,
				mode: body.mode,
				...(projectIds.length > 0 && { projectIds }),
			});
			return context.json(created);
		},
	);
}
