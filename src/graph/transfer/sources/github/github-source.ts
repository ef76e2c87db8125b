import type { Source } from "../source.ts";

export const github: Source = {
	name: "github",
	label: "GitHub issues, as JSON",
	takes: "a folder of JSON files as the REST API or gh writes them",
	endings: ["json"],
	read: async (options) => (await import("./read-github-source.ts")).readGithubSource(options),
};
