import type { Entity } from "./entity.ts";
import { hashContent } from "./hash-content.ts";
import type { JsonObject } from "./json.ts";

/** Where a summary made on request is kept, with the hash of the text it was made from. */
export const SUMMARY_PROPERTY = "generated_summary";
const HASH_LENGTH = 16;

const hashBody = (body: string): string => hashContent(body).slice(0, HASH_LENGTH);

export const composeSummary = ({ body }: Entity, text: string, model: string): JsonObject => ({
	[SUMMARY_PROPERTY]: { text, model, body_hash: hashBody(body) },
});

/** The stored summary of an entity's text; nothing for one that was made from another text. */
export function readSummary({ body, props }: Entity): string | undefined {
	const stored = props[SUMMARY_PROPERTY];
	if (typeof stored !== "object" || stored === null || !("text" in stored)) return undefined;
	const { text, body_hash: hash } = stored;
	return typeof text === "string" && hash === hashBody(body) ? text : undefined;
}
