import { z } from "@hono/zod-openapi";
import { ALL_LANGUAGES } from "../../../graph/search/languages/all-languages.ts";
import type { Api, ApiScope } from "../api.ts";

const settingsSchema = z
	.object({
		language: z.string().describe("In which language the words of the workspace are read"),
		languages: z
			.array(z.object({ code: z.string(), name: z.string() }))
			.describe("Those there are rules for"),
	})
	.openapi("Settings");

const languages = ALL_LANGUAGES.map(({ code, name }) => ({ code, name }));

/** What holds for a whole workspace. Every member reads it; owners and admins change it. */
export function addSettingsRoutes(api: Api, { graph }: ApiScope): void {
	api.signedIn(
		{ method: "get", path: "/api/settings", summary: "How the workspace is set up", answer: settingsSchema },
		({ context, session }) => context.json({ language: session.reader.graph.language.code, languages }),
	);

	api.signedIn(
		{
			method: "patch",
			path: "/api/settings",
			summary: "Change how the workspace is set up",
			body: z.strictObject({ language: z.string().max(20) }).openapi("SettingsPatch"),
			answer: settingsSchema,
		},
		async ({ context, session, body }) => {
			await graph.setLanguage(session.reader, body.language);
			return context.json({ language: body.language, languages });
		},
	);
}
