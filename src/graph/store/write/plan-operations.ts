import { LONGEST_EDGE_TEXT } from "../../../contract/limits.ts";
import { type AccessSet, mayRestore, mayShapeWorkspace } from "../../model/access.ts";
import { checkText } from "../../model/check-input.ts";
import type { Edge, Entity, HeldFiles, NewEdge, NewEntity } from "../../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError, InvalidInputError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Unconverted } from "../../model/kinds/redefine-kind.ts";
import type { Operation } from "../../model/operation.ts";
import { ACYCLIC_RELATIONS, canonicaliseEdge } from "../../model/relations.ts";
import type { RowChange } from "../tables/row-change.ts";
import { draftEntity, patchEntity } from "./draft-entity.ts";
import type { Endpoint, LoadedRows } from "./load-rows.ts";
import { planDefineKind, planRemoveKind } from "./plan-kind.ts";
import { PlannedRows } from "./planned-rows.ts";

/** The result of planning a list of operations: which rows change, and what the writer gets back with them. */
export interface Plan {
	readonly changes: readonly RowChange[];
	/** The entities that were spoken of, changed or not, in that order. */
	readonly touched: readonly Entity[];
	readonly newProjects: readonly string[];
	/** The requested edges, changed or not. */
	readonly edges: readonly Edge[];
	/** Values that a new definition of a kind could not keep in place, of entities the writer may read. */
	readonly unconverted: readonly Unconverted[];
	readonly kinds: KindRegistry;
}

function planOperation(rows: PlannedRows, operation: Operation): readonly Unconverted[] {
	switch (operation.op) {
		case "create":
			planCreate(rows, operation.entity, operation.heldFiles);
			return [];
		case "update":
			planUpdate(rows, operation);
			return [];
		case "delete":
			planDelete(rows, operation.id, operation.version);
			return [];
		case "restore":
			planRestore(rows, operation.id);
			return [];
		case "link":
			planLink(rows, operation.edge);
			return [];
		case "unlink":
			planUnlink(rows, operation.id);
			return [];
		case "define_kind":
			return planDefineKind(rows, operation.definition);
		case "remove_kind":
			planRemoveKind(rows, operation.kind);
			return [];
	}
}

/** Turns operations into row changes, one after the other: what is allowed, what it does to each row, what conflicts. */
export function planOperations(input: {
	readonly access: AccessSet;
	readonly loaded: LoadedRows;
	readonly now: string;
	readonly operations: readonly Operation[];
}): Plan {
	const rows = new PlannedRows(input);
	const unconverted = input.operations.flatMap((operation) => planOperation(rows, operation));
	const { changes, touched, newProjects, linked: edges, kinds } = rows;
	return { changes, touched, newProjects, edges, unconverted, kinds };
}

/** One that is there already keeps its row, and gets the new text if one is given. */
function planLink(rows: PlannedRows, input: NewEdge): void {
	const { src, rel, dst } = canonicaliseEdge({
		src: rows.readableEnd(input.src_id),
		rel: input.rel,
		dst: rows.readableEnd(input.dst_id),
		isOwnKind: rows.kinds.isOwn,
	});
	const source = rows.checkWritable(rows.readableEnd(src.id));
	const target = rows.readableEnd(dst.id);
	if (source.id === target.id) {
		throw new InvalidInputError("An entity cannot be linked to itself.", { field: "dst_id" }, "self_link");
	}
	if (!rows.kinds.mayJoin(source, target)) {
		throw new InvalidInputError(
			"A relation cannot join two projects. Link both to a note instead.",
			{ field: "dst_id" },
			"cross_project_edge",
		);
	}
	if (ACYCLIC_RELATIONS.includes(rel)) checkTree(rows, source, rel, target);
	const ends = { src_id: source.id, rel, dst_id: target.id };
	const existing = rows.findStated(ends);
	const text = input.text ?? existing?.text ?? "";
	checkText("text", text, LONGEST_EDGE_TEXT);
	if (existing) {
		rows.putEdge(existing.text === text ? existing : { ...existing, text });
	} else {
		const { accountId } = rows.access;
		const id = checkEdgeId(rows, input.id ?? newId());
		rows.putEdge({ id, ...ends, origin: "stated", text, created_by: accountId, created_at: rows.now });
	}
}

/** Code that walks a tree with a cycle would never end. */
function checkTree(rows: PlannedRows, source: Endpoint, rel: string, target: Endpoint): void {
	if (!rows.listAbove(rel, source.id).has(target.id)) return;
	throw new InvalidInputError(
		`"${target.title}" is already above "${source.title}" by ${rel}; a tree cannot hold itself. Remove that relation first.`,
		{ field: "dst_id", rel },
		"cycle",
	);
}

function checkEdgeId(rows: PlannedRows, id: string): string {
	if (!isId(id)) throw new InvalidInputError(`"${id}" is no UUID.`, { field: "id" }, "invalid_id");
	if (!rows.isEdgeIdTaken(id)) return id;
	throw new ConflictError("This id is taken. Leave the id out to get a new one.", {}, "id_taken");
}

function planUnlink(rows: PlannedRows, id: string): void {
	const edge = rows.findEdge(id);
	if (!edge) throw new EntityNotFoundError("relation");
	const source = rows.readableEnd(edge.src_id, "relation");
	rows.readableEnd(edge.dst_id, "relation");
	if (edge.origin !== "stated") {
		throw new InvalidInputError(
			"This relation comes from a link in a text or from a field. Change the text or the field instead.",
			{ field: "id" },
			"derived_edge",
		);
	}
	rows.checkWritable(source);
	rows.removeEdge(edge);
}

function planCreate(rows: PlannedRows, input: NewEntity, heldFiles?: HeldFiles): void {
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

function planUpdate(rows: PlannedRows, update: Extract<Operation, { op: "update" }>): void {
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

function planDelete(rows: PlannedRows, id: string, version: number | undefined): void {
	const before = rows.writable(id);
	if (version !== undefined) rows.checkVersion(before, version);
	rows.put({ ...before, deleted_at: rows.now, updated_at: rows.now });
}

function planRestore(rows: PlannedRows, id: string): void {
	const before = rows.find(id);
	if (!before || before.deleted_at === null || !mayRestore(rows.access, before)) {
		throw new EntityNotFoundError();
	}
	rows.kinds.get(before.kind);
	rows.put({ ...before, deleted_at: null, updated_at: rows.now });
}
