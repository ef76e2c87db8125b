/** A line of text on a page: its place from the lower left corner, and the size of its letters. */
export interface PrintedLine {
	readonly text: string;
	readonly x?: number;
	readonly y: number;
	readonly size?: number;
}

const escapeText = (text: string): string => text.replace(/[\\()]/g, "\\$&");

/** Writes a PDF file with these pages of text, and with what its information says; bytes that no library has touched. */
export function makePdf(
	pages: readonly (readonly PrintedLine[])[],
	info: Readonly<Record<string, string>> = {},
): Uint8Array {
	const objects: string[] = [];
	const add = (body: string): number => objects.push(body);
	const stated = Object.entries(info).map(([key, value]) => `/${key} (${escapeText(value)})`);
	const [catalog, tree, font, facts] = [1, 2, 3, 4];
	const numbers = pages.map((_, at) => 5 + 2 * at);
	add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
	add(`<< /Type /Pages /Kids [${numbers.map((each) => `${each} 0 R`).join(" ")}] /Count ${pages.length} >>`);
	add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
	add(`<< ${stated.join(" ")} >>`);
	for (const [at, lines] of pages.entries()) {
		const drawn = lines.map(
			({ text, x = 72, y, size = 11 }) =>
				`BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escapeText(text)}) Tj ET`,
		);
		const content = drawn.join("\n");
		add(
			`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${6 + 2 * at} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
		);
		add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
	}
	let file = "%PDF-1.4\n";
	const places = objects.map((body, at) => {
		const place = file.length;
		file += `${at + 1} 0 obj\n${body}\nendobj\n`;
		return place;
	});
	const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
	const size = objects.length + 1;
	file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${facts} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(file, "latin1");
}
