import type { Source } from "../source.ts";

export const notion: Source = {
	name: "notion",
	label: "An export of Notion",
	takes: "the zip of an export as Markdown & CSV, or the folder it unpacks to",
	endings: ["zip"],
	read: async (options) => (await import("./read-notion-source.ts")).readNotionSource(options),
};
