import type { OwnProfile, Profile } from "../../graph/model/profile.ts";
import type { PrintedDigest, ProfileContent } from "../model/findings.ts";
import { clipText } from "./format-value.ts";

type Row = readonly [key: keyof Profile | "display_name", label: string, longest: number];

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

function renderLine(rows: readonly Row[], profile: OwnProfile): string {
	const parts = rows.flatMap(([key, label, longest]) => {
		const value = clipText(profile[key] ?? "", longest);
		return value === "" ? [] : [`${label}: ${value}`];
	});
	return parts.length === 0 ? "" : `${parts.join(" · ")}\n`;
}

/** Renders the reader's profile; where there is little room, only their name. */
export function renderProfile({ profile }: ProfileContent): PrintedDigest {
	const lines = LINES.map((rows) => renderLine(rows, profile)).filter((line) => line !== "");
	return {
		largest: lines.length,
		print: (size) => (size === 0 ? [] : [{ text: HEADING }, { text: `${lines.slice(0, size).join("")}\n` }]),
	};
}
