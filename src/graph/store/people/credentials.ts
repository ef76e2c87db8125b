import { createHash, randomBytes } from "node:crypto";
import type { Answer } from "../../../contract/frozen.ts";
import type { tokensSchema } from "../../../contract/token.ts";
import type { Principal } from "../../model/access.ts";
import { ConflictError, EntityNotFoundError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import { type Db, type Queryable, StorePart } from "../engine/db.ts";
import { Repository, requirePerson } from "../rights/access.ts";

type Purpose = "sign_in" | "session" | "token";

export interface NewCredential {
	readonly workspaceId: string;
	readonly accountId: string;
	readonly purpose: Purpose;
	readonly name?: string;
	readonly mode: "read" | "write";
	readonly projectIds?: readonly string[];
	readonly lifetimeSeconds?: number;
}

/** Names the session that a running server leaves on its own disk for its commands. */
export const SERVER_SESSION = "server";
const SECRET_BYTES = 24;
const UUID_BYTES = 16;
const PREFIX = "skein_";

const hashSecret = (secret: Uint8Array): Buffer => createHash("sha256").update(secret).digest();

/** A token names its workspace, so that finding it needs no index across workspaces. */
const encode = (workspaceId: string, secret: Uint8Array): string =>
	PREFIX + Buffer.concat([Buffer.from(workspaceId.replaceAll("-", ""), "hex"), secret]).toString("base64url");

function decode(token: string): { workspaceId: string; secret: Uint8Array } | null {
	if (!token.startsWith(PREFIX)) return null;
	const bytes = Buffer.from(token.slice(PREFIX.length), "base64url");
	if (bytes.length !== UUID_BYTES + SECRET_BYTES) return null;
	const hex = bytes.subarray(0, UUID_BYTES).toString("hex");
	const workspaceId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
	const secret = bytes.subarray(UUID_BYTES);
	// The decoder skips what is not base64, so that many spellings of one secret would pass.
	return encode(workspaceId, secret) === token ? { workspaceId, secret } : null;
}

/** Sign-in links, sessions and tokens. The secret is shown once and only its hash is kept. */
export class Credentials extends StorePart<Queryable> {
	async create(input: NewCredential): Promise<{ id: string; token: string }> {
		const id = newId();
		const secret = randomBytes(SECRET_BYTES);
		const now = Date.now();
		const expires = input.lifetimeSeconds === undefined ? null : new Date(now + 1000 * input.lifetimeSeconds);
		await this.db.query(
			`INSERT INTO credential (workspace_id, id, account_id, purpose, secret_hash, name, mode, project_ids, created_at, expires_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9, $10)`,
			[
				input.workspaceId,
				id,
				input.accountId,
				input.purpose,
				hashSecret(secret),
				input.name ?? "",
				input.mode,
				input.projectIds ?? null,
				new Date(now).toISOString(),
				expires?.toISOString() ?? null,
			],
		);
		if (input.purpose === "session" && input.name !== SERVER_SESSION)
			await this.#introduce(input.workspaceId, input.accountId);
		return { id, token: encode(input.workspaceId, secret) };
	}

	/** A session has all of the person's rights, a token those it was given; null for any other secret. */
	async verify(token: string, ...purposes: readonly Purpose[]): Promise<Principal | null> {
		const parts = decode(token);
		if (parts === null) return null;
		const [row] = await this.db.query<{
			account_id: string;
			purpose: Purpose;
			mode: "read" | "write";
			project_ids: string[] | null;
		}>(
			`SELECT account_id, purpose, mode, project_ids FROM credential
				WHERE workspace_id = $1 AND secret_hash = $2 AND purpose = ANY($3::text[]) AND (expires_at IS NULL OR expires_at > now())`,
			[parts.workspaceId, hashSecret(parts.secret), purposes],
		);
		if (row === undefined) return null;
		const principal = { workspaceId: parts.workspaceId, accountId: row.account_id };
		return row.purpose === "token"
			? { ...principal, grant: { mode: row.mode, projectIds: row.project_ids } }
			: principal;
	}

	async revoke(workspaceId: string, id: string): Promise<void> {
		await this.db.query("DELETE FROM credential WHERE workspace_id = $1 AND id = $2::uuid", [
			workspaceId,
			id,
		]);
	}

	/** Signs a session out; what is no session of ours is signed out already. */
	async endSession(token: string): Promise<void> {
		const parts = decode(token);
		if (parts === null) return;
		await this.db.query(
			"DELETE FROM credential WHERE workspace_id = $1 AND secret_hash = $2 AND purpose = 'session'",
			[parts.workspaceId, hashSecret(parts.secret)],
		);
	}

	/** Signs a person out everywhere but here. The session by which commands reach a running server is not a person's. */
	async endSessions(accountId: string, exceptToken?: string): Promise<void> {
		const own = exceptToken === undefined ? null : decode(exceptToken);
		await this.db.query(
			`DELETE FROM credential WHERE account_id = $1 AND purpose IN ('session', 'sign_in') AND name <> $2
				AND ($3::bytea IS NULL OR secret_hash <> $3)`,
			[accountId, SERVER_SESSION, own && hashSecret(own.secret)],
		);
	}

	/** In one statement: of two who use a link at once one gets in, and a crash cannot use it up without a session. */
	async redeemSignIn(token: string, lifetimeSeconds: number): Promise<string | null> {
		const parts = decode(token);
		if (parts === null) return null;
		const secret = randomBytes(SECRET_BYTES);
		const now = Date.now();
		const redeemed = await this.db.query<{ account_id: string }>(
			`WITH used AS (
				DELETE FROM credential WHERE workspace_id = $1 AND secret_hash = $2 AND purpose = 'sign_in'
					AND (expires_at IS NULL OR expires_at > now()) RETURNING account_id
			)
			INSERT INTO credential (workspace_id, id, account_id, purpose, secret_hash, mode, created_at, expires_at)
				SELECT $1, $3::uuid, account_id, 'session', $4::bytea, 'write', $5::timestamptz, $6::timestamptz FROM used
				RETURNING account_id`,
			[
				parts.workspaceId,
				hashSecret(parts.secret),
				newId(),
				hashSecret(secret),
				new Date(now).toISOString(),
				new Date(now + 1000 * lifetimeSeconds).toISOString(),
			],
		);
		const [session] = redeemed;
		if (session === undefined) return null;
		await this.#introduce(parts.workspaceId, session.account_id);
		return encode(parts.workspaceId, secret);
	}

	/** A person who has signed in is shown by their own name from then on. */
	async #introduce(workspaceId: string, accountId: string): Promise<void> {
		await this.db.query(
			"UPDATE member SET called = NULL WHERE workspace_id = $1 AND account_id = $2 AND called IS NOT NULL",
			[workspaceId, accountId],
		);
	}
}

