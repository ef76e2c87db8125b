import type { AskedSet } from "../context/model/payload.ts";
import { formatValue } from "../context/render/format-value.ts";

type Listed = AskedSet["listed"][number];

const inWords = (key: string): string => key.replaceAll("_", " ");

/** "**Order hinges** [k3v9x2ab] (in progress) - due at: 2026-05-04" */
function printLine({ title, ref, kind, state_key, facts }: Listed, isMixed: boolean): string {
	const state = state_key === null ? "" : ` (${inWords(state_key)})`;
	const told = facts.map(({ name, value }) => `${inWords(name)}: ${formatValue(value)}`);
	const tail = told.length === 0 ? "" : ` - ${told.join(", ")}`;
	return `- ${isMixed ? `${kind}: ` : ""}**${title.replaceAll("*", "")}** [${ref}]${state}${tail}`;
}

/** One list for each rule that the question asks by, with the true count. */
export function printAskedSet({ heading, total, listed }: AskedSet): string {
	if (total === 0) return `**${heading}**: none.`;
	const isMixed = new Set(listed.map(({ kind }) => kind)).size > 1;
	const lines = listed.map((entry) => printLine(entry, isMixed));
	const hidden = total - listed.length;
	return [`**${heading}** (${total})\n`, ...lines, ...(hidden > 0 ? [`- ... and ${hidden} more`] : [])].join(
		"\n",
	);
}
