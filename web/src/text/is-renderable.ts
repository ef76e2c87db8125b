/** A longer text takes a browser seconds. */
const longest = 200_000;
/** A line nested this deep is no outline but an attack: the renderer needs the square of its depth, and overflows. */
const tooDeep = /^(?:[ \t]{120}|[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){24})/m;
/** The most marks in one paragraph that may open or close something. Matching them takes the square of their number. */
const mostMarks = 1_000;
const marks = new Set("*_~[]");

/** Whether a text can be drawn as Markdown without blocking the page. Other texts are shown as they are written. */
export function isRenderable(text: string): boolean {
	if (text.length > longest || tooDeep.test(text)) return false;
	let count = 0;
	for (let at = 0; at < text.length; at += 1) {
		const sign = text[at] as string;
		if (sign === "\n" && text[at + 1] === "\n") count = 0;
		else if (marks.has(sign)) count += 1;
		if (count > mostMarks) return false;
	}
	return true;
}
