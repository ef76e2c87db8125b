import { isDeepStrictEqual } from "node:util";
import type { Answer } from "../../../contract/frozen.ts";
import type { definedKindSchema } from "../../../contract/kind.ts";
import { convertFieldValue } from "../convert-field.ts";
import type { Entity } from "../entity.ts";
import type { Json, JsonObject } from "../json.ts";
import { makeOwnKind, type OwnKindDefinition, STATE_FIELD } from "../own-kind.ts";
import { note } from "./note.ts";

/** A value that its field can no longer hold. It is set aside under another name, not dropped. */
export type Unconverted = Answer<typeof definedKindSchema>["unconverted"][number];

const SET_ASIDE = "_before";

/** A name for a value set aside that nothing else of the entity has. */
function freeName(props: JsonObject, field: string): string {
	let name = `${field}${SET_ASIDE}`;
	while (props[name] !== undefined) name += SET_ASIDE;
	return name;
}

/**
 * Converts an entity to the new definition of its kind: values that can be converted are, the others are set aside and
 * reported. The state is handled as a field, so that it can become another field, and another field the state.
 */
export function redefineEntity(
	entity: Entity,
	definition: OwnKindDefinition,
): { readonly entity: Entity; readonly unconverted: readonly Unconverted[] } {
	const kind = makeOwnKind(definition);
	const { state_key: formerState } = entity;
	const props: Record<string, Json | undefined> = {
		...entity.props,
		...(formerState !== null && { [STATE_FIELD]: formerState }),
	};
	const unconverted: Unconverted[] = [];
	for (const field of kind.fields) {
		const value = props[field.name];
		if (value === undefined || value === null) continue;
		const converted = convertFieldValue(kind.kind, field, value);
		delete props[field.name];
		if (converted !== undefined) {
			props[field.name] = converted;
			continue;
		}
		const keptAs = freeName(props, field.name);
		props[keptAs] = value;
		unconverted.push({
			entity_id: entity.id,
			title: entity.title,
			field: field.name,
			value,
			kept_as: keptAs,
		});
	}
	const state = kind.stateField === undefined ? null : (props[kind.stateField] ?? null);
	if (kind.stateField !== undefined) delete props[kind.stateField];
	const unchanged = state === formerState && isDeepStrictEqual(props, entity.props);
	const redefined = { ...entity, props, state_key: state === null ? null : String(state) };
	return { entity: unchanged ? entity : redefined, unconverted };
}

const AS_NOTE: OwnKindDefinition = { kind: note.kind, label: note.label, fields: note.fields };

/** An entity whose kind was removed by somebody who may not know of it, as a note: no content is lost. */
export const becomeNote = (entity: Entity): Entity => ({
	...redefineEntity(entity, AS_NOTE).entity,
	kind: note.kind,
	completed_at: null,
});
