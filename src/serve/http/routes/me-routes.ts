import type { Context } from "hono";
import { mePatchSchema, meSchema } from "../../../contract/people.ts";
import type { Session } from "../../../graph/graph.ts";
import { ForbiddenError } from "../../../graph/model/errors.ts";
import type { Api, ApiScope } from "../exchange/api.ts";
import { findSecret, isOperator } from "../exchange/authenticate.ts";

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
