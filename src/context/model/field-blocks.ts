import type { Passage } from "../../graph/model/cut-passages.ts";

const KEY = /^([^\s:-][^:]{0,80}):(?:\s|$)/;

/** The printed fields of an entity, `key: value`, each with the lines below it that belong to it. */
export function splitFields(fields: string): readonly { readonly key: string; readonly text: string }[] {
	const blocks: { key: string; lines: string[] }[] = [];
	for (const line of fields.split("\n")) {
		const key = KEY.exec(line)?.[1];
		if (key !== undefined) blocks.push({ key, lines: [line] });
		else blocks.at(-1)?.lines.push(line);
	}
	return blocks.map(({ key, lines }) => ({ key, text: lines.join("\n") }));
}

/** A text of up to this many characters is shown whole: cutting a short text often removes the answer. */
const SHORT_TEXT = 2_000;

/** Whether a text that was found is shown by its passages. */
export const isLong = ({ passages }: { readonly passages: readonly Passage[] }): boolean =>
	passages.reduce((sum, { start, end }) => sum + end - start, 0) > SHORT_TEXT;
