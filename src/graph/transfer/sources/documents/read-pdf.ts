import type { Root } from "mdast";
import type { DocumentLoss, DocumentText } from "./document-text.ts";
import { UnreadableDocumentError } from "./document-text.ts";
import { joinParagraphs, type Paragraph } from "./join-paragraphs.ts";
import { type PdfLine, type PdfPage, readLines } from "./pdf-lines.ts";
import { printMarkdown } from "./print-markdown.ts";

const MOST_PAGES = 5_000;
/** Milliseconds after which no further page is begun: what was read until then is kept. */
const READING_TIME = 45_000;
const LONGEST_TITLE = 200;
/** Names that programs write where nobody gave a title. */
const NO_TITLE = /^(?:untitled|microsoft word\b.*|.*\.(?:docx?|pdf|tex|dvi|indd|odt|rtf|pptx?|xlsx?))$/i;
const PDF_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-]\d{2})'?(\d{2})?'?)?/;

/** A date as PDF writes it: `D:20240301120000+01'00'`. */
function readDate(written: unknown): string | undefined {
	const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone, minutes = "00"] =
		PDF_DATE.exec(String(written ?? "")) ?? [];
	if (year === undefined) return undefined;
	const offset = zone === undefined ? "Z" : `${zone}:${minutes}`;
	const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
	return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1 ? undefined : moment.toISOString();
}

const readWords = (value: unknown): string | undefined =>
	typeof value === "string" ? value.replace(/\s+/g, " ").trim() || undefined : undefined;

function describeFailure(error: Error): string {
	if (error.name === "PasswordException") return "It is encrypted. Save it without a password.";
	if (error.name === "InvalidPDFException") return "It is no PDF file, or a broken one.";
	return `It cannot be read: ${error.message}`;
}

/** Reads the text of a PDF: paragraphs put together again, headings where their size says so. Nothing is drawn. */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
	const { getDocumentProxy } = await import("unpdf");
	const started = performance.now();
	const document = await getDocumentProxy(bytes, {
		verbosity: 0,
		stopAtErrors: false,
		maxImageSize: 0,
	}).catch((error: Error) => {
		throw new UnreadableDocumentError(describeFailure(error));
	});
	const info = await document.getMetadata().then(
		(metadata: { readonly info: object }) => metadata.info as Readonly<Record<string, unknown>>,
		(): Readonly<Record<string, unknown>> => ({}),
	);
	const pages: PdfPage[] = [];
	const broken: number[] = [];
	const count = document.numPages;
	const last = Math.min(count, MOST_PAGES);
	let read = 0;
	for (; read < last && performance.now() - started < READING_TIME; read += 1) {
		try {
			const page = await document.getPage(read + 1);
			const { items } = await page.getTextContent();
			pages.push(readLines(items));
			page.cleanup();
		} catch {
			broken.push(read + 1);
		}
	}
	const { paragraphs, repeated } = joinParagraphs(pages);
	const pictures = pages.filter((lines) => lines.length === 0).length;
	const stated = readWords(info.Title);
	const author = readWords(info.Author);
	const subject = readWords(info.Subject);
	return {
		title: stated !== undefined && !NO_TITLE.test(stated) ? stated : findTitle(paragraphs, pages[0] ?? []),
		description: subject,
		body: printMarkdown(toTree(paragraphs)),
		tags: (readWords(info.Keywords) ?? "").split(/[,;]/).flatMap((word) => word.trim() || []),
		facts: { ...(author !== undefined && { author }), pages: count },
		createdAt: readDate(info.CreationDate),
		updatedAt: readDate(info.ModDate),
		losses: listLosses({ pictures, broken: broken.length, repeated, left: count - read }),
	};
}

function listLosses(lost: {
	readonly pictures: number;
	readonly broken: number;
	readonly repeated: number;
	readonly left: number;
}): readonly DocumentLoss[] {
	const losses: readonly DocumentLoss[] = [
		{
			what: "page without text",
			many: "pages without text",
			why: "It is a picture or empty. Nothing here reads text from pictures.",
			count: lost.pictures,
		},
		{ what: "broken page", why: "Its content cannot be read.", count: lost.broken },
		{
			what: "page left out",
			many: "pages left out",
			why: `At most ${MOST_PAGES} pages are read, for at most ${READING_TIME / 1000} seconds. Split the file.`,
			count: lost.left,
		},
		{
			what: "running head or page number",
			many: "running heads and page numbers",
			why: "It repeats on other pages.",
			count: lost.repeated,
		},
	];
	return losses.filter(({ count = 0 }) => count > 0);
}

/** The first heading of the first page. */
const findTitle = (paragraphs: readonly Paragraph[], first: readonly PdfLine[]): string | undefined => {
	const heading = paragraphs.find(({ level, text }) => level > 0 && text.length <= LONGEST_TITLE);
	return heading && first.some(({ text }) => heading.text.startsWith(text)) ? heading.text : undefined;
};

function toTree(paragraphs: readonly Paragraph[]): Root {
	const children: Root["children"] = [];
	for (const { text, level, isItem } of paragraphs) {
		const content = [{ type: "text" as const, value: text }];
		const before = children.at(-1);
		if (level > 0) {
			children.push({ type: "heading", depth: Math.min(level, 6) as 1, children: content });
		} else if (isItem) {
			const item = {
				type: "listItem" as const,
				spread: false,
				children: [{ type: "paragraph" as const, children: content }],
			};
			if (before?.type === "list") before.children.push(item);
			else children.push({ type: "list", ordered: false, spread: false, children: [item] });
		} else children.push({ type: "paragraph", children: content });
	}
	return { type: "root", children };
}
