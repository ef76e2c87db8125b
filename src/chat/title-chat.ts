import { clipText, inOneLine } from "../context/render/fence-text.ts";

const LONGEST_TITLE = 60;
/** The title uses only the beginning of a question. */
const LONGEST_LOOK = 2_000;
/** Of [[Kit|the kit]] people see the part after the bar. */
const LINK_MARKS = /\[\[(?:[^\][|]*\|)?|\]\]/g;

/** A chat is called after its first question. */
export const titleChat = (question: string): string =>
	clipText(inOneLine(question.slice(0, LONGEST_LOOK).replaceAll(LINK_MARKS, "")), LONGEST_TITLE);
