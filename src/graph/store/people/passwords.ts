import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { LONGEST_PASSWORD } from "../../../contract/limits.ts";
import { InvalidInputError, SkeinError } from "../../model/errors.ts";
import { StorePart } from "../engine/db.ts";
import { Credentials } from "./credentials.ts";

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

const SALT_BYTES = 16;
const COST = { log2N: 15, r: 8, p: 3 };
const SHORTEST = 10;
/** Nobody's: compared with where there is no password, so that no answer comes sooner for it. */
const DECOY = "scrypt$15$8$3$eyeijc2JJdSvfce63sqRgQ$cML6gpAMjSBFpLoriJ7XSUTlg1F_9fwKGQQ7KbAgeRs";

async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await deriveKey(password, salt, COST);
	const { log2N, r, p } = COST;
	return ["scrypt", log2N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

async function matches(password: string, stored: string): Promise<boolean> {
	const [, log2N, r, p, salt = "", key = ""] = stored.split("$");
	const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
	const expected = Buffer.from(key, "base64url");
	const derived = await deriveKey(password, Buffer.from(salt, "base64url"), cost);
	return derived.length === expected.length && timingSafeEqual(derived, expected);
}

/** Signing in by e-mail address and password, where there is no link to follow. */
export class Passwords extends StorePart {
	/**
	 * Null removes the password. Every session of this person ends, in all workspaces, and links that were not used yet
	 * are void: a password is changed because somebody else may have got in. `exceptSession` is the caller's own.
	 */
	async set(accountId: string, password: string | null, exceptSession?: string): Promise<void> {
		if (password !== null && (password.length < SHORTEST || password.length > LONGEST_PASSWORD)) {
			throw new InvalidInputError(
				`A password takes ${SHORTEST} to ${LONGEST_PASSWORD} characters. A few words in a row do well.`,
				{ field: "password" },
				"invalid_password",
			);
		}
		const hash = password === null ? null : await hashPassword(password);
		await this.db.transaction(async (tx) => {
			await tx.query("UPDATE account SET password_hash = $2 WHERE id = $1", [accountId, hash]);
			await new Credentials(tx).endSessions(accountId, exceptSession);
		});
	}

	async isSet(accountId: string): Promise<boolean> {
		const rows = await this.db.query("SELECT FROM account WHERE id = $1 AND password_hash IS NOT NULL", [
			accountId,
		]);
		return rows.length > 0;
	}

	/** Whose password this is, or null. It takes as long for an address that nobody has. */
	async verify(email: string, password: string): Promise<string | null> {
		const [account] = await this.db.query<{ id: string; password_hash: string | null }>(
			"SELECT id, password_hash FROM account WHERE email = $1",
			[email.trim().toLowerCase()],
		);
		const isRight = await matches(password.slice(0, LONGEST_PASSWORD + 1), account?.password_hash ?? DECOY);
		return isRight && account?.password_hash ? account.id : null;
	}

	/** In the named workspace, or in this person's first; null for a person who is not one of its members. */
	async signIn(input: {
		readonly email: string;
		readonly password: string;
		readonly workspace?: string | undefined;
		readonly lifetimeSeconds: number;
	}): Promise<string | null> {
		const accountId = await this.verify(input.email, input.password);
		if (accountId === null) return null;
		const [workspace] = await this.db.query<{ id: string }>(
			`SELECT w.id FROM workspace w JOIN member m ON m.workspace_id = w.id AND m.account_id = $1
				WHERE w.ready AND ($2::text IS NULL OR w.id::text = $2 OR w.name = $2) ORDER BY w.created_at, w.id LIMIT 1`,
			[accountId, input.workspace ?? null],
		);
		if (workspace === undefined) return null;
		const { token } = await new Credentials(this.db).create({
			...{ workspaceId: workspace.id, accountId, purpose: "session" as const, mode: "write" as const },
			lifetimeSeconds: input.lifetimeSeconds,
		});
		return token;
	}
}
