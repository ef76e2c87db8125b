/** Something that a file holds and its text does not. */
export interface DocumentLoss {
	/** In the singular and, where it is not the same with an `s`, in the plural. */
	readonly what: string;
	readonly many?: string;
	readonly why: string;
	readonly count?: number;
}

/** A picture inside a file, under the address by which the text names it. */
export interface DocumentPicture {
	readonly address: string;
	readonly bytes: Uint8Array;
}

/** What is read from one HTML, PDF or DOCX file. */
export interface DocumentText {
	readonly title?: string | undefined;
	readonly description?: string | undefined;
	/** Markdown. */
	readonly body: string;
	readonly tags?: readonly string[];
	/** What the file says of itself: author, language, pages. */
	readonly facts?: Readonly<Record<string, string | number>>;
	readonly createdAt?: string | undefined;
	readonly updatedAt?: string | undefined;
	readonly losses: readonly DocumentLoss[];
	readonly pictures?: readonly DocumentPicture[];
}

export const FORMATS = ["html", "pdf", "docx"] as const;
export type DocumentFormat = (typeof FORMATS)[number];

/** A file that is no document of its format; the message says why. */
export class UnreadableDocumentError extends Error {}
