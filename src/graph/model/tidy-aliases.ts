/** Each other name once, without the title itself. */
export const tidyAliases = (aliases: readonly string[], title: string): readonly string[] =>
	[...new Set(aliases.map((alias) => alias.trim()))].filter((alias) => alias !== "" && alias !== title);
