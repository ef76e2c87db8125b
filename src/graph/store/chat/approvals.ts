import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { approvalSchema } from "../../../contract/chat.ts";
import type { Answer } from "../../../contract/frozen.ts";
import type { Edge } from "../../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Operation } from "../../model/operation.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { GRANTED, Repository, readableParams } from "../rights/access.ts";
import type { CommitGuard } from "../write/writer.ts";
import { FORBIDDEN } from "./manifests.ts";

type SentApproval = Answer<typeof approvalSchema>;

/** One write that waits, exactly as it will be carried out. */
export interface ProposedWrite extends Omit<SentApproval["proposals"][number], "operations"> {
	/** The input of the tool, to plan it again when something has changed. */
	readonly input: JsonObject;
	readonly operations: readonly Operation[];
	/** The state it was planned on. A proposal of an older version has none and is stale. */
	readonly basis: ProposalBasis;
}

/** It is tainted when text that the asker did not write was in the prompt of the turn. */
export interface Approval extends Omit<SentApproval, "proposals" | "outcome"> {
	readonly proposals: readonly ProposedWrite[];
	readonly outcome: JsonObject;
}

export type NewApproval = Pick<Approval, "chat_id" | "message_id" | "proposals" | "tainted">;

interface StoredApproval extends Approval {
	readonly hash: Uint8Array;
	readonly is_withheld: boolean;
}

const COLUMNS = [
	...["id", "chat_id", "message_id", "proposals", "tainted"],
	...["state", "outcome", "created_at", "expires_at"],
] as const;
const LIFETIME = 24 * 3_600_000;
const MOST_LISTED = 200;

/** Takes parameters $1 to $7, made by `readableParams`. An answer that is withheld withholds what it proposed. */
const SELECT_OWN = `SELECT ${COLUMNS.map((name) => `p.${name}`).join(", ")}, p.hash, EXISTS (
		SELECT 1 FROM message m JOIN context_manifest k ON k.workspace_id = $1 AND k.id = m.context_id
			WHERE m.workspace_id = $1 AND m.id = p.message_id AND ${FORBIDDEN}) AS is_withheld
	FROM approval p WHERE p.workspace_id = $1 AND p.account_id = $5`;

const WITHHELD: JsonObject = {
	code: "withheld",
	message: "This proposal rests on something you may no longer read. You can refuse it.",
};

const hashOf = (proposals: readonly ProposedWrite[]): Uint8Array =>
	createHash("sha256").update(JSON.stringify(proposals)).digest();

const alreadyDecided = (state?: string): ConflictError =>
	new ConflictError("This has been decided already.", state ? { state } : {}, "already_decided");

/** Thrown when something that a proposal would touch is no longer as it was shown. */
export class StaleProposal extends ConflictError {
	constructor() {
		super("Something that this would change is no longer as it was shown. Ask again.", {}, "proposal_stale");
	}
}

/** Only the person who asked decides, in a session of their own: a token reads them and decides nothing. */
export class Approvals extends Repository<Db> {
	async create(input: NewApproval): Promise<Approval> {
		return this.#insert(this.db, input);
	}

	async ofChat(chatId: string): Promise<readonly Approval[]> {
		if (!isId(chatId)) return [];
		return this.#read("AND p.chat_id = $8::uuid ORDER BY p.created_at, p.id", [chatId]);
	}

