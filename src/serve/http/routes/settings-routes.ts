import { z } from "zod";
import { mergeConfig, patchOverrides } from "../../../context/model/config.ts";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import { settingsSchema, settingsTree } from "../../../contract/settings.ts";
import type { Reader } from "../../../graph/graph.ts";
import type { JsonObject } from "../../../graph/model/json.ts";
import { ALL_LANGUAGES, checkLanguage } from "../../../graph/search/languages/all-languages.ts";
import type { Api, ApiScope } from "../exchange/api.ts";

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
