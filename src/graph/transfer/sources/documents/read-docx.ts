import mammoth from "mammoth";
import { openZip, readZip } from "../../files/read-zip.ts";
import { decodeText, type SourceFile } from "../../files/source-file.ts";
import { UnpackLimit } from "../../files/unpack-limit.ts";
import { readMoment } from "../../source/read-moment.ts";
import {
	type DocumentLoss,
	type DocumentPicture,
	type DocumentText,
	UnreadableDocumentError,
} from "./document-text.ts";
import { readHtml } from "./read-html.ts";

const CORE = "docProps/core.xml";
const ENDINGS: Readonly<Record<string, string>> = {
	...{
		"image/png": "png",
		"image/jpeg": "jpg",
		"image/gif": "gif",
		"image/webp": "webp",
		"image/bmp": "bmp",
	},
	...{ "image/svg+xml": "svg", "image/tiff": "tiff", "image/x-emf": "emf", "image/x-wmf": "wmf" },
};
const MESSAGES: readonly (readonly [RegExp, Omit<DocumentLoss, "count">])[] = [
	[
		/style/i,
		{ what: "style", why: "Its text is kept as plain text: only the styles that Word ships are known." },
	],
	[/image/i, { what: "picture", why: "It lies outside the file, or cannot be read." }],
];
const OTHER: Omit<DocumentLoss, "count"> = { what: "unknown element", why: "It is nothing that a text has." };
/** Marks of spelling and the like, and pictures that are kept though no browser shows them. */
const NO_LOSS =
	/w:(?:bookmark|proofErr|lastRenderedPageBreak|commentRange|permStart|permEnd|softHyphen)|unlikely to display/;

/** The archive as the library asks for it: its own reader believes what an archive says of its sizes. */
async function openParts(bytes: Uint8Array) {
	const archive = await openZip(Buffer.from(bytes));
	const { files } = await readZip(archive, new UnpackLimit(bytes.length));
	const byPath = new Map<string, SourceFile>(files.map((file) => [file.path, file]));
	const read = async (name: string): Promise<Uint8Array> => {
		const file = byPath.get(name);
		if (file === undefined) throw new UnreadableDocumentError(`It has no part ${name}.`);
		return (await file.read()).bytes;
	};
	return {
		exists: (name: string): boolean => byPath.has(name),
		read: async (name: string, encoding?: string): Promise<Uint8Array | string> => {
			const part = await read(name);
			if (encoding === undefined) return part;
			return encoding === "base64" ? Buffer.from(part).toString("base64") : decodeText(part);
		},
	};
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads title, author and dates, which Word writes in one flat list. */
function readCore(xml: string): (name: string) => string | undefined {
	return (name) => {
		const [, text = ""] = new RegExp(`<${name}(?:\\s[^>]{0,200})?>([^<]{0,2000})<`).exec(xml) ?? [];
		const plain = text.replace(/&(\w{2,4});/g, (whole, code: string) => ENTITIES[code] ?? whole);
		return plain.replace(/\s+/g, " ").trim() || undefined;
	};
}

/** Reads a Word file: its text by way of HTML, its pictures, and what its properties say. */
export async function readDocx(bytes: Uint8Array, name: string): Promise<DocumentText> {
	try {
		return await convert(bytes, name);
	} catch (error) {
		if (error instanceof UnreadableDocumentError) throw error;
		throw new UnreadableDocumentError(`It is no DOCX file, or a broken one: ${(error as Error).message}`);
	}
}

async function convert(bytes: Uint8Array, name: string): Promise<DocumentText> {
	const file = await openParts(bytes);
	if (!file.exists("[Content_Types].xml")) throw new UnreadableDocumentError("It is no DOCX file.");
	const pictures: DocumentPicture[] = [];
	const convertImage = mammoth.images.imgElement(async (image) => {
		const ending = ENDINGS[image.contentType] ?? "bin";
		const address = `${name}-${pictures.length + 1}.${ending}`;
		pictures.push({ address, bytes: new Uint8Array(await image.readAsBuffer()) });
		return { src: address.split("/").map(encodeURIComponent).join("/") };
	});
	const { value, messages } = await mammoth.convertToHtml(
		{ file } as unknown as Parameters<typeof mammoth.convertToHtml>[0],
		{ convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false } as Parameters<
			typeof mammoth.convertToHtml
		>[1],
	);
	const xml = file.exists(CORE) ? await file.read(CORE, "utf-8") : "";
	const core = readCore(String(xml));
	const { body } = readHtml(value);
	const author = core("dc:creator");
	return {
		title: core("dc:title") ?? /^# (.+)$/m.exec(body.slice(0, 2_000))?.[1],
		description: core("dc:description") ?? core("dc:subject"),
		body,
		tags: (core("cp:keywords") ?? "").split(/[,;]/).flatMap((word) => word.trim() || []),
		facts: { ...(author !== undefined && { author }) },
		createdAt: readMoment(core("dcterms:created") ?? ""),
		updatedAt: readMoment(core("dcterms:modified") ?? ""),
		losses: [...countMessages(messages.map(({ message }) => message)), ...(await countComments(file))],
		pictures,
	};
}

const COMMENTS = "word/comments.xml";

async function countComments(file: Awaited<ReturnType<typeof openParts>>): Promise<readonly DocumentLoss[]> {
	const xml = file.exists(COMMENTS) ? String(await file.read(COMMENTS, "utf-8")) : "";
	const count = xml.split("<w:comment ").length - 1;
	return count === 0 ? [] : [{ what: "comment", why: "Comments are no part of the text.", count }];
}

function countMessages(messages: readonly string[]): readonly DocumentLoss[] {
	const counts = new Map<Omit<DocumentLoss, "count">, number>();
	for (const message of messages) {
		if (NO_LOSS.test(message)) continue;
		const loss = MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? OTHER;
		counts.set(loss, (counts.get(loss) ?? 0) + 1);
	}
	return [...counts].map(([loss, count]) => ({ ...loss, count }));
}