export type Token = Answer<typeof tokensSchema>["tokens"][number];

const COLUMNS = "id, name, mode, project_ids, created_at, expires_at";

/** The tokens of one person. A token neither sees nor makes any: it could outlive its own limits. */
export class Tokens extends Repository<Db> {
	async list(): Promise<Token[]> {
		requirePerson(this.access);
		return this.db.query<Token>(
			`SELECT ${COLUMNS} FROM credential WHERE workspace_id = $1 AND account_id = $2 AND purpose = 'token'
				ORDER BY created_at DESC, id DESC`,
			this.owner,
		);
	}

	/** Only this call returns the secret. */
	async create(input: {
		readonly name: string;
		readonly mode: "read" | "write";
		readonly projectIds: readonly string[];
		readonly lifetimeSeconds?: number | undefined;
	}): Promise<{ readonly id: string; readonly token: string }> {
		requirePerson(this.access);
		const { workspaceId, accountId } = this.access;
		const { name, mode, projectIds, lifetimeSeconds } = input;
		let secret: string | undefined;
		// The answer of a transaction may be kept to answer a retry; the secret must not be.
		const { id } = await this.db.transaction(async (tx) => {
			const created = await new Credentials(tx).create({
				...{ workspaceId, accountId, purpose: "token" as const, name, mode },
				...(projectIds.length > 0 && { projectIds }),
				...(lifetimeSeconds !== undefined && { lifetimeSeconds }),
			});
			secret = created.token;
			return { id: created.id };
		});
		if (secret !== undefined) return { id, token: secret };
		throw new ConflictError(
			"This request has made its token already, and a token is shown once. Revoke it and make another.",
			{ id },
			"token_shown",
		);
	}

	async revoke(id: string): Promise<void> {
		requirePerson(this.access);
		const { workspaceId, accountId } = this.access;
		const revoked = isId(id)
			? await this.db.query(
					`DELETE FROM credential WHERE workspace_id = $1 AND account_id = $2 AND purpose = 'token' AND id = $3::uuid
						RETURNING id`,
					[workspaceId, accountId, id],
				)
			: [];
		if (revoked.length === 0) throw new EntityNotFoundError("token");
	}
}
