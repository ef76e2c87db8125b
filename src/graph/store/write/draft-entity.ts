import { isDeepStrictEqual } from "node:util";
import { MOST_ALIASES } from "../../../contract/limits.ts";
import { checkAliasCount, checkColumns, checkInstant, checkNames } from "../../model/check-input.ts";
import {
	type Entity,
	type EntityPatch,
	type HeldFiles,
	NEW_ENTITY_NAMES,
	type NewEntity,
	PATCH_NAMES,
	tidyAliases,
} from "../../model/entity.ts";
import { InvalidInputError } from "../../model/errors.ts";
import { checkFieldValue } from "../../model/field.ts";
import type { JsonObject } from "../../model/json.ts";
import { isTerminal, type Kind } from "../../model/kind.ts";

const mergeProps = (before: JsonObject, patch: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null && value !== undefined),
	);

/** Of too many other names the last stay: the title it had until now is among them. */
const keepAliases = (aliases: readonly string[], title: string): readonly string[] =>
	tidyAliases(aliases, title).slice(-MOST_ALIASES);

const VISIBILITIES: readonly string[] = ["inherit", "private", "restricted"] satisfies Entity["visibility"][];

/** A project is opened and closed by its members; a row of its own that fewer may read would leave its contents open. */
function checkVisibility(kind: Kind, visibility: Entity["visibility"]): void {
	if (!VISIBILITIES.includes(visibility)) {
		throw new InvalidInputError(
			`"${visibility}" is no visibility. Use one of ${VISIBILITIES.join(", ")}.`,
			{ field: "visibility" },
			"invalid_visibility",
		);
	}
	if (kind.scope !== "self" || visibility === "inherit") return;
	throw new InvalidInputError(
		`A ${kind.kind} cannot be ${visibility} by itself. Set who may read the ${kind.kind}, or hide what is in it.`,
		{ field: "visibility" },
		"project_visibility",
	);
}

interface GivenState {
	readonly props?: JsonObject;
	readonly state_key?: string | null;
}

/** A value given for the field that is the state becomes the state. Kept in both places, the two would soon differ. */
function settleState(kind: Kind, given: GivenState): GivenState {
	const { stateField } = kind;
	const { props, state_key: key } = given;
	const value = stateField === undefined ? undefined : props?.[stateField];
	if (stateField === undefined || props === undefined || value === undefined) return given;
	const field = kind.fields.find(({ name }) => name === stateField);
	if (field) checkFieldValue(kind.kind, field, value);
	if (key !== undefined && key !== value) {
		throw new InvalidInputError(
			`The state is given twice, as "${key}" and as "${value}". Give it once.`,
			{ field: stateField },
			"invalid_field",
		);
	}
	const { [stateField]: _, ...others } = props;
	return { props: others, state_key: value === null ? null : String(value) };
}

/** The row a new entity will be; its ref and version are given when it is written. */
export function draftEntity(input: {
	readonly entity: NewEntity;
	readonly id: string;
	readonly projectId: string | null;
	readonly kind: Kind;
	readonly accountId: string;
	readonly heldFiles?: HeldFiles | undefined;
	readonly now: string;
}): Entity {
	const { entity, id, projectId, kind, accountId, now } = input;
	checkNames(entity, NEW_ENTITY_NAMES);
	const given = settleState(kind, entity);
	const props = mergeProps({}, given.props ?? {});
	const state = given.state_key ?? kind.initialState;
	checkAliasCount(entity.aliases);
	checkColumns(kind, { ...entity, props, state_key: state });
	const visibility = entity.visibility ?? "inherit";
	checkVisibility(kind, visibility);
	const created = entity.created_at === undefined ? now : checkInstant("created_at", entity.created_at);
	const updated = entity.updated_at === undefined ? created : checkInstant("updated_at", entity.updated_at);
	const title = entity.title.trim();
	return {
		id,
		ref: "",
		kind: kind.kind,
		project_id: projectId,
		title,
		aliases: keepAliases(entity.aliases ?? [], title),
		body: entity.body ?? "",
		description: entity.description ?? "",
		state_key: state,
		type_key: entity.type_key ?? null,
		props,
		held_files: input.heldFiles ?? {},
		visibility,
		owner_id: accountId,
		created_by: accountId,
		created_at: created,
		updated_at: updated,
		completed_at: isTerminal(kind, state) ? updated : null,
		archived_at: null,
		deleted_at: null,
		version: 0,
	};
}

/** Former titles stay, so that links find their target, until the row gets other readers, who should not know them. */
function nameAnew(
	before: Entity,
	patch: EntityPatch,
	title: string,
	formerTitles: ReadonlySet<string>,
): readonly string[] {
	const isOpened =
		(patch.visibility ?? before.visibility) !== before.visibility && patch.visibility !== "private";
	// A row with more names than the present limit keeps them until somebody changes them.
	if (!isOpened && patch.aliases === undefined && title === before.title) return before.aliases;
	const kept = isOpened
		? before.aliases.filter((alias) => !formerTitles.has(alias))
		: [...before.aliases, before.title];
	if (patch.aliases === undefined) return keepAliases(kept, title);
	return keepAliases(isOpened ? patch.aliases : [...patch.aliases, before.title], title);
}

/** The row as a patch leaves it; the very same row when the patch says nothing new. */
export function patchEntity(input: {
	readonly before: Entity;
	readonly patch: EntityPatch;
	readonly heldFiles?: HeldFiles | undefined;
	/** Its earlier titles, as far as the log has them. */
	readonly formerTitles: ReadonlySet<string>;
	readonly kind: Kind;
	readonly now: string;
}): Entity {
	const { before, patch: given, kind, now } = input;
	checkNames(given, PATCH_NAMES);
	const patch = { ...given, ...settleState(kind, given) };
	const props = patch.props ? mergeProps(before.props, patch.props) : before.props;
	checkAliasCount(patch.aliases);
	checkColumns(kind, { ...patch, ...(patch.props && { props }) });
	const visibility = patch.visibility ?? before.visibility;
	checkVisibility(kind, visibility);
	const title = patch.title?.trim() ?? before.title;
	const state = patch.state_key === undefined ? before.state_key : patch.state_key;
	const archivedAt = patch.archived ? (before.archived_at ?? now) : null;
	const after = {
		...before,
		title,
		aliases: nameAnew(before, patch, title, input.formerTitles),
		body: patch.body ?? before.body,
		description: patch.description ?? before.description,
		state_key: state,
		type_key: patch.type_key === undefined ? before.type_key : patch.type_key,
		props,
		held_files: input.heldFiles ?? before.held_files,
		visibility,
		archived_at: patch.archived === undefined ? before.archived_at : archivedAt,
		completed_at: isTerminal(kind, state) ? (before.completed_at ?? now) : null,
	};
	return isDeepStrictEqual(after, before) ? before : { ...after, updated_at: now };
}
