import { type Files, zip } from "./write-folder.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The smallest picture there is: one point. */
const PICTURE = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==",
	"base64",
);

export const word = (text: string, style?: string): string =>
	`<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ""}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A drawing of the only picture of the file. */
export const DRAWING =
	'<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="a point"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rPic"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';

export const table = (rows: readonly (readonly string[])[]): string =>
	`<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${word(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

/** Writes a DOCX file with this content, and with properties such as `dc:title`. */
export function makeDocx(
	content: string,
	{
		properties = {},
		comments = [],
		parts = {},
	}: {
		readonly properties?: Readonly<Record<string, string>>;
		readonly comments?: readonly string[];
		readonly parts?: Files;
	} = {},
): Promise<Uint8Array> {
	const core = Object.entries(properties).map(([name, value]) => `<${name}>${value}</${name}>`);
	const styles = ["Heading 1", "Heading 2", "Ours"].map(
		(name) =>
			`<w:style w:type="paragraph" w:styleId="${name.replace(" ", "")}"><w:name w:val="${name}"/></w:style>`,
	);
	const noted = comments.map((text, id) => `<w:comment w:id="${id}">${word(text)}</w:comment>`);
	return zip({
		"[Content_Types].xml": `${head}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels": `${head}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels": `${head}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rPic" Type="${OFFICE}/image" Target="media/image1.png"/><Relationship Id="rStyles" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rComments" Type="${OFFICE}/comments" Target="comments.xml"/></Relationships>`,
		"word/document.xml": `${head}<w:document xmlns:w="${W}" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${content}</w:body></w:document>`,
		"word/styles.xml": `${head}<w:styles xmlns:w="${W}">${styles.join("")}</w:styles>`,
		"word/comments.xml": `${head}<w:comments xmlns:w="${W}">${noted.join("")}</w:comments>`,
		"word/media/image1.png": PICTURE,
		...parts,
		"docProps/core.xml": `${head}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${core.join("")}</cp:coreProperties>`,
	});
}
