import { blankCode } from "../../model/blank-code.ts";

/** The address of a `[text](link)` or `![picture](link)` that leads to a file, with its place in the text. */
export interface FileAddress {
	readonly address: string;
	readonly start: number;
	readonly end: number;
}

// An address has no blanks unless it is in angle brackets; percent signs replace them otherwise. Brackets come in
// pairs.
const LINK =
	/\]\((?:<([^<>\n]{1,1000})>|((?:[^()\s<>[\]]|\([^()\s<>]{0,200}\)){1,1000}))(?:\s+"[^"\n]*")?\)/g;
/** Elsewhere than among the files: `https:`, `mailto:`, `//host`, or a heading of the same text. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
const EXTENSION = /\.([a-z0-9]{1,10})$/i;

const extensionOf = (address: string): string | undefined =>
	EXTENSION.exec(address.replace(/[#?].*$/s, ""))?.[1]?.toLowerCase();

export const leadsToNote = (address: string): boolean =>
	["md", "markdown"].includes(extensionOf(address) ?? "");

/** Whether a link names a file that is no note, as far as its name says. */
export const leadsToAttachment = (address: string): boolean =>
	extensionOf(address) !== undefined && !leadsToNote(address);

/** Every address of a file in a Markdown text, in order. Code is not searched. */
export function scanAddresses(body: string): readonly FileAddress[] {
	if (!body.includes("](")) return [];
	const addresses: FileAddress[] = [];
	for (const match of blankCode(body).matchAll(LINK)) {
		const address = match[1] ?? match[2] ?? "";
		if (ELSEWHERE.test(address)) continue;
		const start = match.index + (match[1] === undefined ? "](" : "](<").length;
		addresses.push({ address, start, end: start + address.length });
	}
	return addresses;
}
