import type { Passage } from "../../graph/model/cut-passages.ts";
import { foldTitle } from "../../graph/model/entity.ts";

const MOST_WORDS = 6;

/** Where a passage is: “Backoff values” under “Design details”. Nothing for one that is under no heading of its own. */
function nameHeadings(headings: readonly string[], names: ReadonlySet<string>): string {
	const [innermost, outer] = headings.filter((heading) => !names.has(foldTitle(heading))).reverse();
	if (innermost === undefined) return "";
	return outer === undefined ? `“${innermost}”` : `“${innermost}” under “${outer}”`;
}

/** Why a passage is there: where it is and which words of the question it holds. */
export function explainPassage(input: {
	readonly passage: Passage;
	readonly text: string;
	/** What the entity is called: headings that only say this again name no place. */
	readonly names: ReadonlySet<string>;
	/** The words of the question that stand in the entity, as they were typed. */
	readonly words: readonly string[];
	readonly analyse: (text: string) => readonly string[];
}): string | undefined {
	const { passage, text, names, words, analyse } = input;
	const place = nameHeadings(passage.headings, names);
	if (place === "") return undefined;
	const terms = new Set(analyse([...passage.headings, text].join(". ")));
	const held = words.filter((word) => analyse(word).some((term) => terms.has(term))).slice(0, MOST_WORDS);
	return held.length === 0 ? `${place} is close in meaning` : `${place} holds ${held.join(", ")}`;
}
