import { scanWikilinks } from "../../../model/scan-wikilinks.ts";
import { scanAddresses } from "../scan-addresses.ts";
import type { ParsedNote } from "./parse-note.ts";

/** A note's references to other files, apart from the `[[links]]` of its body, which the store follows on its own. */
export interface FileLinks {
	/** Addresses of files and folders: `[text](other.md)`, `[text](./folder/)`, `[text][name]`, `<a href="…">`. */
	readonly addresses: readonly string[];
	/** `[[links]]` in the frontmatter, each with its key. */
	readonly fields: readonly { readonly key: string; readonly target: string }[];
	/** Logseq's ids of blocks in this note, and those referred to by `((id))`. */
	readonly blocks: readonly string[];
	readonly blockCalls: readonly string[];
}

const KEY = /^([^\s:#'"-][^:\n]{0,100}):(?:\s|$)/;
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const BLOCK_ID = new RegExp(`^[\\t -]*id:: (${UUID})\\s*$`, "gm");
const BLOCK_CALL = new RegExp(`\\(\\((${UUID})\\)\\)`, "g");

export function scanFileLinks(note: ParsedNote): FileLinks {
	const { body } = note;
	return {
		addresses: [...scanAddresses(body), ...scanAddresses(note.frontmatterSource)].map(
			({ address }) => address,
		),
		fields: note.frontmatterSource.includes("[[") ? scanFields(note.frontmatterSource) : [],
		blocks: body.includes("id:: ") ? listIds(body, BLOCK_ID) : [],
		blockCalls: body.includes("((") ? listIds(body, BLOCK_CALL) : [],
	};
}

function listIds(body: string, pattern: RegExp): readonly string[] {
	const ids: string[] = [];
	for (const [, id = ""] of body.matchAll(pattern)) ids.push(id);
	return ids;
}

function scanFields(source: string): FileLinks["fields"] {
	const fields: { key: string; target: string }[] = [];
	let key = "";
	for (const line of source.split("\n")) {
		key = KEY.exec(line)?.[1] ?? key;
		for (const { target } of scanWikilinks(line)) fields.push({ key, target });
	}
	return fields;
}
