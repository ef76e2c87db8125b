/** An open picker trigger before the caret: where it starts, and the text typed after it. */
export interface Trigger {
	readonly sign: "@" | "[[";
	readonly start: number;
	readonly query: string;
}

const mention = /(?:^|\s)@([\p{L}\p{N}_-]{0,40})$/u;
const noteLink = /\[\[([^\]\n]{0,80})$/;

export function findTrigger(text: string, caret: number): Trigger | null {
	const before = text.slice(0, caret);
	const link = noteLink.exec(before);
	if (link?.[1] !== undefined) return { sign: "[[", start: link.index, query: link[1] };
	const name = mention.exec(before);
	if (name?.[1] !== undefined) return { sign: "@", start: caret - name[1].length - 1, query: name[1] };
	return null;
}

/** Returns the text with the open trigger replaced by the picked title, and the new position of the caret. */
export function completeTrigger(options: {
	readonly text: string;
	readonly caret: number;
	readonly trigger: Trigger;
	readonly title: string;
}): { readonly text: string; readonly caret: number } {
	const { text, caret, trigger, title } = options;
	const written = trigger.sign === "@" ? `@${title} ` : `[[${title}]] `;
	const start = text.slice(0, trigger.start) + written;
	return { text: start + text.slice(caret).trimStart(), caret: start.length };
}
