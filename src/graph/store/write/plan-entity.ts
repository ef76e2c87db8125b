import { mayRestore, mayShapeWorkspace } from "../../model/access.ts";
import type { Entity, HeldFiles, NewEntity } from "../../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import type { Operation } from "../../model/operation.ts";
import { draftEntity, patchEntity } from "./draft-entity.ts";
import type { PlannedRows } from "./planned-rows.ts";

export function planCreate(rows: PlannedRows, input: NewEntity, heldFiles?: HeldFiles): void {
	const kind = rows.kinds.get(input.kind);
	const id = input.id ?? newId();
	if (!isId(id)) throw new InvalidInputError(`"${id}" is no UUID.`, { field: "id" }, "invalid_id");
	if (rows.isTaken(id)) {
		throw new ConflictError("This id is taken. Leave the id out to get a new one.", {}, "id_taken");
	}
	if (!rows.access.mayWrite) {
		throw new ForbiddenError("This token may only read. Create one with write access.");
	}
	const isProject = kind.scope === "self";
	const projectId = isProject ? id : (input.project_id ?? null);
	if (isProject) openProject(rows, id);
	else if (projectId !== null) checkProject(rows, projectId);
	const { accountId } = rows.access;
	const entity = draftEntity({ entity: input, id, projectId, kind, accountId, heldFiles, now: rows.now });
	if (!rows.mayWrite(entity)) {
		throw new ForbiddenError("You may not create here. Ask an editor of the project.");
	}
	rows.put(entity);
}

function openProject(rows: PlannedRows, id: string): void {
	if (!mayShapeWorkspace(rows.access)) {
		throw new ForbiddenError("A guest or a token bound to projects cannot make one. Ask a member.");
	}
	rows.openProject(id);
}

/** Also a private entity needs a project its maker may write to: a viewer adds nothing, not even unseen. */
function checkProject(rows: PlannedRows, id: string): void {
	const project = rows.readable(id, "project");
	if (project.project_id !== project.id) throw new EntityNotFoundError("project");
	if (rows.mayWrite(project)) return;
	throw new ForbiddenError("You may not create here. Ask an editor of the project.");
}

export function planUpdate(rows: PlannedRows, update: Extract<Operation, { op: "update" }>): void {
	const { id, version, patch, heldFiles } = update;
	const before = rows.writable(id);
	rows.checkVersion(before, version);
	const formerTitles = rows.formerTitlesOf(id);
	const kind = rows.kinds.get(before.kind);
	const after = patchEntity({ before, patch, heldFiles, formerTitles, kind, now: rows.now });
	checkAudience(rows, before, after);
	if (after === before) rows.touch(before);
	else rows.put(after);
}

/** A writer of a restricted entity could otherwise open it to everybody. */
function checkAudience(rows: PlannedRows, before: Entity, after: Entity): void {
	if (before.visibility === after.visibility) return;
	if (before.owner_id === rows.access.accountId && rows.mayWrite(after)) return;
	throw new ForbiddenError("Only its owner may change who can read this. Ask them.");
}

export function planDelete(rows: PlannedRows, id: string, version: number | undefined): void {
	const before = rows.writable(id);
	if (version !== undefined) rows.checkVersion(before, version);
	rows.put({ ...before, deleted_at: rows.now, updated_at: rows.now });
}

export function planRestore(rows: PlannedRows, id: string): void {
	const before = rows.find(id);
	if (!before || before.deleted_at === null || !mayRestore(rows.access, before)) {
		throw new EntityNotFoundError();
	}
	rows.kinds.get(before.kind);
	rows.put({ ...before, deleted_at: null, updated_at: rows.now });
}
