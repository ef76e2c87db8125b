import { InvalidInputError } from "../../model/errors.ts";
import { compareTexts } from "../../model/order.ts";
import type { Loss } from "../source/import-report.ts";

/** A file of a folder or an archive. It is read when its turn comes. */
export interface SourceFile {
	/** Relative, with slashes. */
	readonly path: string;
	readonly size: number;
	/** Why it cannot be read is thrown as an error that says so. */
	read(): Promise<{ readonly bytes: Uint8Array; readonly modifiedAt: string }>;
}

export interface SourceFiles {
	/** The folder or archive itself. */
	readonly root: string;
	/** In a fixed order. */
	readonly files: readonly SourceFile[];
	readonly losses: readonly Loss[];
}

/** An index row holds 2,700 bytes, and the path is part of a key. */
export const LONGEST_PATH = 1000;

export const inFixedOrder = (files: readonly SourceFile[]): readonly SourceFile[] =>
	[...files].sort((a, b) => compareTexts(a.path, b.path));

/** A file system may claim any time; the database and the ISO format end at the year 9999. */
export const storableMoment = (moment: Date): string => {
	const year = moment.getUTCFullYear();
	return (year > 0 && year < 10_000 ? moment : new Date()).toISOString();
};

/** Throws a TypeError on bytes that are no UTF-8; drops a byte order mark. */
export const decodeText = (bytes: Uint8Array): string =>
	new TextDecoder("utf-8", { fatal: true }).decode(bytes);

export async function readText(file: SourceFile, largest: number): Promise<string> {
	const refuse = (why: string): InvalidInputError =>
		new InvalidInputError(`${file.path} cannot be read: ${why}`, { field: "path" }, "file_unreadable");
	if (file.size > largest) throw refuse("it is too large. Split it.");
	const { bytes } = await file.read().catch((error: Error) => {
		throw refuse(error.message);
	});
	if (bytes.length > largest) throw refuse("it is too large. Split it.");
	try {
		return decodeText(bytes);
	} catch {
		throw refuse("it is not valid UTF-8. Save it as UTF-8.");
	}
}
