import { isDeepStrictEqual } from "node:util";
import { convertFieldValue } from "./convert-field.ts";
import type { Entity } from "./entity.ts";
import type { Json, JsonObject } from "./json.ts";
import { makeOwnKind, type OwnKindDefinition } from "./own-kind.ts";

/** A value that its field can no longer hold. It is set aside under another name, not dropped. */
export interface Unconverted {
	readonly entity_id: string;
	readonly title: string;
	readonly field: string;
	readonly value: Json;
	readonly kept_as: string;
}

const SET_ASIDE = "_before";

/** A name for a value set aside that nothing else of the entity has. */
function freeName(props: JsonObject, field: string): string {
	let name = `${field}${SET_ASIDE}`;
	while (props[name] !== undefined) name += SET_ASIDE;
	return name;
}

/** What becomes of an entity when its kind is defined anew: what can be converted is, what cannot is set aside and told. */
export function redefineEntity(
	entity: Entity,
	definition: OwnKindDefinition,
): { readonly entity: Entity; readonly unconverted: readonly Unconverted[] } {
	const kind = makeOwnKind(definition);
	const props: Record<string, Json | undefined> = { ...entity.props };
	const unconverted: Unconverted[] = [];
	const setAside = (field: string, value: Json): void => {
		const keptAs = freeName(props, field);
		props[keptAs] = value;
		unconverted.push({ entity_id: entity.id, title: entity.title, field, value, kept_as: keptAs });
	};
	for (const field of kind.fields) {
		const value = props[field.name];
		if (value === undefined || value === null) continue;
		const converted = convertFieldValue(kind.kind, field, value);
		delete props[field.name];
		if (converted === undefined) setAside(field.name, value);
		else props[field.name] = converted;
	}
	const { state_key: state } = entity;
	const stateFits = state === null || kind.states.some(({ key }) => key === state);
	if (!stateFits) setAside("state", state);
	const unchanged = stateFits && isDeepStrictEqual(props, entity.props);
	return {
		entity: unchanged ? entity : { ...entity, props, state_key: stateFits ? state : null },
		unconverted,
	};
}
