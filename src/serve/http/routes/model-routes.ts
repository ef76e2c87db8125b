import type { Context } from "hono";
import { PROVIDER_FAMILIES } from "../../../chat/models/provider-families.ts";
import { modelChangeSchema, modelsSchema } from "../../../contract/model.ts";
import type { Session } from "../../../graph/graph.ts";
import { managesWorkspace } from "../../../graph/model/access.ts";
import { ForbiddenError } from "../../../graph/model/errors.ts";
import type { Api, ApiScope } from "../exchange/api.ts";
import { isOperator } from "../exchange/authenticate.ts";

const providers = PROVIDER_FAMILIES.map(({ name, keyRequired, defaultUrl }) => ({
	name,
	keyRequired,
	urlRequired: defaultUrl === undefined,
}));

const mayChange = ({ reader: { access } }: Session): boolean =>
	managesWorkspace(access) && access.principal.grant === undefined;

/** The models that answer in a workspace. Every member sees the list; keys are written and never read. */
export function addModelRoutes(api: Api, { conversations, operatorKey, isLocal = false }: ApiScope): void {
	const { models } = conversations;
	/** A caller who names an address makes the server call it, also one that only the server can reach. */
	const mayNameAddresses = (context: Context, session: Session): boolean =>
		mayChange(session) && (isLocal || isOperator(context, operatorKey));

	const describe = (context: Context, session: Session) => {
		const list = models.list(session.reader.access.workspaceId);
		const manages = mayChange(session);
		return {
			models: list.models.map((model) => ({ ...model, url: manages ? model.url : null })),
			chain: list.chain,
			mayChange: manages,
			mayNameAddresses: mayNameAddresses(context, session),
			providers,
		};
	};

	api.signedIn(
		"GET /api/models",
		{ summary: "The models that may be chosen, and which answer when none is", answer: modelsSchema },
		({ context, session }) => describe(context, session),
	);

	api.signedIn(
		"PUT /api/models",
		{
			summary: "Set up the workspace's own models; owners and admins, signed in",
			body: modelChangeSchema,
			retry: "reads",
			answer: modelsSchema,
		},
		async ({ context, session, body }) => {
			const { workspaceId } = session.reader.access;
			if (!mayChange(session)) {
				throw new ForbiddenError("Only an owner or an admin of the workspace sets up its models, signed in.");
			}
			const known = new Map(models.list(workspaceId).models.map(({ id, url }) => [id, url]));
			const named = body.models.some(
				({ provider, model, url }) => url !== undefined && url !== known.get(`${provider}:${model}`),
			);
			if (named && !mayNameAddresses(context, session)) {
				throw new ForbiddenError(
					"Another address than the provider's own is set by the operator of the server: skein models add --url",
				);
			}
			await models.change(workspaceId, body);
			return describe(context, session);
		},
	);
}