	/** Lists the approvals that wait for this person, oldest first, from every chat. */
	async pending(): Promise<readonly Approval[]> {
		this.#requirePerson();
		return this.#read(
			`AND p.state = 'pending' AND p.expires_at > now() ORDER BY p.created_at, p.id LIMIT ${MOST_LISTED}`,
		);
	}

	/** One that can still be decided, by the one who may decide it. */
	async getPending(id: string): Promise<Approval> {
		this.#requirePerson();
		const [row] = isId(id) ? await this.#load("AND p.id = $8::uuid", [id]) : [];
		if (row === undefined) throw new EntityNotFoundError("approval");
		if (row.state !== "pending") throw alreadyDecided(row.state);
		if (Date.parse(row.expires_at) < Date.now()) {
			throw new ConflictError("This waited too long and has expired. Ask again.", {}, "approval_expired");
		}
		if (!Buffer.from(hashOf(row.proposals)).equals(Buffer.from(row.hash))) {
			throw new ConflictError("What was proposed is not what is stored. Ask again.", {}, "approval_altered");
		}
		return present(row, await this.#findForbidden([row]));
	}

	async deny(id: string, reason: string): Promise<void> {
		if (!(await this.#close(this.db, id, "denied", { reason }))) throw alreadyDecided();
	}

	/** Nothing happens when somebody has decided it meanwhile: their decision stays. */
	async fail(id: string, outcome: JsonObject): Promise<void> {
		await this.#close(this.db, id, "failed", outcome);
	}

	/**
	 * Decides in the very transaction that writes. A second decision finds it decided, so the record and the data cannot
	 * disagree; and the shown state is compared with the rows as they are under the lock.
	 */
	guard({ id, proposals }: Approval, outcome: JsonObject): CommitGuard {
		return {
			before: async (tx) => {
				if (!(await this.#close(tx, id, "approved", {}))) throw alreadyDecided();
				for (const { basis } of proposals) {
					if (!(basis && (await isUnchanged(tx, this.access.workspaceId, basis)))) throw new StaleProposal();
				}
			},
			after: async (tx, { change_id: changeId, entities }) => {
				const entityIds = entities.map((entity) => entity.id);
				await tx.query(
					"UPDATE approval SET outcome = $3::jsonb WHERE workspace_id = $1 AND id = $2::uuid AND state = 'approved'",
					[this.access.workspaceId, id, JSON.stringify({ ...outcome, changeId, entityIds })],
				);
			},
		};
	}

	/** Closes a stale one and puts another in its place, planned on what is there now; none when nothing is left to do. */
	async replace(id: string, next: NewApproval): Promise<Approval | null> {
		return this.db.transaction(async (tx) => {
			const fresh = next.proposals.length === 0 ? null : await this.#insert(tx, next);
			const outcome = { code: "proposal_stale", replacedBy: fresh?.id ?? null };
			if (!(await this.#close(tx, id, "failed", outcome))) throw alreadyDecided();
			return fresh;
		});
	}

	async #insert(db: Queryable, input: NewApproval): Promise<Approval> {
		if (!this.access.mayWrite) {
			throw new ForbiddenError(
				"This token may only read, so it proposes nothing. Ask with one that may write.",
			);
		}
		const now = Date.now();
		const row: Approval = {
			...input,
			id: newId(),
			state: "pending",
			outcome: {},
			created_at: new Date(now).toISOString(),
			expires_at: new Date(now + LIFETIME).toISOString(),
		};
		await db.query(
			`INSERT INTO approval (workspace_id, account_id, hash, ${COLUMNS.join(", ")})
				VALUES ($1, $2, $3, $4, $5, $6, $7::json, $8, 'pending', '{}', $9, $10)`,
			[
				...[...this.owner, hashOf(row.proposals)],
				...[row.id, row.chat_id, row.message_id, JSON.stringify(row.proposals)],
				...[row.tainted, row.created_at, row.expires_at],
			],
		);
		return row;
	}

	async #close(
		db: Queryable,
		id: string,
		state: Exclude<Approval["state"], "pending">,
		outcome: JsonObject,
	): Promise<boolean> {
		const closed = await db.query(
			`UPDATE approval SET state = $4, outcome = $5::jsonb
				WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid AND state = 'pending' RETURNING id`,
			[...this.owner, id, state, JSON.stringify(outcome)],
		);
		return closed.length === 1;
	}

	#load(condition: string, params: readonly unknown[] = []): Promise<StoredApproval[]> {
		return this.db.query(`${SELECT_OWN} ${condition}`, [...readableParams(this.access), ...params]);
	}

	async #read(condition: string, params?: readonly unknown[]): Promise<readonly Approval[]> {
		const rows = await this.#load(condition, params);
		const forbidden = await this.#findForbidden(rows);
		return rows.map((row) => present(row, forbidden));
	}

	/** Finds the entities in these approvals that the person may not read any more. */
	async #findForbidden(rows: readonly StoredApproval[]): Promise<ReadonlySet<string>> {
		const ids = rows.flatMap(listEntities);
		if (ids.length === 0) return new Set();
		const found = await this.db.query<{ id: string }>(
			`SELECT e.id FROM entity e WHERE e.workspace_id = $1 AND e.id = ANY($8::uuid[]) AND NOT ${GRANTED}`,
			[...readableParams(this.access), ids],
		);
		return new Set(found.map((row) => row.id));
	}

	#requirePerson(): void {
		if (this.access.principal.grant === undefined) return;
		throw new ForbiddenError("Only a person can confirm a write, signed in, not through a token.");
	}
}

