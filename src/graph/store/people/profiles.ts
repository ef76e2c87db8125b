import type { z } from "zod";
import type { Answer } from "../../../contract/frozen.ts";
import type { mePatchSchema, meSchema } from "../../../contract/people.ts";
import { checkText } from "../../model/check-input.ts";
import { EntityNotFoundError, InvalidInputError } from "../../model/errors.ts";
import type { Profile } from "../../model/profile.ts";
import type { Db } from "../engine/db.ts";
import { Repository, requirePerson } from "../rights/access.ts";
import type { Workspace } from "./workspaces.ts";

/** With every workspace this person is of. */
export type Me = Omit<Answer<typeof meSchema>, "model">;

type Account = Pick<Me, "id" | "email" | "display_name" | "profile">;

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
		const [account] = await this.db.query<Account>(ACCOUNT, [accountId]);
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
