import { inOneLine } from "../context/render/fence-text.ts";
import { clipText } from "../context/render/format-value.ts";

const LONGEST_TITLE = 60;
/** Of [[Kit|the kit]] people see what stands behind the stroke. */
const LINK_MARKS = /\[\[(?:[^\][|]*\|)?|\]\]/g;

/** A chat is called after its first question. */
export const titleChat = (question: string): string =>
	clipText(inOneLine(question.replaceAll(LINK_MARKS, "")), LONGEST_TITLE);
