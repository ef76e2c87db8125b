import { type ScryptOptions, scrypt } from "node:crypto";
import { SkeinError } from "../../model/errors.ts";

interface KeyCost {
	readonly log2N: number;
	readonly r: number;
	readonly p: number;
}

const KEY_BYTES = 32;
const MEMORY = 64 * 1024 * 1024;
/** Each fills a core and a thread of four that files are read by, too: more of them would make those wait who only read. */
const AT_ONCE = 2;
/** A key takes a good part of a second; a caller that would wait longer than half a minute gets an error. */
const MOST_WAITING = 32;
const COME_BACK = 5;

let running = 0;
const waiting: (() => void)[] = [];

/** Derives the key of a password; a few at a time, in the order they came. */
export async function deriveKey(password: string, salt: Uint8Array, cost: KeyCost): Promise<Buffer> {
	await takeTurn();
	try {
		return await runScrypt(password, salt, cost);
	} finally {
		const next = waiting.shift();
		if (next === undefined) running -= 1;
		else next();
	}
}

async function takeTurn(): Promise<void> {
	if (running < AT_ONCE) {
		running += 1;
		return;
	}
	if (waiting.length >= MOST_WAITING) {
		throw new SkeinError(
			"too_many_requests",
			`Too many people are signing in at this moment. Try again in ${COME_BACK} s.`,
			{ details: { retry_after: COME_BACK } },
		);
	}
	await new Promise<void>((resolve) => waiting.push(resolve));
}

function runScrypt(password: string, salt: Uint8Array, { log2N, r, p }: KeyCost): Promise<Buffer> {
	const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: MEMORY };
	return new Promise((resolve, reject) =>
		// One spelling for letters that keyboards write differently.
		scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
			error ? reject(error) : resolve(key),
		),
	);
}
