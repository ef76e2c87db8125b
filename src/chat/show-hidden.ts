/**
 * Characters that are in a text and cannot be seen in it: controls, formats and the order of writing, variation selectors,
 * joiners, fillers and other ignorable ones, line separators, halves of a pair, the blank of Braille.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const EACH_HIDDEN = new RegExp(`(?![\\n\\t])${HIDDEN.source}`, "gu");
/** This many blanks or empty lines push the following text out of sight. */
const LONG_GAP = /\n{4,}|[^\S\n]{30,}/g;

const spell = (character: string): string =>
	`⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

const countGap = (gap: string): string =>
	gap.startsWith("\n") ? `\n⟨${gap.length} line breaks⟩\n` : ` ⟨${gap.length} blanks⟩ `;

/** Whether a text holds characters that a reader cannot see. */
export const hidesSomething = (text: string): boolean =>
	text.search(EACH_HIDDEN) >= 0 || text.search(LONG_GAP) >= 0;

/**
 * A text as a person has to see it before they say yes to it: what is invisible is spelled out. The text itself stays as
 * it is, since Persian, Indic scripts and emoji need some of these characters.
 */
export const showHidden = (text: string): string =>
	text.replace(EACH_HIDDEN, spell).replace(LONG_GAP, countGap);
