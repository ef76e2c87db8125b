import type { Answer } from "../../../contract/frozen.ts";
import type { tokensSchema } from "../../../contract/token.ts";
import { ConflictError, EntityNotFoundError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";
import type { Db } from "../engine/db.ts";
import { requirePerson } from "../rights/change-rights.ts";
import { Repository } from "../rights/repository.ts";
import { Credentials } from "./credentials.ts";

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
