import { blankCode } from "../../model/blank-code.ts";

/** The address of a link in a Markdown text that leads to a file, with its place in the text. */
export interface FileAddress {
	readonly address: string;
	readonly start: number;
	readonly end: number;
}

// An address has no blanks unless it is in angle brackets; percent signs replace them otherwise. Brackets come in
// pairs.
const INLINE =
	/\]\([ \t]{0,9}(?:<([^<>\n]{1,1000})>|((?:[^()\s<>[\]]|\([^()\s<>]{0,200}\)){1,1000}))(?:\s{1,9}(?:"[^"]{0,300}"|'[^']{0,300}'|\([^()]{0,300}\)))?[ \t]{0,9}\)/g;
/** `[name]: address`, to which `[text][name]` leads. A footnote is none. */
const DEFINED = /^ {0,3}\[(?!\^)[^[\]\n]{1,200}\]:[ \t]*(?:<([^<>\n]{1,1000})>|([^\s<>]{1,1000}))/gm;
const ANCHOR =
	/<a\s(?:[^<>]{0,300}?\s)?href[ \t]{0,9}=[ \t]{0,9}(?:"([^"<>\n]{1,1000})"|'([^'<>\n]{1,1000})'|([^\s"'<>]{1,1000}))/gi;
const FORMS: readonly (readonly [sign: string, form: RegExp])[] = [
	["](", INLINE],
	["]:", DEFINED],
	["<", ANCHOR],
];
/** Elsewhere than among the files: `https:`, `mailto:`, `//host`, or a heading of the same text. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
const EXTENSION = /\.([a-z0-9]{1,10})$/i;

const extensionOf = (address: string): string | undefined =>
	EXTENSION.exec(address.replace(/[#?].*$/s, ""))?.[1]?.toLowerCase();

export const leadsToNote = (address: string): boolean =>
	["md", "markdown"].includes(extensionOf(address) ?? "");

/** A folder, or a file without its ending. */
export const hasNoEnding = (address: string): boolean => extensionOf(address) === undefined;

/** Whether a link names a file that is no note, as far as its name says. */
export const leadsToAttachment = (address: string): boolean =>
	extensionOf(address) !== undefined && !leadsToNote(address);

/** Every address of a file in a Markdown text, in order. Code is not searched. */
export function scanAddresses(body: string): readonly FileAddress[] {
	const forms = FORMS.filter(([sign]) => body.includes(sign));
	if (forms.length === 0) return [];
	const text = blankCode(body);
	const addresses: FileAddress[] = [];
	for (const [, form] of forms) {
		for (const match of text.matchAll(form)) {
			const address = match[1] ?? match[2] ?? match[3] ?? "";
			if (ELSEWHERE.test(address)) continue;
			const start = match.index + match[0].indexOf(address, match[0].search(/[(:=]/));
			addresses.push({ address, start, end: start + address.length });
		}
	}
	return forms.length === 1 ? addresses : addresses.sort((a, b) => a.start - b.start);
}
