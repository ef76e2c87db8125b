import { createHash } from "node:crypto";
import type { AccessSet } from "../model/access.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError } from "../model/errors.ts";
import { isId, newId } from "../model/ids.ts";
import type { JsonObject } from "../model/json.ts";
import type { Operation } from "../model/operation.ts";
import type { Queryable } from "./db.ts";

/** One write that waits, exactly as it will be carried out. */
export interface ProposedWrite {
	readonly call_id: string;
	readonly tool: string;
	readonly tier: string;
	readonly summary: string;
	readonly operations: readonly Operation[];
	readonly diff: readonly {
		readonly subject: string;
		readonly field: string;
		readonly before: string | null;
		readonly after: string | null;
	}[];
}

export type ApprovalState = "pending" | "approved" | "denied" | "failed";

export interface Approval {
	readonly id: string;
	/** Null when no chat asked, but an agent outside that called a tool. */
	readonly chat_id: string | null;
	readonly message_id: string | null;
	readonly proposals: readonly ProposedWrite[];
	/** Whether text that the asker did not write stood in the prompt of the turn. */
	readonly tainted: boolean;
	readonly state: ApprovalState;
	readonly outcome: JsonObject;
	readonly created_at: string;
	readonly expires_at: string;
}

interface StoredApproval extends Approval {
	readonly hash: Uint8Array;
}

const COLUMNS =
	"id, chat_id, message_id, proposals, tainted, state, outcome, created_at, expires_at" as const;
const LIFETIME = 24 * 3_600_000;
const MOST_LISTED = 200;

const hashOf = (proposals: readonly ProposedWrite[]): Uint8Array =>
	createHash("sha256").update(JSON.stringify(proposals)).digest();

/**
 * Writes that wait for a person. Only the person who asked can decide, in a session of their own: a token, and with it
 * any program or model that holds one, reads them and decides nothing.
 */
export class Approvals {
	readonly #db: Queryable;
	readonly #access: AccessSet;

	constructor(db: Queryable, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	async create(input: Pick<Approval, "chat_id" | "message_id" | "proposals" | "tainted">): Promise<Approval> {
		const now = Date.now();
		const row: Approval = {
			...input,
			id: newId(),
			state: "pending",
			outcome: {},
			created_at: new Date(now).toISOString(),
			expires_at: new Date(now + LIFETIME).toISOString(),
		};
		await this.#db.query(
			`INSERT INTO approval (workspace_id, account_id, hash, ${COLUMNS})
				VALUES ($1, $2, $3, $4, $5, $6, $7::json, $8, 'pending', '{}', $9, $10)`,
			[
				this.#access.workspaceId,
				this.#access.accountId,
				hashOf(row.proposals),
				row.id,
				row.chat_id,
				row.message_id,
				JSON.stringify(row.proposals),
				row.tainted,
				row.created_at,
				row.expires_at,
			],
		);
		return row;
	}

	async ofChat(chatId: string): Promise<readonly Approval[]> {
		if (!isId(chatId)) return [];
		return this.#db.query<Approval>(
			`SELECT ${COLUMNS} FROM approval
				WHERE workspace_id = $1 AND account_id = $2 AND chat_id = $3::uuid ORDER BY created_at, id`,
			[this.#access.workspaceId, this.#access.accountId, chatId],
		);
	}

	/** What waits for this person, oldest first, wherever it was asked for. */
	async pending(): Promise<readonly Approval[]> {
		this.#requirePerson();
		return this.#db.query<Approval>(
			`SELECT ${COLUMNS} FROM approval
				WHERE workspace_id = $1 AND account_id = $2 AND state = 'pending' AND expires_at > now()
				ORDER BY created_at, id LIMIT ${MOST_LISTED}`,
			[this.#access.workspaceId, this.#access.accountId],
		);
	}

	/** One that can still be decided, by the one who may decide it. */
	async getPending(id: string): Promise<Approval & { readonly hash: Uint8Array }> {
		this.#requirePerson();
		const [row] = isId(id)
			? await this.#db.query<StoredApproval>(
					`SELECT ${COLUMNS}, hash FROM approval WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid`,
					[this.#access.workspaceId, this.#access.accountId, id],
				)
			: [];
		if (row === undefined) throw new EntityNotFoundError("approval");
		if (row.state !== "pending") {
			throw new ConflictError("This has been decided already.", { state: row.state }, "already_decided");
		}
		if (Date.parse(row.expires_at) < Date.now()) {
			throw new ConflictError("This waited too long and has expired. Ask again.", {}, "approval_expired");
		}
		if (!Buffer.from(hashOf(row.proposals)).equals(Buffer.from(row.hash))) {
			throw new ConflictError("What was proposed is not what is stored. Ask again.", {}, "approval_altered");
		}
		return row;
	}

	/** False when somebody decided it meanwhile. */
	async close(id: string, state: Exclude<ApprovalState, "pending">, outcome: JsonObject): Promise<boolean> {
		const closed = await this.#db.query(
			`UPDATE approval SET state = $4, outcome = $5::jsonb
				WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid AND state = 'pending' RETURNING id`,
			[this.#access.workspaceId, this.#access.accountId, id, state, JSON.stringify(outcome)],
		);
		return closed.length === 1;
	}
	#requirePerson(): void {
		if (this.#access.principal.grant === undefined) return;
		throw new ForbiddenError("Only a person can confirm a write, signed in, not through a token.");
	}
}
