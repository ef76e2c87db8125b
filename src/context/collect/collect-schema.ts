import type { Field } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { RELATIONS } from "../../graph/model/relations.ts";
import { type Findings, findPart, type SchemaKind } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";
import { membersOf } from "./list-project-entities.ts";

/** Derived from texts; a stated edge would repeat it. */
const DERIVED = "mentions";

/** Describes the values of a field to the person or program that fills it in. */
export function describeFieldType(field: Field): string {
	switch (field.type) {
		case "select":
			return field.options.join(" | ");
		case "entity_ref":
		case "entity_ref_list":
			return `${field.type} of ${field.kind}`;
		case "number": {
			const from = field.min === undefined ? "" : ` from ${field.min}`;
			const to = field.max === undefined ? "" : ` to ${field.max}`;
			return `number${from}${to}`;
		}
		default:
			return field.type;
	}
}

const describeRelation = ({ rel, targets }: (typeof RELATIONS)[number]): string =>
	`${rel} → ${targets?.join(" or ") ?? "anything"}`;

const describeKind = (kind: Kind): SchemaKind => ({
	kind: kind.kind,
	// A computed field follows from others and cannot be written.
	fields: kind.fields
		.filter(({ type }) => type !== "computed")
		.map((field) => `${field.name} (${describeFieldType(field)})`),
	states: kind.states.map(({ key, terminal }) => (terminal ? `${key} (final)` : key)),
	relations: RELATIONS.filter(({ sources }) => sources !== "any" && sources.includes(kind.kind)).map(
		describeRelation,
	),
});

/** The kinds of what the request is about: the focus, what it is joined to, then what the project holds. */
function listConcerned({ reader: { graph }, focus, project }: CollectScope): readonly string[] {
	const linked = focus ? graph.linksOf(focus.id).map(({ other }) => other.kind) : [];
	const members = project ? membersOf(graph, project.id).map(({ kind }) => kind) : [];
	return [...new Set([...(focus ? [focus.kind] : []), ...linked, ...members])];
}

export function collectSchema(scope: CollectScope): Findings {
	const { kinds } = scope.reader.graph;
	const concerned = listConcerned(scope);
	const others = kinds.all.filter(({ kind }) => !concerned.includes(kind));
	const ordered = [...concerned.flatMap((kind) => kinds.find(kind) ?? []), ...others];
	const content = {
		as: "schema",
		kinds: ordered.map(describeKind),
		relations: RELATIONS.filter(({ rel, sources }) => sources === "any" && rel !== DERIVED).map(
			describeRelation,
		),
	} as const;
	return findPart({ section: "system", name: "schema", cap: scope.recipe.schemaTokens, content }, 0);
}
