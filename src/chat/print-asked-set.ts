import type { AskedSet } from "../context/model/payload.ts";
import { formatValue } from "../context/render/format-value.ts";
import type { Json } from "../graph/model/json.ts";

type Listed = AskedSet["listed"][number];

const inWords = (key: string): string => key.replaceAll("_", " ");

/** Refs inside a value are for a model to call by; people read the name. */
const REF = / \[[0-9a-hjkmnp-tv-z]{8}\]/g;
const HOW_MANY = /\bhow many\b|\bnumber of\b|\bcount\b/i;
/** So many are said in a line, where there is nothing to say of each. */
const MOST_IN_A_LINE = 3;

/** "**Order hinges** [k3v9x2ab] (in progress) - due at: 2026-05-04" */
function printEntry({ title, ref, kind, state_key, facts }: Listed, isMixed: boolean): string {
	const state = state_key === null ? "" : ` (${inWords(state_key)})`;
	// A fact without a value says nothing.
	const known = facts.filter(({ value }) => value !== null);
	const told = known.map(
		({ name, value }) => `${inWords(name)}: ${formatValue(value as Json).replace(REF, "")}`,
	);
	const tail = told.length === 0 ? "" : ` - ${told.join(", ")}`;
	return `${isMixed ? `${kind}: ` : ""}**${title.replaceAll("*", "")}** [${ref}]${state}${tail}`;
}

/** The heading for the person who asks; a model is told whose reader it writes for. */
const sayHeading = (heading: string): string => heading.replace(/, the reader's own$/, ", yours");

/**
 * One list for each rule that the question asks by, with the true count. What a relation leads to is said before how: "**Luc** [k3v9x2ab]
 * (lid tool: assigned to)". How many are asked for is a list with its number.
 */
export function printAskedSet(
	{ heading, total, listed }: AskedSet,
	{ query, isRelation }: { readonly query: string; readonly isRelation: boolean },
): string {
	const said = sayHeading(heading);
	const isCounted = HOW_MANY.test(query);
	if (total === 0) return `**${said}**: none.`;
	const isMixed = new Set(listed.map(({ kind }) => kind)).size > 1;
	const entries = listed.map((entry) => printEntry(entry, isMixed));
	const isShort = entries.length === 1 || listed.every(({ facts }) => facts.length === 0);
	if (isRelation && !isCounted && total === entries.length && total <= MOST_IN_A_LINE && isShort)
		return `${entries.join(", ")}\n\n${said}.`;
	const hidden = total - listed.length;
	return [
		`**${said}** (${total})\n`,
		...entries.map((entry) => `- ${entry}`),
		...(hidden > 0 ? [`- ... and ${hidden} more`] : []),
	].join("\n");
}
