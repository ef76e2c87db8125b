import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join, parse } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Answer } from "../../../contract/frozen.ts";
import type { uploadSchema } from "../../../contract/operation.ts";
import type { AccessSet } from "../../model/access.ts";
import { EntityNotFoundError, ForbiddenError, InvalidInputError, SkeinError } from "../../model/errors.ts";
import { newId } from "../../model/ids.ts";
import { nameFile } from "../export/name-files.ts";
import { makePassingFolder } from "../files/passing-folder.ts";

export type Upload = Answer<typeof uploadSchema>;

interface KeptUpload extends Upload {
	readonly accountId: string;
	readonly workspaceId: string;
	readonly folder: string;
	readonly path: string;
	readonly timer: NodeJS.Timeout;
	/** Imports that run or wait for their turn with it. */
	holds: number;
}

export interface FoundUpload {
	readonly path: string;
	readonly name: string;
	/** Keeps the file on the disk until the returned function is called. */
	hold(): () => Promise<void>;
}

const LARGEST_UPLOAD = 500_000_000;
const MOST_KEPT_EACH = 4;
const LIFETIME = 3_600_000;
const OWNER_ONLY = 0o600;
/** Kept where a long name is cut: it says how the file is read. */
const EXTENSION = /^\.[A-Za-z0-9]{1,10}$/;

const tooLarge = (): SkeinError =>
	new SkeinError("too_large", `A file may have at most ${LARGEST_UPLOAD} bytes. Send it in parts.`);

/** Counts what comes: the length that a sender claims is only a claim. */
async function* checkSize(chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.byteLength;
		if (bytes > LARGEST_UPLOAD) throw tooLarge();
		yield chunk;
	}
	onBytes(bytes);
}

/** The files sent to this process, each for its sender alone: for an hour, and as long as an import holds it. */
export class Uploads {
	readonly #kept = new Map<string, KeptUpload>();

	async add(access: AccessSet, name: string, body: ReadableStream<Uint8Array> | null): Promise<Upload> {
		if (!access.mayWrite) throw new ForbiddenError("This token may only read. Create one with write access.");
		if (body === null)
			throw new InvalidInputError("There is no file in the body of the request.", {}, "upload_empty");
		const id = newId();
		const folder = await makePassingFolder("upload");
		// In a folder of its own, because what it is called says how it is read and what a note is titled.
		const { name: stem, ext } = parse(name);
		const path = join(folder, EXTENSION.test(ext) ? nameFile(stem) + ext : nameFile(name));
		let bytes = 0;
		try {
			await pipeline(
				checkSize(Readable.fromWeb(body as never), (counted) => {
					bytes = counted;
				}),
				createWriteStream(path, { mode: OWNER_ONLY, flags: "wx" }),
			);
		} catch (error) {
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
		const { accountId, workspaceId } = access;
		const timer = setTimeout(() => void this.#remove(id), LIFETIME);
		timer.unref();
		const upload = { id, name, bytes, expires_at: new Date(Date.now() + LIFETIME).toISOString() };
		this.#kept.set(id, { ...upload, accountId, workspaceId, folder, path, timer, holds: 0 });
		await this.#removeOldest(access);
		return upload;
	}

	/** Where it lies. Somebody else's is as absent as none. */
	find(access: AccessSet, id: string): FoundUpload {
		const kept = this.#kept.get(id);
		if (kept === undefined || !isOf(access, kept)) throw new EntityNotFoundError("upload");
		kept.timer.refresh();
		return { path: kept.path, name: kept.name, hold: () => this.#hold(kept) };
	}

	async remove(access: AccessSet, id: string): Promise<void> {
		this.find(access, id);
		await this.#remove(id);
	}

	async close(): Promise<void> {
		await Promise.all([...this.#kept.keys()].map((id) => this.#remove(id)));
	}

	async #remove(id: string): Promise<void> {
		const kept = this.#kept.get(id);
		if (kept === undefined) return;
		this.#kept.delete(id);
		clearTimeout(kept.timer);
		await this.#removeFile(kept);
	}

	#hold(kept: KeptUpload): () => Promise<void> {
		kept.holds += 1;
		return async () => {
			kept.holds -= 1;
			if (!this.#kept.has(kept.id)) await this.#removeFile(kept);
		};
	}

	/** Without the count of holds, an import that waits for its turn would find its file gone. */
	async #removeFile({ folder, holds }: KeptUpload): Promise<void> {
		if (holds === 0) await rm(folder, { recursive: true, force: true });
	}

	/** Of one person in all workspaces together: a limit for each would let one person fill the disk. */
	async #removeOldest({ accountId }: AccessSet): Promise<void> {
		const own = [...this.#kept.values()].filter((kept) => kept.accountId === accountId);
		for (const { id } of own.slice(0, -MOST_KEPT_EACH)) await this.#remove(id);
	}
}

/** Whether something is the caller's own, in the workspace that they use. */
export const isOf = (
	access: AccessSet,
	{ accountId, workspaceId }: Pick<AccessSet, "accountId" | "workspaceId">,
): boolean => accountId === access.accountId && workspaceId === access.workspaceId;
