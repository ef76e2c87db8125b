import { createHmac, randomBytes } from "node:crypto";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const REF = /^[0-9a-hjkmnp-tv-z]{8}$/;
const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

let lastMillisecond = 0;
let counter = 0;
/** Drawn by the thousand: a call for every id takes longer than the rest of making one. */
const POOL_BYTES = 8 * 512;
let pool = Buffer.alloc(0);

function takeRandom(): Buffer {
	if (pool.length === 0) pool = randomBytes(POOL_BYTES);
	const taken = pool.subarray(0, 8);
	pool = pool.subarray(8);
	return taken;
}

/** A UUID of version 7. Those of one process always rise, even within a millisecond: rows written together keep their order. */
export function newId(): string {
	const now = Date.now();
	if (now > lastMillisecond) {
		lastMillisecond = now;
		counter = takeRandom().readUInt16BE() & 0x7ff;
	} else if (counter === 0xfff) {
		lastMillisecond += 1;
		counter = 0;
	} else {
		counter += 1;
	}
	const time = lastMillisecond.toString(16).padStart(12, "0");
	const sequence = counter.toString(16).padStart(3, "0");
	const random = takeRandom();
	random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
	const tail = random.toString("hex");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

export const isId = (text: string): boolean => UUID.test(text);
export const isRef = (text: string): boolean => REF.test(text);

/** Characters of a keyed hash: a running number would reveal how many entities there are. `attempt` rises when two collide. */
export function makeRef(key: Uint8Array, id: string, attempt = 0): string {
	const digest = createHmac("sha256", key).update(`${attempt}:${id}`).digest();
	let ref = "";
	let bits = 0n;
	for (const byte of digest.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
	for (let position = 35n; position >= 0n; position -= 5n) ref += BASE32[Number((bits >> position) & 31n)];
	return ref;
}
