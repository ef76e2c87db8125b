import type { Digest, PrintableDigest, ProfileContent } from "../model/findings.ts";
import type { ReaderProfile } from "../model/reader-profile.ts";
import { clipText } from "./format-value.ts";

/** In the order in which they matter to an answer, with how long each may be. */
const ROWS: readonly (readonly [key: keyof ReaderProfile, label: string, longest: number])[] = [
	["display_name", "Name", 100],
	["role", "Role", 200],
	["language", "Language", 35],
	["time_zone", "Time zone", 100],
	["answer_style", "Likes answers", 400],
	["about", "About", 800],
];

const HEADING = "### About the Reader\n\n";

const printRows = (rows: readonly string[]): readonly { readonly text: string }[] =>
	rows.map((text, index) => ({ text: index === rows.length - 1 ? `${text}\n` : text }));

/** What the reader says of themselves, a line each; the last ones leave first. */
export function renderProfile(digest: Digest, { profile }: ProfileContent): PrintableDigest {
	const rows = ROWS.flatMap(([key, label, longest]) => {
		const value = clipText(profile[key] ?? "", longest);
		return value === "" ? [] : [`${label}: ${value}\n`];
	});
	return {
		...digest,
		largest: rows.length,
		print: (size) => (size === 0 ? [] : [{ text: HEADING }, ...printRows(rows.slice(0, size))]),
		leavesOut: () => [],
	};
}
