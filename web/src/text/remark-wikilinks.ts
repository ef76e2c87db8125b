import { rewriteText } from "./rewrite-text.ts";

/**
 * Turns `[[Title]]` and `[[Title|words]]` in running text into links to the entity of that title, and
 * `![[picture.png]]` into the picture where it is one of ours.
 */
export const remarkWikilinks = (placePicture?: (name: string) => string | null) =>
	rewriteText({
		pattern: /(!?)\[\[([^\][|]{1,300})(?:\|([^\][]{1,300}))?\]\]/g,
		make: ([, embedded = "", name = "", words = name]) => {
			const place = embedded === "" ? null : (placePicture?.(name.trim()) ?? null);
			if (place !== null) return { type: "image", url: place, alt: words.trim() };
			return {
				type: "wikilink",
				data: { hName: "mark", hProperties: { dataTitle: name.trim() } },
				children: [{ type: "text", value: words.trim() }],
			};
		},
		placePicture,
	});
