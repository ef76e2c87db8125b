import type { AccessSet } from "../../model/access.ts";
import { readableParams } from "./access.ts";

/** Existing entities for those who may read them; entities in the trash for those who may restore them. Takes `knownParams`. */
export const knownTo = (e: string): string => `(
	${e}.workspace_id = $1 AND ($2::uuid[] IS NULL OR ${e}.project_id = ANY($2)) AND (
		(${e}.project_id = ${e}.id AND ${e}.deleted_at IS NOT NULL AND ${e}.id = ANY($11::uuid[]) AND $8::boolean)
		OR ((${e}.project_id IS NULL OR ${e}.project_id <> ALL($7::uuid[])) AND (${e}.deleted_at IS NULL OR $8) AND (
			(${e}.visibility = 'inherit' AND (
				(${e}.project_id = ANY($3::uuid[]) AND (${e}.deleted_at IS NULL OR ${e}.project_id = ANY($9::uuid[])))
				OR (${e}.project_id IS NULL AND $4::boolean)))
			OR (${e}.visibility <> 'inherit' AND ${e}.owner_id = $5)
			OR (${e}.visibility = 'restricted' AND ${e}.id = ANY($6::uuid[])
				AND (${e}.deleted_at IS NULL OR ${e}.id = ANY($10::uuid[])))))
	))`;

/** The values of $1 to $11. */
export const knownParams = (access: AccessSet): unknown[] => [
	...readableParams(access),
	access.mayWrite,
	[...access.writableProjects],
	[...access.sharedForWriting],
	[...access.restorableProjects],
];
