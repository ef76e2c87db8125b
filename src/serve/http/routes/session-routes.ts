import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { LONGEST_NAME, LONGEST_PASSWORD, LONGEST_REFERENCE } from "../../../contract/limits.ts";
import { mePatchSchema, meSchema } from "../../../contract/people.ts";
import type { Session } from "../../../graph/graph.ts";
import { ForbiddenError, SkeinError } from "../../../graph/model/errors.ts";
import type { Api, ApiScope } from "../exchange/api.ts";
import { findSecret, isOperator, SESSION_COOKIE } from "../exchange/authenticate.ts";

const SESSION_SECONDS = 30 * 86_400;

const signInSchema = z.strictObject({
	email: z.string().max(LONGEST_NAME),
	password: z.string().max(LONGEST_PASSWORD),
	workspace: z
		.string()
		.max(LONGEST_REFERENCE)
		.optional()
		.describe("Its id or name; your first one otherwise"),
});

function keepSession(context: Context, session: string): void {
	setCookie(context, SESSION_COOKIE, session, {
		httpOnly: true,
		sameSite: "Strict",
		path: "/",
		maxAge: SESSION_SECONDS,
		// On loopback there is no TLS, and a browser would drop a cookie that asks for it.
		secure: context.req.header("origin")?.startsWith("https:") ?? false,
	});
}

/** Sign-in and sign-out. */
export function addSessionRoutes(api: Api, { graph }: ApiScope): void {
	api.open(
		"GET /signin",
		{
			summary: "Sign in by the one-time link",
			query: z.object({ token: z.string().max(LONGEST_NAME).default("") }),
			answer: "redirect",
		},
		async ({ context, query }) => {
			// Programs that check links before they show them send HEAD; the link must still work for its reader.
			if (context.req.method === "HEAD") return context.body(null, 200);
			const session = await graph.store.credentials.redeemSignIn(query.token, SESSION_SECONDS);
			if (session === null) return context.redirect("/?signin=expired", 303);
			keepSession(context, session);
			return context.redirect("/", 303);
		},
	);

	api.open(
		"POST /api/session",
		{
			summary: "Sign in by e-mail address and password",
			body: signInSchema,
			answer: z.object({ signed_in: z.literal(true) }),
			limitBy: ({ body }) => body.email,
		},
		async ({ context, body }) => {
			const session = await graph.store.passwords.signIn({ ...body, lifetimeSeconds: SESSION_SECONDS });
			if (session === null) {
				throw new SkeinError(
					"wrong_password",
					"No such address, or another password. Check both and try again.",
				);
			}
			keepSession(context, session);
			return { signed_in: true };
		},
	);

	api.signedIn(
		"DELETE /api/session",
		{ summary: "Sign out", answer: z.object({ signed_in: z.literal(false) }) },
		async ({ context }) => {
			const cookie = getCookie(context, SESSION_COOKIE);
			if (cookie !== undefined) await graph.store.credentials.endSession(cookie);
			deleteCookie(context, SESSION_COOKIE, { path: "/" });
			return { signed_in: false };
		},
	);
}

/** The caller's own account: their role in the workspace, and their profile. */
export function addMeRoutes(api: Api, { graph, conversations, operatorKey }: ApiScope): void {
	const describe = async ({ profiles, reader }: Session): Promise<object> => {
		const model = conversations.models.choose(reader.access.workspaceId);
		return { ...(await profiles.me()), model: model && { id: model.id, provider: model.provider } };
	};

	api.signedIn("GET /api/me", { summary: "Who is signed in", answer: meSchema }, ({ session }) =>
		describe(session),
	);

	api.signedIn(
		"PATCH /api/me",
		{ summary: "Change your profile or your password", body: mePatchSchema, answer: meSchema },
		async ({ context, session, body: { password, current_password: current, ...patch } }) => {
			await session.profiles.change(patch);
			// The operator of the server can help a person who has forgotten their password.
			if (password !== undefined && isOperator(context, operatorKey)) {
				await graph.store.passwords.set(session.reader.access.accountId, password, findSecret(context));
			} else if (password !== undefined) await changePassword({ context, session, password, current });
			return describe(session);
		},
	);

	/** A stranger at an open browser must not be able to lock its owner out, nor to try one password after the other. */
	async function changePassword(input: {
		readonly context: Context;
		readonly session: Session;
		readonly password: string | null;
		readonly current: string | undefined;
	}): Promise<void> {
		const { context, session, password, current = "" } = input;
		const { passwords } = graph.store;
		const { accountId } = session.reader.access;
		await api.limits.checkOwnPassword(accountId);
		if (await passwords.isSet(accountId)) {
			const { email } = await session.profiles.me();
			if ((await passwords.verify(email ?? "", current)) !== accountId) {
				throw new ForbiddenError("Give your present password as current_password to change it.");
			}
		}
		await passwords.set(accountId, password, findSecret(context));
	}
}