const listEntities = ({ proposals }: Approval): readonly string[] =>
	proposals.flatMap(({ basis }) => (basis ? listBasisEntities(basis) : []));

/** A proposal shows what it would change, so it goes with the right to any of it and comes back with it. */
function present(stored: StoredApproval, forbidden: ReadonlySet<string>): Approval {
	const { hash: _, is_withheld, ...row } = stored;
	if (!is_withheld && !listEntities(row).some((id) => forbidden.has(id))) return row;
	return { ...row, proposals: [], outcome: WITHHELD };
}

type EdgeContent = Pick<Edge, "id" | "src_id" | "rel" | "dst_id" | "text">;

/** The state a proposal was planned on. Any change of it makes the proposal stale. */
export interface ProposalBasis {
	/** Entities that it would change or join, each with its version. */
	readonly versions: readonly (readonly [id: string, version: number])[];
	/** Relations that are there and would be changed or removed. */
	readonly edges: readonly EdgeContent[];
	/** Relations that it would make, as they are stored. One that is there already must be among `edges`. */
	readonly links: readonly Pick<Edge, "src_id" | "rel" | "dst_id">[];
}

const listBasisEntities = ({ versions, edges }: ProposalBasis): readonly string[] => [
	...versions.map(([id]) => id),
	...edges.flatMap(({ src_id, dst_id }) => [src_id, dst_id]),
];

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

const orderKeys = ({ id, src_id, rel, dst_id, text }: EdgeContent): EdgeContent => ({
	...{ id, src_id, rel, dst_id, text },
});

/** Whether all that a proposal was planned on is as it was, to the last word. */
async function isUnchanged(
	tx: Queryable,
	workspaceId: string,
	{ versions, edges, links }: ProposalBasis,
): Promise<boolean> {
	const entities = await tx.query<{ id: string; version: number }>(
		"SELECT id, version FROM entity WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL",
		[workspaceId, versions.map(([id]) => id)],
	);
	const now = new Map(entities.map(({ id, version }) => [id, version]));
	if (versions.some(([id, version]) => now.get(id) !== version)) return false;
	const stated = await tx.query<EdgeContent>(
		`SELECT id, src_id, rel, dst_id, text FROM edge WHERE workspace_id = $1 AND origin = 'stated' AND (
				id = ANY($2::uuid[]) OR (src_id, rel, dst_id) IN (
					SELECT l.src_id, l.rel, l.dst_id FROM json_to_recordset($3::json) AS l(src_id uuid, rel text, dst_id uuid)))`,
		[workspaceId, edges.map(({ id }) => id), JSON.stringify(links)],
	);
	return isDeepStrictEqual(stated.map(orderKeys).sort(byId), edges.map(orderKeys).sort(byId));
}
