import type { Source } from "../source.ts";

export const jsonl: Source = {
	name: "jsonl",
	label: "An export of Skein, or other lines of JSON",
	takes: "an export of another workspace, or a folder of lines and Markdown",
	endings: ["jsonl"],
	read: async (options) => (await import("./read-jsonl-source.ts")).readJsonlSource(options),
};
