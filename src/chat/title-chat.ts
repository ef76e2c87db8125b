import { inOneLine } from "../context/render/fence-text.ts";
import { clipText } from "../context/render/format-value.ts";

const LONGEST_TITLE = 60;
/** What comes later in a question is in no title. */
const LONGEST_LOOK = 2_000;
/** Of [[Kit|the kit]] people see what stands behind the stroke. */
const LINK_MARKS = /\[\[(?:[^\][|]*\|)?|\]\]/g;

/** A chat is called after its first question. */
export const titleChat = (question: string): string =>
	clipText(inOneLine(question.slice(0, LONGEST_LOOK).replaceAll(LINK_MARKS, "")), LONGEST_TITLE);
