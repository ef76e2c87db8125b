/**
 * A piece of Markdown in plain words, for where a line or two of it is shown. It may begin and end anywhere, so that a
 * mark may be there without its other half; hyphens and brackets of the prose itself stay.
 */
export const stripMarks = (text: string): string =>
	text
		.replaceAll(/!?\[\[(?:[^\][|]*\|)?|\]\]/g, "")
		.replaceAll(/\[([^\][]*)\]\([^()\s]*\)/g, "$1")
		.replaceAll(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~|`/g, "")
		.replaceAll(/(^|\s)(?:#{1,6}|>|[-*+]\s\[[ xX]?\])(?=\s)/g, "$1")
		.replaceAll(/(?<!\s)\s*\|[\s|:-]*/g, " ");
