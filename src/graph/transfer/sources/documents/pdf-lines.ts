import { replaceEach } from "../../../model/replace-each.ts";

/** A line of text with its place on the page, from the lower left corner. */
export interface PdfLine {
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly right: number;
	/** The height of its letters. */
	readonly size: number;
}

export type PdfPage = readonly PdfLine[];

/** A run of letters as the file draws them. Marks of structure have no text. */
interface DrawnText {
	readonly str?: string;
	readonly transform?: readonly number[];
	readonly width?: number;
	readonly hasEOL?: boolean;
}

interface OpenLine {
	parts: string[];
	x: number;
	y: number;
	right: number;
	/** How many letters there are of each size. */
	sizes: Map<number, number>;
}

/** Half the height of a letter: signs above and below the line still belong to it. */
const SAME_LINE = 0.5;

const cleanPart = (text: string): string => replaceEach(text, /\p{Cc}/gu, " ");

function close({ parts, x, y, right, sizes }: OpenLine): PdfLine {
	const [[size = 0] = []] = [...sizes].sort(([, a], [, b]) => b - a);
	return { text: replaceEach(parts.join(""), /\s+/g, " ").trim(), x, y, right, size };
}

/** Puts what a page draws together into lines, in the order in which it is drawn. */
export function readLines(items: readonly object[]): PdfPage {
	const lines: PdfLine[] = [];
	let open: OpenLine | undefined;
	const end = (): void => {
		const line = open && close(open);
		if (line && line.text !== "") lines.push(line);
		open = undefined;
	};
	for (const { str, transform, width = 0, hasEOL = false } of items as readonly DrawnText[]) {
		if (str === undefined || transform === undefined) continue;
		const [, , c = 0, d = 0, x = 0, y = 0] = transform;
		const size = Math.round(Math.hypot(c, d) * 10) / 10;
		if (str.trim() !== "") {
			if (open && Math.abs(open.y - y) > SAME_LINE * Math.max(size, 1)) end();
			open ??= { parts: [], x, y, right: x, sizes: new Map() };
			open.sizes.set(size, (open.sizes.get(size) ?? 0) + str.length);
			open.right = Math.max(open.right, x + width);
		}
		open?.parts.push(cleanPart(str));
		if (hasEOL) end();
	}
	end();
	return lines;
}
