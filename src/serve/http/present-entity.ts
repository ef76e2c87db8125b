import { clipText, isEmpty } from "../../context/render/format-value.ts";
import type { DueState } from "../../graph/model/due.ts";
import type { Entity } from "../../graph/model/entity.ts";
import type { Json } from "../../graph/model/json.ts";
import type { Kind, LightField } from "../../graph/model/kind.ts";
import { listRelationships } from "../../graph/search/list-relationships.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";

const DAY = "2026-01-31".length;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const toDay = (value: Json): Json =>
	typeof value === "string" && ISO_TIME.test(value) ? value.slice(0, DAY) : value;

function readField(entity: Entity, kind: Kind, field: LightField, graph: GraphView): Json | undefined {
	if (field.derive) return field.derive(entity, graph);
	if (field.read) return field.read(entity);
	if (field.name === kind.titleName) return entity.title;
	if (field.name === kind.bodyName) return entity.body;
	return field.name in entity ? (entity[field.name as keyof Entity] as Json) : entity.props[field.name];
}

/** When the last change was on the day it was made, that day is told once. */
const isSameDay = (entity: Entity): boolean => toDay(entity.created_at) === toDay(entity.updated_at);

/** What its kind calls light, by name: days instead of moments, long texts clipped, nothing that is empty. */
export function presentLight(entity: Entity & DueState, graph: GraphView): Readonly<Record<string, unknown>> {
	const kind = graph.kinds.get(entity.kind);
	const { id, ref, project_id, version, due_day, is_overdue, is_done } = entity;
	const fields = kind.light.flatMap((field): [string, Json][] => {
		const value = readField(entity, kind, field, graph);
		if (value === undefined || isEmpty(value) || (field.name === "updated_at" && isSameDay(entity)))
			return [];
		const clipped =
			field.clip !== undefined && typeof value === "string" ? clipText(value, field.clip) : value;
		return [[field.name, toDay(clipped)]];
	});
	return {
		...Object.fromEntries(fields),
		...{ id, ref, kind: kind.kind, project_id, version },
		...(due_day !== null && { due_day }),
		...{ is_overdue, is_done },
	};
}

/** Everything there is to know of an entity: title, body and fields under the names its kind gives them, and its relations. */
export function presentFull(entity: Entity & DueState, graph: GraphView): Readonly<Record<string, unknown>> {
	const kind = graph.kinds.get(entity.kind);
	const { title, body, ...columns } = entity;
	const derived = kind.light.flatMap((field): [string, Json][] => {
		const value = field.derive?.(entity, graph);
		return value === undefined ? [] : [[field.name, value]];
	});
	const declared = kind.fields.map(({ name }): [string, Json | undefined] => [
		name,
		(name === kind.stateField ? entity.state_key : entity.props[name]) ?? null,
	]);
	return {
		...listRelationships(entity, graph),
		...Object.fromEntries([...declared, ...derived]),
		...columns,
		[kind.titleName]: title,
		[kind.bodyName]: body,
	};
}
