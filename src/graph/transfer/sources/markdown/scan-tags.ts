import { blankCode } from "../../../model/blank-code.ts";

// A tag follows white space or a bracket. `[text](#place)` leads to a place in the same text and is no tag.
const TAG = /(?<=^|\s|(?<!\])\()#([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_/-]*)/gu;

/** The #tags of a Markdown text, without their sign, in order; numbers alone are no tags. */
export function scanTags(source: string): readonly string[] {
	if (!source.includes("#")) return [];
	const tags: string[] = [];
	for (const [, written = ""] of blankCode(source).matchAll(TAG)) {
		const tag = written.replace(/(?<![/-])[/-]+$/, "");
		if (!/^\p{N}+$/u.test(tag)) tags.push(tag);
	}
	return tags;
}
