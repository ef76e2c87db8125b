import type { AccessSet, Principal } from "../../model/access.ts";
import type { Edge, Entity, EntityPatch, NewEdge, NewEntity } from "../../model/entity.ts";
import { EntityNotFoundError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import type { Unconverted } from "../../model/kinds/redefine-kind.ts";
import type { Operation } from "../../model/operation.ts";
import type { OwnKindDefinition } from "../../model/own-kind.ts";
import type { Db, Queryable } from "../engine/db.ts";
import { loadAccess, movesReaders, noteMovedRights } from "../rights/access.ts";
import { loadOwnKinds } from "../tables/kinds.ts";
import { loadRows } from "./load-rows.ts";
import type { OwnWrite, OwnWrites } from "./own-writes.ts";
import { type Plan, planOperations } from "./plan-operations.ts";
import { planUndo } from "./plan-undo.ts";
import { resolveNames, type WriteScope } from "./resolve-names.ts";
import { lockWorkspace, writePlan } from "./write-plan.ts";

export interface Committed {
	/** Null when there was nothing to change. */
	readonly change_id: string | null;
	readonly revision: number;
	/** The rows as they are now, as far as the writer may read them, in the order of the operations that touched them. */
	readonly entities: readonly Entity[];
	/** The requested edges, those that existed already among them. */
	readonly edges: readonly Edge[];
	/** Values that a redefined kind could not keep in place; each is kept under another name. */
	readonly unconverted: readonly Unconverted[];
}

/** Steps that run in the same transaction as a write: before anything is planned, and after everything is written. */
export interface CommitGuard {
	before(tx: Queryable): Promise<void>;
	after(tx: Queryable, committed: Committed): Promise<void>;
}

export interface EntityUpdate {
	readonly id: string;
	readonly version: number;
	readonly patch: EntityPatch;
	readonly via: string;
}

export interface CommitOptions {
	readonly guard?: CommitGuard | undefined;
	readonly keepsUnknownNames?: boolean | undefined;
}

/** Finds what the operations name, and turns them into row changes. */
async function planCommit(
	known: Omit<WriteScope, "ownKinds">,
	operations: readonly Operation[],
	now: string,
): Promise<Plan> {
	const scope = { ...known, ownKinds: await loadOwnKinds(known.tx, known.access.workspaceId) };
	const resolved = await resolveNames(scope, operations);
	const loaded = await loadRows(scope, resolved);
	return planOperations({ access: scope.access, loaded, now, operations: resolved });
}

/** Writes on behalf of one principal. Rights are read again inside the transaction: a revoked one must not win a race. */
export class Writer {
	readonly #db: Db;
	readonly #principal: Principal;
	readonly #ownWrites: OwnWrites | undefined;

	/** Each write is added to `ownWrites`, for the code that follows in this process. */
	constructor(db: Db, principal: Principal, ownWrites?: OwnWrites) {
		this.#db = db;
		this.#principal = principal;
		this.#ownWrites = ownWrites;
	}

	/** Writes all operations or none, as one change of one revision. `via` names the interface they came through. */
	commit(
		operations: readonly Operation[],
		via: string,
		{ guard, keepsUnknownNames }: CommitOptions = {},
	): Promise<Committed> {
		const write = { via, undoes: null, guard };
		return this.#inTransaction(write, (tx, access, now) =>
			planCommit({ tx, access, keepsUnknownNames }, operations, now),
		);
	}

	/** Throws what `commit` would throw for these operations now; nothing is written. */
	async check(operations: readonly Operation[]): Promise<void> {
		await this.#db.transaction(async (tx) => {
			const access = await loadAccess(tx, this.#principal);
			return planCommit({ tx, access }, operations, new Date().toISOString());
		});
	}

	/** The same operations with an id in the place of every name, as `commit` would find them now; nothing is written. */
	resolve(operations: readonly Operation[]): Promise<readonly Operation[]> {
		return this.#db.transaction(async (tx) => {
			const access = await loadAccess(tx, this.#principal);
			return resolveNames({ tx, access, ownKinds: await loadOwnKinds(tx, access.workspaceId) }, operations);
		});
	}

	async create(entity: NewEntity, via: string): Promise<Entity> {
		const { entities } = await this.commit([{ op: "create", entity }], via);
		return entities[0] as Entity;
	}

	async update({ via, ...update }: EntityUpdate): Promise<Entity> {
		const { entities } = await this.commit([{ op: "update", ...update }], via);
		return entities[0] as Entity;
	}

	link(edge: NewEdge, via: string): Promise<Committed> {
		return this.commit([{ op: "link", edge }], via);
	}

	defineKind(definition: OwnKindDefinition, via: string): Promise<Committed> {
		return this.commit([{ op: "define_kind", definition }], via);
	}

	removeKind(kind: string, via: string): Promise<Committed> {
		return this.commit([{ op: "remove_kind", kind }], via);
	}

	/**
	 * Puts every row of a change back, as a new change; refused when anything has moved on since. With `entityId`, only the
	 * part that is about this entity.
	 */
	undo(changeId: string, via: string, { entityId }: { readonly entityId?: string } = {}): Promise<Committed> {
		return this.#inTransaction({ via, undoes: changeId }, (tx, access, now) =>
			planUndo({ tx, access, changeId, entityId, now }),
		);
	}

	async #inTransaction(
		write: Pick<CommitOptions, "guard"> & { readonly via: string; readonly undoes: string | null },
		makePlan: (tx: Queryable, access: AccessSet, now: string) => Promise<Plan>,
	): Promise<Committed> {
		const { via, undoes, guard } = write;
		const { workspaceId } = this.#principal;
		if (!isId(workspaceId)) throw new EntityNotFoundError("workspace");
		let written: OwnWrite | undefined;
		const committed = await this.#db.transaction(async (tx) => {
			const locked = await lockWorkspace(tx, workspaceId);
			const access = await loadAccess(tx, this.#principal);
			await guard?.before(tx);
			const now = new Date().toISOString();
			const plan = await makePlan(tx, access, now);
			const result = await writePlan({ tx, access, locked, plan, via, undoes, now });
			await guard?.after(tx, result.committed);
			// Kept out of what the transaction answers: that may be stored, for a request that comes again.
			written = result.written;
			return result.committed;
		});
		if (written) this.#ownWrites?.note(written);
		if (written && movesReaders(written.changes)) noteMovedRights(workspaceId);
		return committed;
	}
}
