import { extname } from "node:path";
import type { Edge, Entity } from "../../model/entity.ts";
import { InvalidInputError } from "../../model/errors.ts";
import { isReference, referencedIds } from "../../model/field.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { KindRegistry } from "../../model/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition } from "../../model/own-kind.ts";
import { readText } from "../files/source-file.ts";
import {
	type ImportItem,
	type ImportLink,
	type ImportReference,
	makeItem,
	type Survey,
} from "../import-item.ts";
import { countOf, type Loss } from "../import-report.ts";
import type { SurveyOptions } from "../run-import.ts";

interface Content {
	readonly workspaceId: string;
	readonly kinds: readonly OwnKindDefinition[];
	readonly entities: readonly Entity[];
	readonly edges: readonly Edge[];
	readonly losses: readonly Loss[];
}

const LARGEST_FILE = 500_000_000;
const CONTENT = ["own_kind", "entity", "edge"];

/**
 * An export of our own, read into a workspace that has its own people and rights: everything comes in as the person who
 * imports it, under new ids. To have a workspace back as it was, restore it instead.
 */
export async function surveyJsonl(options: SurveyOptions): Promise<Survey> {
	const content = await readContent(options);
	const registry = new KindRegistry(content.kinds.map(makeOwnKind));
	const live = content.entities.filter((entity) => entity.deleted_at === null);
	const ids = new Set(live.map((entity) => entity.id));
	const links = new Map<string, ImportLink[]>();
	for (const { src_id, rel, dst_id, origin, text } of content.edges) {
		if (origin !== "stated" || !ids.has(src_id) || !ids.has(dst_id)) continue;
		const link = { rel, to: dst_id, ...(text !== "" && { text }) };
		links.set(src_id, [...(links.get(src_id) ?? []), link]);
	}
	const toItem = (entity: Entity): ImportItem => {
		const references = listReferences(registry, entity);
		const found = links.get(entity.id);
		const inProject = entity.project_id !== null && entity.project_id !== entity.id;
		return makeItem({
			externalId: entity.id,
			archived: entity.archived_at !== null,
			...(inProject && ids.has(entity.project_id ?? "") && { project: entity.project_id ?? "" }),
			...(found && { links: found }),
			...(references.length > 0 && { references }),
			entity: {
				kind: entity.kind,
				title: entity.title,
				aliases: entity.aliases,
				body: entity.body,
				description: entity.description,
				state_key: entity.state_key,
				type_key: entity.type_key,
				props: Object.fromEntries(
					Object.entries(entity.props).filter(([name]) => !references.some(({ field }) => field === name)),
				),
				// What was hidden from others there is hidden here, from all but whoever imports it.
				visibility: entity.visibility === "inherit" ? (options.visibility ?? "inherit") : "private",
				created_at: entity.created_at,
				updated_at: entity.updated_at,
				...(options.projectId !== undefined && !inProject && { project_id: options.projectId }),
			},
		});
	};
	const isProject = (entity: Entity): boolean => entity.project_id === entity.id;
	return {
		source: `jsonl:${content.workspaceId}`,
		kinds: content.kinds,
		fields: content.kinds.flatMap(({ kind, fields }) =>
			fields.map(({ name, type }) => ({
				kind,
				name,
				type,
				count: live.filter((entity) => entity.kind === kind && entity.props[name] !== undefined).length,
			})),
		),
		items: [...live.filter(isProject), ...live.filter((entity) => !isProject(entity))].map(toItem),
		losses: content.losses,
	};
}

const listReferences = (kinds: KindRegistry, entity: Entity): readonly ImportReference[] =>
	(kinds.find(entity.kind)?.fields ?? []).filter(isReference).flatMap((field) => {
		const to = referencedIds(entity.props[field.name]);
		return to.length === 0 ? [] : [{ field: field.name, to, list: field.type === "entity_ref_list" }];
	});

async function readContent({ files, signal }: SurveyOptions): Promise<Content> {
	const losses: Loss[] = [...files.losses];
	const kinds = new Map<string, OwnKindDefinition>();
	const entities = new Map<string, Entity>();
	const edges: Edge[] = [];
	const others = new Map<string, number>();
	let workspaceId: string | undefined;
	for (const file of files.files.filter(({ path }) =>
		[".jsonl", ".ndjson", ".json"].includes(extname(path)),
	)) {
		const content = await readText(file, LARGEST_FILE);
		for (const [index, text] of content.split("\n").entries()) {
			signal?.throwIfAborted();
			if (text.trim() === "") continue;
			const line = parseLine(text);
			const where = `${file.path}:${index + 1}`;
			if (line === undefined) losses.push({ what: "a line", where, why: "It is no line of an export." });
			else if (line.type === "workspace") workspaceId = String(line.row.id);
			else if (line.type === "own_kind") {
				const definition = line.row.definition as unknown as OwnKindDefinition;
				const problem = tryKind(definition);
				if (problem === null) kinds.set(definition.kind, definition);
				else losses.push({ what: "a kind", where, why: problem });
			} else if (line.type === "entity") {
				if (isEntity(line.row)) entities.set(String(line.row.id), line.row as unknown as Entity);
				else losses.push({ what: "an entity", where, why: "It lacks what every entity has." });
			} else if (line.type === "edge") edges.push(line.row as unknown as Edge);
			else others.set(line.type, (others.get(line.type) ?? 0) + 1);
		}
	}
	if (entities.size === 0) {
		throw new InvalidInputError(
			"There is no export here. Make one with: skein export FILE.jsonl",
			{ field: "path" },
			"jsonl_empty",
		);
	}
	for (const [type, count] of others) {
		if (["account", "end", "skein"].includes(type)) continue;
		const why =
			"An import brings in content only, as the person who imports. Restore the file to have all of it.";
		losses.push({ what: countOf(count, "line"), where: type, why });
	}
	return {
		workspaceId: workspaceId ?? "unknown",
		kinds: [...kinds.values()],
		entities: [...entities.values()],
		edges,
		losses,
	};
}

function parseLine(text: string): { readonly type: string; readonly row: JsonObject } | undefined {
	try {
		const value = JSON.parse(text) as Json;
		if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
		const { type, row } = value as JsonObject;
		if (typeof type !== "string") return undefined;
		const isRow = row !== null && typeof row === "object" && !Array.isArray(row);
		if (!isRow) return CONTENT.includes(type) ? undefined : { type, row: {} };
		return { type, row: row as JsonObject };
	} catch {
		return undefined;
	}
}

function isEntity(row: JsonObject): boolean {
	const texts = [row.id, row.kind, row.title, row.body, row.description, row.created_at, row.updated_at];
	const nullable = [row.project_id, row.state_key, row.type_key, row.archived_at, row.deleted_at];
	return (
		texts.every((text) => typeof text === "string") &&
		nullable.every((text) => text === null || typeof text === "string") &&
		Array.isArray(row.aliases) &&
		row.aliases.every((alias) => typeof alias === "string") &&
		row.props !== null &&
		typeof row.props === "object" &&
		!Array.isArray(row.props)
	);
}

function tryKind(definition: OwnKindDefinition | undefined): string | null {
	try {
		if (!definition || !Array.isArray(definition.fields) || typeof definition.label !== "string")
			return "It has no definition.";
		makeOwnKind(definition);
		return null;
	} catch (error) {
		return (error as Error).message;
	}
}
