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
