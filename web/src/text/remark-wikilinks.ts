import { rewriteText } from "./rewrite-text.ts";

/** Turns `[[Title]]` and `[[Title|words]]` in running text into links to what is called so. */
export const remarkWikilinks = rewriteText({
	pattern: /\[\[([^\][|]{1,300})(?:\|([^\][]{1,300}))?\]\]/g,
	make: ([, title = "", words = title]) => ({
		type: "wikilink",
		data: { hName: "mark", hProperties: { dataTitle: title.trim() } },
		children: [{ type: "text", value: words.trim() }],
	}),
});
