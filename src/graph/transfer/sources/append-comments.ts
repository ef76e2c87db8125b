import { compareTexts } from "../../model/order.ts";

export interface ImportedComment {
	readonly by: string;
	/** The time as its source writes it, which sorts the comments. */
	readonly at: string;
	readonly text: string;
}

const DAY = "2026-01-01".length;

/** The text of an issue with what was said about it below, in the order in which it was said. */
export function appendComments(body: string, comments: readonly ImportedComment[]): string {
	if (comments.length === 0) return body;
	// Some sources answer with the newest first.
	const inOrder = [...comments].sort((a, b) => compareTexts(a.at, b.at));
	const said = inOrder.map(({ by, at, text }) => `### ${`${by} ${at.slice(0, DAY)}`.trim()}\n\n${text}`);
	return [body, "## Comments", ...said].join("\n\n");
}
