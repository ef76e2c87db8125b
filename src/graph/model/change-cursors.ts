import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { InvalidInputError } from "./errors.ts";

const BLOCK = 16;
const NOISE = 6;
const REVISION = 6;
const FORM = /^[\w-]{22}$/;
/** Before the first change. */
const START = "0";

/**
 * Places in the log, encrypted for one reader. A revision counts everybody's changes: two of them would reveal how much
 * happened in between that the reader may not know of, and a moved one that something did. So a reader gets a text that
 * only they can use, and only to ask what came after it.
 */
export class ChangeCursors {
	readonly #key: Uint8Array;

	constructor(input: { readonly secret: Uint8Array; readonly accountId: string }) {
		const { secret, accountId } = input;
		this.#key = createHmac("sha256", secret).update(`changes ${accountId}`).digest().subarray(0, BLOCK);
	}

	/** A change that the reader knows of has one text always; without one, it is the current end of the log. */
	seal(revision: number, changeId: string | null = null): string {
		const block = Buffer.alloc(BLOCK);
		const noise = changeId === null ? randomBytes(NOISE) : this.#digest(changeId);
		noise.copy(block, 0, 0, NOISE);
		block.writeUIntBE(revision, NOISE, REVISION);
		// One block, and never the same for two places: there is nothing to chain.
		const cipher = createCipheriv("aes-128-ecb", this.#key, null).setAutoPadding(false);
		return Buffer.concat([cipher.update(block), cipher.final()]).toString("base64url");
	}

	open(cursor: string): number {
		if (cursor === START) return 0;
		const revision = FORM.test(cursor) ? this.#decipher(Buffer.from(cursor, "base64url")) : undefined;
		if (revision !== undefined) return revision;
		throw new InvalidInputError(
			"This is no place in the log, or one that somebody else was given. Leave it out to start again.",
			{ field: "cursor" },
			"invalid_cursor",
		);
	}

	#digest(text: string): Buffer {
		return createHmac("sha256", this.#key).update(text).digest();
	}

	#decipher(bytes: Buffer): number | undefined {
		if (bytes.length !== BLOCK) return undefined;
		const decipher = createDecipheriv("aes-128-ecb", this.#key, null).setAutoPadding(false);
		const block = Buffer.concat([decipher.update(bytes), decipher.final()]);
		const isOurs = block.subarray(NOISE + REVISION).every((byte) => byte === 0);
		return isOurs ? block.readUIntBE(NOISE, REVISION) : undefined;
	}
}
