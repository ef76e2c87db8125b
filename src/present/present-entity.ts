import { readLink } from "../context/model/read-link.ts";
import { clipText } from "../context/render/fence-text.ts";
import { MOST_RELATIONSHIPS } from "../contract/limits.ts";
import type { DueState } from "../graph/model/due.ts";
import type { Entity, EntityHeader } from "../graph/model/entity.ts";
import type { Json } from "../graph/model/json.ts";
import { readLightField } from "../graph/model/light-field.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";

const DAY = "2026-01-31".length;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const toDay = (value: Json): Json =>
	typeof value === "string" && ISO_TIME.test(value) ? value.slice(0, DAY) : value;

type Named = Pick<Entity, "ref" | "kind" | "title">;

/** An entity by name, as tools answer with it. */
export const presentName = ({ ref, kind, title }: Named) => ({ ref, kind, title });

export const presentState = ({ state_key, ...entity }: Named & Pick<Entity, "state_key">) => ({
	...presentName(entity),
	state_key,
});

/** The same with its id, for answers from which a program goes on. */
export const presentRow = ({ id, ...entity }: Named & Pick<Entity, "id" | "state_key">) => ({
	id,
	...presentState(entity),
});

/** The fields that its kind calls light, by name: days instead of moments, long texts clipped, nothing that is empty. */
export function presentLight(entity: Entity & DueState, graph: GraphView): Readonly<Record<string, unknown>> {
	const kind = graph.kinds.get(entity.kind);
	const { id, ref, project_id, version, due_day, is_overdue, is_done } = entity;
	const fields = kind.light.flatMap((field): [string, Json][] => {
		const value = readLightField(entity, kind, field, graph);
		if (value === undefined) return [];
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

/** Everything that is known of an entity: title, body and fields under the names its kind gives them, and its relations. */
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

/** An entity under the names that groups of linked entities use. */
export const summarise = ({ kind, id, ref, title, state_key, type_key }: EntityHeader) => ({
	...{ kind, id, ref, name: title, state: state_key, typeKey: type_key },
});

/** Lists all neighbours of an entity, with their number; of a hub only the first. */
export function listRelationships(source: Pick<EntityHeader, "id" | "kind">, graph: GraphView) {
	const links = graph.linksOf(source.id);
	return {
		relationships: links.slice(0, MOST_RELATIONSHIPS).map((link) => {
			const { relation, direction } = readLink(source, link);
			return { relation, direction, edgeId: link.edge.id, ...summarise(link.other) };
		}),
		relationship_count: links.length,
	};
}
