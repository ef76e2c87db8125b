import type { Source } from "../source.ts";

const noteFolder = {
	endings: ["md", "markdown", "txt"],
	isTwoWay: true,
	read: async (options) => (await import("./read-markdown-source.ts")).readMarkdownSource(options),
} as const satisfies Partial<Source>;

export const obsidian: Source = {
	name: "obsidian",
	label: "Notes of Obsidian",
	takes: "a vault, or a zip of one",
	...noteFolder,
};

export const markdown: Source = {
	name: "markdown",
	label: "Markdown files",
	takes: "a folder of notes, or a zip of one",
	...noteFolder,
};

export const logseq: Source = {
	name: "logseq",
	label: "A graph of Logseq",
	takes: "the folder of a graph in Markdown, or a zip of one",
	...noteFolder,
	read: async (options) =>
		(await import("./read-markdown-source.ts")).readMarkdownSource(options, { isLogseq: true }),
};
