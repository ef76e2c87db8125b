import { basename, dirname, extname, posix } from "node:path";
import { LONGEST_DESCRIPTION } from "../../../../contract/limits.ts";
import { isAttachmentPath, LARGEST_ATTACHMENT, MOST_ATTACHMENTS } from "../../../model/attachment.ts";
import { foldTitle, type NewEntity } from "../../../model/entity.ts";
import { hashContent } from "../../../model/hash-content.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { SourceFile } from "../../files/source-file.ts";
import { cleanLine, cleanText } from "../../source/clean-text.ts";
import type { ImportItem, ImportLink, LoadedFile, LoadedItem, Survey } from "../../source/import-item.ts";
import { type Loss, lossAt } from "../../source/import-report.ts";
import { shareOneDay } from "../../source/share-one-day.ts";
import { attachFiles, type FileShelf } from "../attach-files.ts";
import { REFERENCES } from "../markdown/link-notes.ts";
import type { NotePlaces } from "../markdown/note-places.ts";
import { isFolderPage } from "../markdown/parse-note.ts";
import { type OtherTexts, readMarkdownSource } from "../markdown/read-markdown-source.ts";
import { hasNoEnding, scanAddresses } from "../scan-addresses.ts";
import { placeOf, type SurveyOptions } from "../survey-options.ts";
import { DocumentReader } from "./document-reader.ts";
import { type DocumentFormat, type DocumentLoss, type DocumentText, FORMATS } from "./document-text.ts";
import { findSiteName } from "./find-site-name.ts";

const FORMAT_OF: Readonly<Record<string, DocumentFormat>> = {
	...{ ".html": "html", ".htm": "html", ".xhtml": "html", ".pdf": "pdf", ".docx": "docx" },
};
const LARGEST: Readonly<Record<DocumentFormat, number>> = {
	html: 16_000_000,
	pdf: 200_000_000,
	docx: 100_000_000,
};
/** Texts of that length are held between survey and writing; beyond it, a file is read again at its turn. */
const KEPT_CHARACTERS = 64_000_000;
const MOST_TAGS = 50;

const formatOf = (file: Pick<SourceFile, "path">): DocumentFormat | undefined =>
	FORMAT_OF[extname(file.path).toLowerCase()];

/** Web pages, PDF and DOCX files, each a document with its text; of a folder with all formats, Markdown files too. */
export async function readDocumentsSource(
	options: SurveyOptions,
	formats: readonly DocumentFormat[] = FORMATS,
): Promise<Survey> {
	const reader = new DocumentReader();
	const others: OtherTexts = {
		name: formats === FORMATS ? "documents" : formats.join(" "),
		takesNotes: formats === FORMATS,
		takes: (file) => formats.some((format) => format === formatOf(file)),
		read: (input) => new DocumentSurvey({ ...input, options, reader }).run(),
	};
	return readMarkdownSource(options, { others }).finally(() => reader.close());
}

interface OpenedDocument {
	readonly text: DocumentText;
	readonly hash: string;
	readonly modifiedAt: string;
	readonly files: readonly LoadedFile[];
	/** Files that cannot be kept with it. */
	readonly leftOut: readonly string[];
}

/** Reads every document once: its title and its links have to be known before anything is written. */
class DocumentSurvey {
	readonly #options: SurveyOptions;
	readonly #reader: DocumentReader;
	readonly #files: readonly SourceFile[];
	readonly #shelf: FileShelf;
	readonly #places: NotePlaces;
	readonly #losses: Loss[] = [];
	/** Places of losses of one sort, which many documents share. */
	readonly #lost = new Map<
		string,
		{ one: string; many: string | undefined; why: string; places: string[] }
	>();
	#room = KEPT_CHARACTERS;
	#siteName = "";
	/** Whether the times of the files say when each was made. */
	#hasFileTimes = true;

	constructor(input: {
		readonly options: SurveyOptions;
		readonly reader: DocumentReader;
		readonly files: readonly SourceFile[];
		readonly shelf: FileShelf;
		readonly places: NotePlaces;
	}) {
		this.#options = input.options;
		this.#reader = input.reader;
		this.#files = input.files;
		this.#shelf = input.shelf;
		this.#places = input.places;
	}

