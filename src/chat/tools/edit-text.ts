import { z } from "zod";
import { versionSchema } from "../../contract/entity-request.ts";
import { LONGEST_BODY, LONGEST_QUOTE } from "../../contract/limits.ts";
import type { Entity } from "../../graph/model/entity.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import { defineWriteTool, named } from "./tool.ts";
import { planContents, readCurrent } from "./upsert-entity.ts";

const version = versionSchema.optional().describe("Refused if it has changed since this version");

/** The end of a text and the beginning of what follows it have an empty line between them. */
const joinTexts = (before: string, after: string): string =>
	before === ""
		? after
		: `${before}${before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n"}${after}`;

export const appendText = defineWriteTool({
	name: "append_text",
	title: "Add to the end of a text",
	description: "Add Markdown to the end of an entity's body. Undoable.",
	tier: "W1",
	input: z.strictObject({ entity_id: named, text: z.string().min(1).max(LONGEST_BODY), version }),
	async plan({ entity_id, text, version: known }, session) {
		const current = await readCurrent(session.reader, { entity_id, version: known });
		const proposal = await planContents({ body: joinTexts(current.body, text) }, { current }, session);
		return { ...proposal, summary: `add to the text of "${current.title}"` };
	},
});

/** Where a quotation is; an error where that is nowhere or in several places. */
function locateQuote({ body, ref, title }: Entity, quote: string): number {
	const at = body.indexOf(quote);
	if (at < 0) {
		throw new InvalidInputError(
			`The text of "${title}" does not hold this quotation. Read it with get_entity_details (entity_id ${ref}) and quote it letter by letter, line ends too.`,
			{ field: "quote" },
			"quote_not_found",
		);
	}
	if (body.indexOf(quote, at + 1) >= 0) {
		throw new InvalidInputError(
			`The text of "${title}" holds this quotation more than once. Quote more of the text around the place.`,
			{ field: "quote" },
			"quote_not_unique",
		);
	}
	return at;
}

export const editText = defineWriteTool({
	name: "edit_text",
	title: "Replace a passage of a text",
	description:
		"Replace a passage of an entity's body, quoted exactly and found once; an empty replacement removes it. Undoable.",
	tier: "W1",
	input: z.strictObject({
		entity_id: named,
		quote: z.string().min(1).max(LONGEST_QUOTE),
		replacement: z.string().max(LONGEST_BODY),
		version,
	}),
	async plan({ entity_id, quote, replacement, version: known }, session) {
		const current = await readCurrent(session.reader, { entity_id, version: known });
		const at = locateQuote(current, quote);
		const body = current.body.slice(0, at) + replacement + current.body.slice(at + quote.length);
		const proposal = await planContents({ body }, { current }, session);
		return { ...proposal, summary: `edit the text of "${current.title}"` };
	},
});
