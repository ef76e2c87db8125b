import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { Answer } from "../../../contract/frozen.ts";
import type { mePatchSchema, meSchema } from "../../../contract/people.ts";
import type { ProjectRole, WorkspaceRole } from "../../model/access.ts";
import { checkText } from "../../model/check-input.ts";
import { EntityNotFoundError, InvalidInputError } from "../../model/errors.ts";
import { newId } from "../../model/ids.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Profile } from "../../model/profile.ts";
import { type Db, type Queryable, StorePart } from "../engine/db.ts";
import { noteMovedRights, Repository, requirePerson } from "../rights/access.ts";

export interface Workspace {
	readonly id: string;
	readonly name: string;
}

export interface Account {
	readonly id: string;
	readonly email: string | null;
	readonly display_name: string;
	readonly profile: JsonObject;
}

/** Workspaces, the people in them and what they are allowed. Every change of rights moves the permission epoch. */
export class Workspaces extends StorePart {
	list(): Promise<Workspace[]> {
		return this.db.query<Workspace>("SELECT id, name FROM workspace WHERE ready ORDER BY created_at, id");
	}

	/** With `filling`, nobody finds it until `markReady`: a first start that is killed must not leave half a workspace. */
	async create(name: string, options: { readonly filling?: boolean } = {}): Promise<Workspace> {
		const id = newId();
		await this.db.query(
			"INSERT INTO workspace (id, name, ref_key, ready, created_at) VALUES ($1, $2, $3, $4, $5)",
			[id, name, randomBytes(16), options.filling !== true, new Date().toISOString()],
		);
		return { id, name };
	}

	async markReady(workspaceId: string): Promise<void> {
		await this.db.query("UPDATE workspace SET ready = true WHERE id = $1", [workspaceId]);
	}

	/** Moves the revision, so that every process builds its graph again: words are split by other rules. */
	async setLanguage(workspaceId: string, language: string): Promise<void> {
		await this.db.query(
			"UPDATE workspace SET language = $2, revision = revision + 1 WHERE id = $1 AND language <> $2",
			[workspaceId, language],
		);
	}

	/** One change after the other. Moves the revision: under other figures, the same request gives another context. */
	async changeSettings(
		workspaceId: string,
		change: (settings: JsonObject) => JsonObject,
	): Promise<JsonObject> {
		return this.db.transaction(async (tx) => {
			const [row] = await tx.query<{ settings: JsonObject }>(
				"SELECT settings FROM workspace WHERE id = $1 FOR UPDATE",
				[workspaceId],
			);
			const settings = change(row?.settings ?? {});
			await tx.query(
				"UPDATE workspace SET settings = $2::jsonb, revision = revision + 1 WHERE id = $1 AND settings <> $2::jsonb",
				[workspaceId, JSON.stringify(settings)],
			);
			return settings;
		});
	}

	/** How far the data and the rights of a workspace have moved: while both stay, nobody has lost anything. */
	async readMoment(workspaceId: string): Promise<{ readonly revision: number; readonly epoch: number }> {
		const [row] = await this.db.query<{ revision: number; epoch: number }>(
			"SELECT revision, permission_epoch AS epoch FROM workspace WHERE id = $1",
			[workspaceId],
		);
		if (row === undefined) throw new EntityNotFoundError("workspace");
		return row;
	}

	/** The account with this e-mail address, made when there is none. */
	async ensureAccount(input: {
		email: string;
		display_name: string;
		profile?: JsonObject;
	}): Promise<Account> {
		const [account] = await this.db.query<Account>(
			`INSERT INTO account (id, email, display_name, profile, created_at, named_by) VALUES ($1, $2, $3, $4::jsonb, $5, $1)
				ON CONFLICT (email) DO UPDATE SET email = excluded.email
				RETURNING id, email, display_name, profile`,
			[
				newId(),
				input.email.trim().toLowerCase(),
				input.display_name,
				JSON.stringify(input.profile ?? {}),
				new Date().toISOString(),
			],
		);
		return account as Account;
	}

	members(workspaceId: string): Promise<(Account & { role: WorkspaceRole })[]> {
		return this.db.query(
			`SELECT a.id, a.email, coalesce(m.called, a.display_name) AS display_name, a.profile, m.role
				FROM member m JOIN account a ON a.id = m.account_id WHERE m.workspace_id = $1 ORDER BY a.created_at, a.id`,
			[workspaceId],
		);
	}

