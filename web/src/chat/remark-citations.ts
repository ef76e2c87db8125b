import { rewriteText } from "../text/rewrite-text.ts";

/** Turns `[3]` in running text into a citation. */
export const remarkCitations = rewriteText({
	pattern: /\[(\d{1,3})\]/g,
	make: ([written, number = ""]) => ({
		type: "citation",
		data: { hName: "cite", hProperties: { dataNumber: number } },
		children: [{ type: "text", value: written }],
	}),
});
