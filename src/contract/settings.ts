import { z } from "zod";

/** Figures by name, nested as the configuration nests them. */
export const settingsTree = z.record(z.string(), z.unknown());

export const settingsSchema = z
	.object({
		language: z.string().describe("In which language the words of the workspace are read"),
		languages: z
			.array(z.object({ code: z.string(), name: z.string() }))
			.describe("Those there are rules for"),
		context: settingsTree.describe(
			"Figures of this workspace for every context, laid over those of the installation",
		),
		contextInEffect: settingsTree.describe("All figures, with the defaults and those of the installation"),
	})
	.meta({ id: "Settings" });
