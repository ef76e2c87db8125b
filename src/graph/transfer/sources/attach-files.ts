import {
	addressKey,
	choosePath,
	fileKey,
	isAttachmentPath,
	LARGEST_ATTACHMENT,
	MOST_ATTACHMENTS,
} from "../../model/attachment.ts";
import { groupBy } from "../../model/group-by.ts";
import { hashContent } from "../../model/hash-content.ts";
import { scanWikilinks, type Wikilink } from "../../model/scan-wikilinks.ts";
import type { SourceFile } from "../files/source-file.ts";
import { hashOf, type ImportItem, type LoadedFile } from "../source/import-item.ts";
import { type Loss, lossAt } from "../source/import-report.ts";
import { leadsToAttachment, scanAddresses } from "./scan-addresses.ts";

/** A file that a text names, to be kept with it. */
export interface FoundFile {
	readonly path: string;
	readonly hash: string;
	readonly bytes: number;
	readonly file: SourceFile;
}

/** Finds the files that texts of a source name, and reports those that cannot be kept. */
export class FileShelf {
	readonly #byName: ReadonlyMap<string, readonly SourceFile[]>;
	readonly #files: readonly SourceFile[];
	readonly #texts: ReadonlySet<SourceFile>;
	/** By path; null where it cannot be kept. */
	readonly #read = new Map<string, FoundFile | null>();
	readonly #losses: Loss[] = [];
	readonly #missing: string[] = [];

	/** `files` are those that may be named. Those in `texts` are imported themselves, and a text that names one links to it. */
	constructor(files: readonly SourceFile[], texts: ReadonlySet<SourceFile> = new Set()) {
		this.#files = files.filter((file) => !texts.has(file));
		this.#texts = texts;
		this.#byName = groupBy(files, ({ path }) => fileKey(path));
	}

	/** The files that the text at this path names, each once. */
	async findIn(
		path: string,
		body: string,
		links: readonly Wikilink[] = scanWikilinks(body),
		leadsToText: (address: string) => boolean = () => false,
	): Promise<readonly FoundFile[]> {
		const named = new Map<string, SourceFile>();
		for (const { address } of scanAddresses(body)) {
			if (!leadsToAttachment(address)) continue;
			const file = this.#find(path, address);
			// `map.png.md` is a text about `map.png`; `v1.2`, which no file is called, is the text `v1.2.md`.
			if (file === undefined && leadsToText(address)) continue;
			if (file === undefined) this.#missing.push(`${address} in ${path}`);
			else if (!this.#texts.has(file)) named.set(file.path, file);
		}
		// A link without a file may mean a note that is still to come, and is reported as such.
		for (const { target } of links) {
			const file = leadsToAttachment(target) ? this.#find(path, target) : undefined;
			if (file !== undefined && !this.#texts.has(file)) named.set(file.path, file);
		}
		const found: FoundFile[] = [];
		for (const file of named.values()) {
			const kept = await this.#open(file);
			if (kept && found.length < MOST_ATTACHMENTS) found.push(kept);
		}
		return found;
	}

	/** Everything that was not kept: files that nobody names, files that cannot be read, names that no file has. */
	get losses(): readonly Loss[] {
		const unnamed = this.#files.filter(({ path }) => !this.#read.has(path)).map(({ path }) => path);
		return [
			...lossAt(unnamed, "file", "No text names it; only what texts name is kept with them."),
			...this.#losses,
			...lossAt(this.#missing, "link to a file", "No such file lies there.", "links to files"),
		];
	}

	#find(from: string, address: string): SourceFile | undefined {
		const alike = this.#byName.get(addressKey(address)) ?? [];
		const path = choosePath(
			alike.map((file) => file.path),
			from,
			address,
		);
		return alike.find((file) => file.path === path);
	}

	async #open(file: SourceFile): Promise<FoundFile | null> {
		const known = this.#read.get(file.path);
		if (known !== undefined) return known;
		const opened = await openFile(file).catch((error: Error) => {
			const why = error.message.replace(/'[^']*'/, file.path);
			this.#losses.push({ what: "a file", where: file.path, why });
			return null;
		});
		this.#read.set(file.path, opened);
		return opened;
	}
}

async function openFile(file: SourceFile): Promise<FoundFile> {
	const path = file.path.normalize("NFC");
	if (!isAttachmentPath(path))
		throw new Error("Its path has signs that other systems do not take. Rename it.");
	if (file.size > LARGEST_ATTACHMENT) throw tooLarge(file.size);
	const { bytes } = await file.read();
	if (bytes.length > LARGEST_ATTACHMENT) throw tooLarge(bytes.length);
	return { path, hash: hashContent(bytes), bytes: bytes.length, file };
}

const tooLarge = (bytes: number): Error =>
	new Error(`It has ${bytes} bytes; at most ${LARGEST_ATTACHMENT} are kept.`);

export function attachFiles(item: ImportItem, found: readonly FoundFile[]): ImportItem {
	const names = found.map(({ path, hash }) => `${hash} ${path}`);
	const hash = found.length === 0 ? item.hash : `${item.hash}+${hashOf(names).slice(0, 16)}`;
	return {
		...item,
		hash,
		fileBytes: found.reduce((sum, { bytes }) => sum + bytes, item.fileBytes ?? 0),
		load: async () => {
			const loaded = await item.load();
			if ("loss" in loaded) return loaded;
			const named = await Promise.all(found.map(loadFile)).catch((error: Error) => error);
			if (named instanceof Error) {
				const why = `A file that it names cannot be read any more (${named.message}). Run this again.`;
				return { loss: { what: "an item", where: item.externalId, why } };
			}
			const own = loaded.files?.filter(({ path }) => named.every((file) => file.path !== path)) ?? [];
			return { ...loaded, hash, files: [...own, ...named] };
		},
	};
}

async function loadFile({ path, file }: FoundFile): Promise<LoadedFile> {
	const { bytes } = await file.read();
	return { path, bytes, hash: hashContent(bytes) };
}