	async run(): Promise<Pick<Survey, "items" | "losses">> {
		const { onProgress, signal } = this.#options;
		const items: ImportItem[] = [];
		const moments: string[] = [];
		for (const [at, file] of this.#files.entries()) {
			signal?.throwIfAborted();
			onProgress?.({ stage: "reading", done: at, total: this.#files.length });
			const opened = await this.#open(file);
			if ("problem" in opened) this.#losses.push({ what: "a file", where: file.path, why: opened.problem });
			else {
				moments.push(opened.modifiedAt);
				items.push(await this.#makeItem(file, opened));
			}
		}
		onProgress?.({ stage: "reading", done: this.#files.length, total: this.#files.length });
		this.#hasFileTimes = !shareOneDay(moments);
		this.#siteName = findSiteName(items.map(({ title }) => title));
		const named = items.map((item) => ({ ...item, title: this.#shorten(item.title) }));
		const shared = [...this.#lost.values()].flatMap(({ one, many, why, places }) =>
			lossAt(places, one, why, many),
		);
		return { items: named, losses: [...this.#losses, ...shared] };
	}

	async #open(file: SourceFile): Promise<OpenedDocument | { readonly problem: string }> {
		const format = formatOf(file) ?? "html";
		const tooLarge = (bytes: number) => ({
			problem: `It has ${bytes} bytes; at most ${LARGEST[format]} are read. Split it.`,
		});
		if (file.size > LARGEST[format]) return tooLarge(file.size);
		const read = await file.read().catch((error: Error) => error);
		// The system's message has the whole path, which reveals where on the machine the folder is.
		if (read instanceof Error)
			return { problem: `It cannot be read: ${read.message.replace(/'[^']*'/, file.path)}` };
		const { bytes, modifiedAt } = read;
		if (bytes.length > LARGEST[format]) return tooLarge(bytes.length);
		const name = basename(file.path);
		const reply = await this.#reader.read({ format, name, bytes }, this.#options.signal);
		if ("problem" in reply) return reply;
		const { text } = reply;
		const pictures = (text.pictures ?? []).map(({ address, bytes: content }) => ({
			path: posix.join(posix.dirname(file.path), address),
			bytes: content,
		}));
		// A page is its text; the others say more than their text does.
		const whole = format === "html" ? [] : [{ path: file.path, bytes }];
		const named = [...whole, ...pictures].map((each) => ({ ...each, path: each.path.normalize("NFC") }));
		const kept = named.filter(isKeepable).slice(0, MOST_ATTACHMENTS);
		return {
			...{ text, modifiedAt, hash: hashContent(bytes) },
			files: kept.map((each) => ({ ...each, hash: hashContent(each.bytes) })),
			leftOut: named.flatMap((each) => (kept.includes(each) ? [] : each.path)),
		};
	}

	async #makeItem(file: SourceFile, opened: OpenedDocument): Promise<ImportItem> {
		const { text, hash, files } = opened;
		const { path } = file;
		const entity = this.#makeEntity(file, opened);
		this.#reportLosses(path, opened);
		const bytes = files.reduce((sum, each) => sum + each.bytes.length, 0);
		this.#room -= text.body.length + bytes;
		const kept = this.#room > 0 ? opened : undefined;
		const load = async (): Promise<LoadedItem | { readonly loss: Loss }> => {
			const again = kept ?? (await this.#open(file));
			if ("problem" in again) return { loss: { what: "a file", where: path, why: again.problem } };
			return { hash: again.hash, entity: this.#makeEntity(file, again), files: again.files };
		};
		const item: ImportItem = {
			...{ externalId: path, kind: entity.kind, title: entity.title, hash, load, fileBytes: bytes },
			links: this.#findLinks(path, text.body),
			...(kept === undefined && { isReadAgain: true }),
		};
		// Pictures of a DOCX file lie inside it, and a PDF names none.
		return formatOf(file) === "html" ? attachFiles(item, await this.#shelf.findIn(path, text.body)) : item;
	}

	#makeEntity({ path }: SourceFile, { text, modifiedAt }: OpenedDocument): NewEntity {
		const fileName = basename(path);
		const stem = basename(path, extname(path));
		const folder = basename(dirname(path));
		const called = isFolderPage(stem) && folder !== "." ? folder : stem;
		const title = cleanLine(text.title ?? "") || cleanLine(called) || "Untitled";
		// Every folder of pages has an `index.html`: no link by that name says which.
		const names = isFolderPage(stem) ? [] : [stem, fileName].map(cleanLine);
		const aliases = names.filter((name) => foldTitle(name) !== foldTitle(title));
		const description = text.description && cleanText(text.description.slice(0, LONGEST_DESCRIPTION));
		const tags = (text.tags ?? [])
			.map(cleanLine)
			.filter((tag) => tag !== "")
			.slice(0, MOST_TAGS);
		const facts = mapStrings(text.facts ?? {}, cleanLine);
		const fileTime = this.#hasFileTimes ? modifiedAt : undefined;
		const createdAt = text.createdAt ?? text.updatedAt ?? fileTime;
		const updatedAt = [createdAt, text.updatedAt ?? fileTime]
			.filter((time) => time !== undefined)
			.sort()
			.at(-1);
		return {
			kind: "document",
			title: this.#shorten(title),
			aliases,
			state_key: "ready",
			...(description && { description }),
			body: cleanText(text.body),
			props: {
				tags: tags.length > 0 ? tags : null,
				frontmatter: Object.keys(facts).length > 0 ? facts : null,
				source: { path },
			},
			...(createdAt !== undefined && { created_at: createdAt }),
			...(updatedAt !== undefined && { updated_at: updatedAt }),
			...placeOf(this.#options),
		};
	}

	#shorten(title: string): string {
		const ends =
			this.#siteName !== "" && title.length > this.#siteName.length && title.endsWith(this.#siteName);
		return ends ? title.slice(0, -this.#siteName.length) : title;
	}

	#findLinks(path: string, body: string): readonly ImportLink[] {
		const found = new Set<string>();
		for (const { address } of scanAddresses(body)) {
			const to = this.#places.find(path, address);
			if (to !== undefined && to !== path) found.add(to);
			// The shelf reports files that are not there.
			else if (to === undefined && hasNoEnding(address)) this.#lose(path, MISSING_PAGE);
		}
		return [...found].map((to) => ({ rel: REFERENCES, to }));
	}

	#reportLosses(path: string, { text, leftOut }: OpenedDocument): void {
		for (const loss of text.losses) this.#lose(path, loss);
		if (text.body.length > LONGEST_KEPT) this.#lose(path, CUT);
		if (text.body.trim() === "") this.#lose(path, NO_TEXT);
		for (const each of leftOut) this.#lose(each, NOT_KEPT);
		if (formatOf({ path }) === "pdf") this.#lose(path, TEXT_ALONE);
	}

	#lose(path: string, { what, many, why, count = 1 }: DocumentLoss): void {
		const key = `${what} ${why}`;
		const lost = this.#lost.get(key) ?? { one: what, many, why, places: [] };
		for (let time = 0; time < count; time += 1) lost.places.push(path);
		this.#lost.set(key, lost);
	}
}

const LONGEST_KEPT = 3_900_000;
const CUT: DocumentLoss = {
	what: "document",
	why: `Only the first ${LONGEST_KEPT} characters of its text are kept. Split it.`,
};
const NO_TEXT: DocumentLoss = {
	what: "document without text",
	many: "documents without text",
	why: "No text was found in it.",
};
const NOT_KEPT: DocumentLoss = {
	what: "file",
	why: `It is not kept with the text: it has more than ${LARGEST_ATTACHMENT} bytes, a name that other systems do not take, or ${MOST_ATTACHMENTS} files before it.`,
};
const TEXT_ALONE: DocumentLoss = {
	what: "PDF file",
	why: "Only its text is read: pictures, tables and columns as they look are in the file, which is kept with it.",
};
const MISSING_PAGE: DocumentLoss = {
	what: "link to a page",
	many: "links to pages",
	why: "No file of this folder lies there.",
};

const isKeepable = ({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): boolean =>
	isAttachmentPath(path) && bytes.length <= LARGEST_ATTACHMENT;

const mapStrings = (values: NonNullable<DocumentText["facts"]>, map: (text: string) => string): JsonObject =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? map(value) : value]),
	);