	setMember(workspaceId: string, accountId: string, role: WorkspaceRole): Promise<void> {
		return this.#changeRights(workspaceId, (tx) =>
			tx.query(
				`INSERT INTO member (workspace_id, account_id, role) VALUES ($1, $2, $3)
					ON CONFLICT (workspace_id, account_id) DO UPDATE SET role = excluded.role`,
				[workspaceId, accountId, role],
			),
		);
	}

	setProjectVisibility(
		workspaceId: string,
		projectId: string,
		visibility: "private" | "workspace",
	): Promise<void> {
		return this.#changeRights(workspaceId, async (tx) => {
			await tx.query(
				`INSERT INTO audience_since (workspace_id, entity_id, revision)
					SELECT $1, $2, w.revision FROM workspace w JOIN project_access p ON p.workspace_id = w.id
					WHERE w.id = $1 AND p.project_id = $2 AND p.visibility = 'private' AND $3 = 'workspace'
					ON CONFLICT (workspace_id, entity_id) DO UPDATE SET revision = excluded.revision`,
				[workspaceId, projectId, visibility],
			);
			await tx.query(
				`INSERT INTO project_access (workspace_id, project_id, visibility) VALUES ($1, $2, $3)
					ON CONFLICT (workspace_id, project_id) DO UPDATE SET visibility = excluded.visibility`,
				[workspaceId, projectId, visibility],
			);
		});
	}

	/** Null takes the person out of the project. */
	setProjectMember(input: {
		workspaceId: string;
		projectId: string;
		accountId: string;
		role: ProjectRole | null;
	}): Promise<void> {
		const { workspaceId, projectId, accountId, role } = input;
		return this.#changeRights(workspaceId, (tx) =>
			role === null
				? tx.query(
						"DELETE FROM project_member WHERE workspace_id = $1 AND project_id = $2 AND account_id = $3",
						[workspaceId, projectId, accountId],
					)
				: tx.query(
						`INSERT INTO project_member (workspace_id, project_id, account_id, role) VALUES ($1, $2, $3, $4)
							ON CONFLICT (workspace_id, project_id, account_id) DO UPDATE SET role = excluded.role`,
						[workspaceId, projectId, accountId, role],
					),
		);
	}

	async #changeRights(workspaceId: string, change: (tx: Queryable) => Promise<unknown>): Promise<void> {
		await this.db.transaction(async (tx) => {
			await tx.query("UPDATE workspace SET permission_epoch = permission_epoch + 1 WHERE id = $1", [
				workspaceId,
			]);
			await change(tx);
		});
		noteMovedRights(workspaceId);
	}
}

/** With every workspace this person is of. */
export type Me = Omit<Answer<typeof meSchema>, "model">;

type Named = Pick<Me, "id" | "email" | "display_name" | "profile">;

const ACCOUNT = "SELECT id, email, display_name, profile FROM account WHERE id = $1";

export type ProfilePatch = Pick<z.input<typeof mePatchSchema>, "display_name" | "profile">;

const LONGEST: Readonly<Record<keyof Profile | "display_name", number>> = {
	display_name: 200,
	role: 200,
	time_zone: 100,
	language: 35,
	answer_style: 1_000,
	about: 4_000,
};

/** Whether the platform takes a name: it throws for one that it does not know. */
function isTaken(read: () => unknown): boolean {
	try {
		read();
		return true;
	} catch {
		return false;
	}
}

const isTimeZone = (timeZone: string): boolean => isTaken(() => new Intl.DateTimeFormat("en", { timeZone }));
const isLanguage = (tag: string): boolean => isTaken(() => Intl.getCanonicalLocales(tag));

/** The person who asks, and nobody else. */
export class Profiles extends Repository<Db> {
	async me(): Promise<Me> {
		const { workspaceId, accountId, role, principal } = this.access;
		const [account] = await this.db.query<Named>(ACCOUNT, [accountId]);
		const workspaces = await this.db.query<Workspace>(
			`SELECT w.id, w.name FROM workspace w JOIN member m ON m.workspace_id = w.id AND m.account_id = $1
				WHERE w.ready ORDER BY w.created_at, w.id`,
			[accountId],
		);
		const workspace = workspaces.find(({ id }) => id === workspaceId);
		if (account === undefined || workspace === undefined) throw new EntityNotFoundError("workspace");
		// A token is of one workspace and does not see the others.
		return { ...account, role, workspace, workspaces: principal.grant ? [workspace] : workspaces };
	}

	async change({ display_name: name, profile = {} }: ProfilePatch): Promise<void> {
		requirePerson(this.access);
		checkPatch({ display_name: name, ...profile });
		const entries = Object.entries(profile).filter(([, value]) => value !== undefined);
		const kept = Object.fromEntries(entries.filter(([, value]) => value !== null));
		const dropped = entries.filter(([, value]) => value === null).map(([key]) => key);
		await this.db.transaction((tx) =>
			tx.query(
				`UPDATE account SET display_name = coalesce($2, display_name),
					named_by = CASE WHEN $2::text IS NULL THEN named_by ELSE $1 END, profile = (profile || $3::jsonb) - $4::text[]
					WHERE id = $1`,
				[this.access.accountId, name?.trim() ?? null, JSON.stringify(kept), dropped],
			),
		);
	}
}

function checkPatch(values: Readonly<Record<string, string | null | undefined>>): void {
	for (const [field, value] of Object.entries(values)) {
		if (typeof value === "string") checkText(field, value, LONGEST[field as keyof typeof LONGEST]);
	}
	const refuse = (field: string, expected: string): never => {
		throw new InvalidInputError(`The ${field} takes ${expected}.`, { field, expected });
	};
	const { display_name: name, time_zone: zone, language } = values;
	if (name?.trim() === "") refuse("display_name", "a name");
	if (zone && !isTimeZone(zone)) refuse("time_zone", "a name such as Europe/Copenhagen");
	if (language && !isLanguage(language)) refuse("language", "a language tag such as en or pt-BR");
}
