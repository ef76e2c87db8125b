import { type AccessSet, mayRedefineKinds, mayShapeWorkspace } from "../../model/access.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import { newId } from "../../model/ids.ts";
import { BUILT_IN_KINDS, BUILT_IN_WORDS } from "../../model/kinds/kind-registry.ts";
import { becomeNote, redefineEntity, type Unconverted } from "../../model/kinds/redefine-kind.ts";
import {
	checkFreeWords,
	checkOwnKind,
	definesTheSame,
	type OwnKindDefinition,
} from "../../model/own-kind.ts";
import type { PlannedRows } from "./planned-rows.ts";

/** Every write reads the definitions of all kinds. */
export const MOST_OWN_KINDS = 500;

/** Changes every entity of it, also unreadable ones: a kind is the whole workspace's. Returns values that could not follow. */
export function planDefineKind(rows: PlannedRows, definition: OwnKindDefinition): readonly Unconverted[] {
	const { kind } = definition;
	const existing = rows.findOwnKind(kind);
	checkMayDefine(rows.access, definition, { isNew: existing === undefined });
	if (existing === undefined) checkCount(rows);
	checkOwnKind(
		definition,
		BUILT_IN_KINDS.map((builtIn) => builtIn.kind),
	);
	if (existing && definesTheSame(existing.definition, definition)) return [];
	const version = (existing?.version ?? 0) + 1;
	rows.putOwnKind(kind, { id: existing?.id ?? newId(), kind, definition, version });
	return rows.listOfKind(kind).flatMap((entity) => {
		const redefined = redefineEntity(entity, definition);
		if (redefined.entity !== entity) rows.put({ ...redefined.entity, updated_at: rows.now });
		return rows.mayRead(entity) ? redefined.unconverted : [];
	});
}

export function planRemoveKind(rows: PlannedRows, kind: string): void {
	checkMayRedefine(rows.access);
	if (rows.findOwnKind(kind) === undefined) throw new EntityNotFoundError("kind");
	const left = rows.listOfKind(kind);
	// Entities that the remover may not know of become notes: a refusal because of them would reveal them.
	if (left.some((entity) => rows.mayRead(entity))) {
		throw new ConflictError(
			`There are still entities of the kind ${kind}, in the trash perhaps. Delete them for good or give them another kind first.`,
			{ kind },
			"kind_in_use",
		);
	}
	for (const entity of left) rows.put({ ...becomeNote(entity), updated_at: rows.now });
	rows.putOwnKind(kind, null);
}

/** Throws where the rights of a person do not reach to define or change this kind. */
function checkMayDefine(
	access: AccessSet,
	definition: OwnKindDefinition,
	{ isNew }: { readonly isNew: boolean },
): void {
	if (!isNew) checkMayRedefine(access);
	if (!mayShapeWorkspace(access))
		throw new ForbiddenError("A guest or a token bound to projects cannot define kinds. Ask a member.");
	if (!mayRedefineKinds(access)) checkFreeWords(definition, BUILT_IN_WORDS);
}

function checkCount(rows: PlannedRows): void {
	if (rows.countOwnKinds() < MOST_OWN_KINDS) return;
	throw new ConflictError(
		`A workspace has at most ${MOST_OWN_KINDS} kinds of its own. Remove one that nothing is of.`,
		{ most: MOST_OWN_KINDS },
		"too_many_kinds",
	);
}

function checkMayRedefine(access: AccessSet): void {
	if (mayRedefineKinds(access)) return;
	throw new ForbiddenError(
		"Changing or removing a kind touches everything that is of it, so only an owner or admin of the workspace may. Ask one.",
	);
}
