import type { Context } from "hono";
import { z } from "zod";
import { PROVIDER_FAMILIES } from "../../../chat/models/provider-families.ts";
import { mergeConfig, patchOverrides } from "../../../context/model/config.ts";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import { modelChangeSchema, modelsSchema } from "../../../contract/model.ts";
import { settingsSchema, settingsTree } from "../../../contract/settings.ts";
import type { Reader, Session } from "../../../graph/graph.ts";
import { managesWorkspace } from "../../../graph/model/access.ts";
import { ForbiddenError } from "../../../graph/model/errors.ts";
import type { JsonObject } from "../../../graph/model/json.ts";
import { ALL_LANGUAGES, checkLanguage } from "../../../graph/search/languages/all-languages.ts";
import type { Api, ApiScope } from "../exchange/api.ts";
import { isOperator } from "../exchange/authenticate.ts";

const languages = ALL_LANGUAGES.map(({ code, name }) => ({ code, name }));

const treeOf = (value: unknown): JsonObject => (value ?? {}) as JsonObject;

/** The installation's settings, which those of this workspace override. */
const installed = ({ settings }: Reader): unknown => settings[0]?.context;

function presentSettings(reader: Reader, settings: JsonObject, language: string) {
	const context = treeOf(settings.context);
	const contextInEffect = mergeConfig(installed(reader), context) as unknown as JsonObject;
	return { language, languages, context, contextInEffect };
}

/** A patch that sets nothing where nothing is set leaves the settings as they are, to the byte. */
function layOver(before: JsonObject, patch: Readonly<Record<string, unknown>> | null): JsonObject {
	const context = patchOverrides(before.context, patch);
	const isEmpty = before.context === undefined && Object.keys(context).length === 0;
	return isEmpty ? before : { ...before, context };
}

/** The settings of a whole workspace. Every member reads them; owners and admins change them. */
export function addSettingsRoutes(api: Api, { graph }: ApiScope): void {
	api.signedIn(
		"GET /api/settings",
		{ summary: "How the workspace is set up", answer: settingsSchema },
		({ session: { reader } }) => presentSettings(reader, reader.access.settings, reader.graph.language.code),
	);

	api.signedIn(
		"PATCH /api/settings",
		{
			summary: "Change how the workspace is set up",
			body: z
				.strictObject({
					language: z.string().max(LONGEST_NAME).optional(),
					context: settingsTree
						.nullable()
						.optional()
						.describe("Laid over what is set; null takes a figure away, or all of them"),
				})
				.meta({ id: "SettingsPatch" }),
			answer: settingsSchema,
		},
		async ({ session: { reader }, body }) => {
			const { language = reader.graph.language.code, context: patch } = body;
			// Checked before either is written: a request with a valid and an invalid setting must change nothing.
			if (body.language !== undefined) checkLanguage(language);
			const settings =
				patch === undefined
					? reader.access.settings
					: await graph.changeSettings(reader, (before) => layOver(before, patch));
			if (body.language !== undefined) await graph.setLanguage(reader, language);
			return presentSettings(reader, settings, language);
		},
	);
}

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
