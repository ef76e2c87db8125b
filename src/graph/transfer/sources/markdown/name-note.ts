import { readPlainText } from "../../../model/plain-text.ts";

/** Files that a folder is read by: what they are about is said by their text or by the folder, not by their name. */
const FOLDER_PAGE = /^(?:readme|_?index)$/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*?)[ \t]*#*$/;
/** "KEP-4603: Tune the backoff", "RFC 12 – Links": a word and a number that texts call it by. */
const IDENTIFIER = /^(\p{L}[\p{L}\p{N}]{0,19}[- #]?\d[\d.]{0,19})\s*[:–—-]\s/u;
const LINES_READ = 500;

export const isFolderPage = (name: string): boolean => FOLDER_PAGE.test(name);

/** The first heading of a text as plain text, outside of comments and code; none when there is none near the start. */
export function findFirstHeading(body: string): string | undefined {
	let fence: string | undefined;
	let inComment = false;
	for (const line of body.split("\n", LINES_READ)) {
		const mark = FENCE.exec(line)?.[1];
		if (fence !== undefined) {
			if (mark?.startsWith(fence)) fence = undefined;
		} else if (inComment) inComment = !line.includes("-->");
		else if (mark !== undefined) fence = mark;
		else if (line.trimStart().startsWith("<!--")) inComment = !line.includes("-->");
		else {
			const heading = HEADING.exec(line.trimEnd())?.[1];
			if (heading !== undefined) return readPlainText(heading).trim() || undefined;
		}
	}
	return undefined;
}

/** The identifier that a title begins with, such as "KEP-4603". */
export const findIdentifier = (title: string): string | undefined => IDENTIFIER.exec(title)?.[1];
