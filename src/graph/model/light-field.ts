import type { Entity } from "./entity.ts";
import type { Json } from "./json.ts";
import type { Kind, LightField, Surroundings } from "./kind.ts";

const DAY = "2026-01-31".length;

/** Nothing that a reader would miss. */
export const isEmpty = (value: Json | undefined): boolean =>
	value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A column under the name that the kind gives it, before a property: a property cannot hide the title or the state. */
function readColumn(entity: Entity, kind: Kind, name: string): Json | undefined {
	if (name === kind.titleName) return entity.title;
	if (name === kind.bodyName) return entity.body;
	return Object.hasOwn(entity, name) ? (entity[name as keyof Entity] as Json) : entity.props[name];
}

/**
 * A light field of an entity, in lines for models and in answers for programs alike; undefined for what is empty. What the
 * kind declares decides: a field that it derives or reads in its own way never falls back to a property of that name,
 * which the kind does not show. When the last change was on the day of creation, only that day is shown.
 */
export function readLightField(
	entity: Entity,
	kind: Kind,
	field: LightField,
	around: Surroundings,
): Json | undefined {
	const { name, derive, read } = field;
	if (name === "updated_at" && entity.updated_at.slice(0, DAY) === entity.created_at.slice(0, DAY))
		return undefined;
	const value = derive ? derive(entity, around) : read ? read(entity) : readColumn(entity, kind, name);
	return isEmpty(value) ? undefined : value;
}
