import type { Entity } from "../../graph/model/entity.ts";
import type { OutlinePresentation } from "../model/candidate.ts";
import { clipText, inOneLine, quoteText } from "./fence-text.ts";
import { renderFull, renderLight, renderTitle } from "./render-entity.ts";
import { type Printing, type Texts, UNCUT } from "./texts.ts";

const MOST_HEADINGS = 20;
const LONGEST_HEADING = 80;
/** Its blocks follow: more of it would be there twice. */
const LONGEST_OPENING = 120;

function renderCounts(counts: OutlinePresentation["counts"]): string {
	const named = Object.entries(counts)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([kind, count]) => `${count} ${kind.replace("_", " ")}${count === 1 ? "" : "s"}`);
	return named.length === 0 ? "none" : named.join(", ");
}

function renderHeadings(headings: OutlinePresentation["headings"]): string {
	if (headings.length === 0) return "";
	const shown = headings
		.slice(0, MOST_HEADINGS)
		.map(({ level, text }) => `${"#".repeat(level)} ${clipText(text, LONGEST_HEADING)}`);
	const hidden = headings.length - shown.length;
	return `outline:\n${quoteText([...shown, ...(hidden > 0 ? [`… and ${hidden} more headings`] : [])].join("\n"))}`;
}

/** A page, note or document in brief: its fields, its place, its headings, how it begins and what it is made of. */
export function renderOutline(entity: Entity, outline: OutlinePresentation, { scope }: Printing): Texts {
	const { path, headings, opening, counts } = outline;
	const place = path.length === 0 ? "" : `path: ${[...path, entity.title].map(inOneLine).join(" > ")}\n`;
	const blocks = `blocks: ${renderCounts(counts)}\n`;
	const beginning = opening === "" ? "" : `opening:\n${quoteText(clipText(opening, LONGEST_OPENING))}`;
	const withoutBody = { ...entity, body: "" };
	return {
		forms: () => [
			["full", `${renderFull(withoutBody, scope)}${place}${blocks}${renderHeadings(headings)}${beginning}\n`],
			["light", `${renderLight(withoutBody, scope)}${place}${blocks}\n`],
			["title", renderTitle(entity)],
		],
		clip: UNCUT,
	};
}
