import type { PrintableDigest, ProfileContent, ShrinkablePart } from "../model/findings.ts";
import type { ReaderProfile } from "../model/reader-profile.ts";
import { clipText } from "./format-value.ts";

type Row = readonly [key: keyof ReaderProfile, label: string, longest: number];

/** Two lines, since they are in every context: who asks, and what an answer should be like. */
const LINES: readonly (readonly Row[])[] = [
	[
		["display_name", "Name", 100],
		["role", "Role", 100],
		["language", "Language", 35],
		["time_zone", "Time zone", 60],
	],
	[
		["answer_style", "Likes answers", 160],
		["about", "About", 100],
	],
];

const HEADING = "### About the Reader\n\n";

function renderLine(rows: readonly Row[], profile: ReaderProfile): string {
	const parts = rows.flatMap(([key, label, longest]) => {
		const value = clipText(profile[key] ?? "", longest);
		return value === "" ? [] : [`${label}: ${value}`];
	});
	return parts.length === 0 ? "" : `${parts.join(" · ")}\n`;
}

/** Renders the reader's profile; where there is little room, only their name. */
export function renderProfile(digest: ShrinkablePart, { profile }: ProfileContent): PrintableDigest {
	const lines = LINES.map((rows) => renderLine(rows, profile)).filter((line) => line !== "");
	return {
		...digest,
		largest: lines.length,
		print: (size) => (size === 0 ? [] : [{ text: HEADING }, { text: `${lines.slice(0, size).join("")}\n` }]),
		leavesOut: () => [],
	};
}
