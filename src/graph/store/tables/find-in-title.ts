/** The value of an ILIKE that finds these words anywhere in a title; null where there are none. */
export const findInTitle = (words: string | undefined): string | null =>
	words ? `%${words.replace(/[\\%_]/g, (character) => `\\${character}`)}%` : null;
