import { extname } from "node:path";
import { isAttachmentPath, LARGEST_ATTACHMENT } from "../../../model/attachment.ts";
import type { Edge, Entity, HeldFiles } from "../../../model/entity.ts";
import { InvalidInputError } from "../../../model/errors.ts";
import { isReference, referencedIds } from "../../../model/field.ts";
import { hashBytes } from "../../../model/hash-bytes.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import { KindRegistry } from "../../../model/kind-registry.ts";
import { checkOwnKind, makeOwnKind, type OwnKindDefinition } from "../../../model/own-kind.ts";
import { runStepsInTurns, type Steps } from "../../../model/run-steps.ts";
import { WorkLimit } from "../../../model/work-limit.ts";
import type { KindNames } from "../../../store/archive/imports.ts";
import { parseJsonInSteps } from "../../files/parse-json.ts";
import { readText } from "../../files/source-file.ts";
import { addTo } from "../../source/add-to.ts";
import {
	type ImportItem,
	type ImportLink,
	type ImportReference,
	makeItem,
	type Survey,
} from "../../source/import-item.ts";
import { countOf, type Loss } from "../../source/import-report.ts";
import { attachFiles, type FoundFile } from "../attach-files.ts";
import type { SurveyOptions } from "../survey-options.ts";
import { freeWords } from "./free-words.ts";

/** Exports of earlier versions list the files of an entity among its properties, by path and number. */
type ArchivedEntity = Omit<Entity, "held_files"> & { readonly held_files?: HeldFiles };
const FORMER_FILE_LISTS: readonly string[] = ["attachments", "attachment_versions"];

interface Content {
	readonly workspaceId: string;
	readonly kinds: readonly OwnKindDefinition[];
	readonly entities: readonly ArchivedEntity[];
	readonly edges: readonly Edge[];
	/** By the entity that holds them. */
	readonly files: ReadonlyMap<string, readonly FoundFile[]>;
	readonly losses: readonly Loss[];
}

const LARGEST_FILE = 500_000_000;
/** Characters of a line. A text and its properties have less than three million; all that follows is done at once. */
const LONGEST_ENTITY = 20_000_000;
const CONTENT = ["own_kind", "entity", "edge", "attachment"];

/**
 * An export of our own, read into a workspace that has its own people and rights: everything comes in as the person who
 * imports it, under new ids. To have a workspace back as it was, restore it instead.
 */
export async function readJsonlSource(options: SurveyOptions): Promise<Survey> {
	const content = freeContent(await readContent(options), options.kindNames);
	const registry = new KindRegistry(content.kinds.map(makeOwnKind));
	const live = content.entities.filter((entity) => entity.deleted_at === null);
	const ids = new Set(live.map((entity) => entity.id));
	const links = new Map<string, ImportLink[]>();
	const turns = new WorkLimit(Number.POSITIVE_INFINITY);
	for (const { src_id, rel, dst_id, origin, text } of content.edges) {
		if (origin !== "stated" || !ids.has(src_id) || !ids.has(dst_id)) continue;
		await turns.spend(1);
		addTo(links, src_id, { rel, to: dst_id, ...(text !== "" && { text }) });
	}
	const toItem = (entity: ArchivedEntity): ImportItem => {
		const references = listReferences(registry, entity);
		const held = content.files.get(entity.id);
		const left = [
			...references.map(({ field }) => field),
			...(held && entity.held_files === undefined ? FORMER_FILE_LISTS : []),
		];
		const found = links.get(entity.id);
		const inProject = entity.project_id !== null && entity.project_id !== entity.id;
		const item = makeItem({
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
				props: Object.fromEntries(Object.entries(entity.props).filter(([name]) => !left.includes(name))),
				// What was hidden from others there is hidden here, from all but whoever imports it.
				visibility: entity.visibility === "inherit" ? (options.visibility ?? "inherit") : "private",
				created_at: entity.created_at,
				updated_at: entity.updated_at,
				...(options.projectId !== undefined && !inProject && { project_id: options.projectId }),
			},
		});
		return held === undefined ? item : attachFiles(item, held);
	};
	const isProject = (entity: ArchivedEntity): boolean => entity.project_id === entity.id;
	const items: ImportItem[] = [];
	for (const entity of [...live.filter(isProject), ...live.filter((entity) => !isProject(entity))]) {
		await turns.spend(1);
		items.push(toItem(entity));
	}
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
		items,
		losses: content.losses,
	};
}

function freeContent(content: Content, names: KindNames): Content {
	const { kinds, renamed, losses } = freeWords(content.kinds, names);
	const entities = content.entities.map((entity) => {
		const kind = renamed.get(entity.kind);
		return kind === undefined ? entity : { ...entity, kind };
	});
	return { ...content, kinds, entities, losses: [...content.losses, ...losses] };
}

const listReferences = (kinds: KindRegistry, entity: ArchivedEntity): readonly ImportReference[] =>
	(kinds.find(entity.kind)?.fields ?? []).filter(isReference).flatMap((field) => {
		const to = referencedIds(entity.props[field.name]);
		return to.length === 0 ? [] : [{ field: field.name, to, list: field.type === "entity_ref_list" }];
	});

async function readContent({ files: source, signal }: SurveyOptions): Promise<Content> {
	const losses: Loss[] = [...source.losses];
	const kinds = new Map<string, OwnKindDefinition>();
	const entities = new Map<string, ArchivedEntity>();
	const edges: Edge[] = [];
	const files = new Map<string, FoundFile[]>();
	const others = new Map<string, number>();
	const turns = new WorkLimit(Number.POSITIVE_INFINITY);
	let workspaceId: string | undefined;
	for (const file of source.files.filter(({ path }) =>
		[".jsonl", ".ndjson", ".json"].includes(extname(path)),
	)) {
		const content = await readText(file, LARGEST_FILE);
		let number = 0;
		for (const text of splitLines(content)) {
			// Without it a megabyte of short lines that are no JSON keeps all others waiting for more than a second.
			await turns.spend(text.length);
			signal?.throwIfAborted();
			number += 1;
			if (text.trim() === "") continue;
			const line = await runStepsInTurns(parseLine(text), signal);
			const where = `${file.path}:${number}`;
			if (line === undefined) losses.push({ what: "a line", where, why: "It is no line of an export." });
			else if (line.type === "workspace") workspaceId = String(line.row.id);
			else if (line.type === "own_kind") {
				const definition = line.row.definition as unknown as OwnKindDefinition;
				const problem = tryKind(definition);
				if (problem === null) kinds.set(definition.kind, definition);
				else losses.push({ what: "a kind", where, why: problem });
			} else if (line.type === "entity") {
				if (text.length > LONGEST_ENTITY)
					losses.push({ what: "an entity", where, why: "It is longer than any entity may be. Split it." });
				else if (isEntity(line.row)) entities.set(String(line.row.id), line.row as unknown as ArchivedEntity);
				else losses.push({ what: "an entity", where, why: "It lacks what every entity has." });
			} else if (line.type === "edge") edges.push(line.row as unknown as Edge);
			else if (line.type === "attachment") {
				const held = readFile(line.row);
				if (held && isCurrent(held, entities.get(held.entityId))) addTo(files, held.entityId, held.file);
				else if (!held) losses.push({ what: "an attachment", where, why: "It is damaged." });
			} else others.set(line.type, (others.get(line.type) ?? 0) + 1);
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
		files,
		losses,
	};
}

interface ArchivedFile {
	readonly entityId: string;
	readonly version: number;
	readonly file: FoundFile;
}

/** A backup also has the files that an entity held before. */
function isCurrent({ version, file }: ArchivedFile, holder: ArchivedEntity | undefined): boolean {
	if (holder === undefined) return true;
	if (holder.held_files !== undefined) return holder.held_files[file.path] === file.hash;
	const { attachments, attachment_versions: versions } = holder.props;
	const held = (versions as Readonly<Record<string, Json>> | undefined)?.[file.path] ?? 1;
	return Array.isArray(attachments) && attachments.includes(file.path) && held === version;
}

/** The bytes stand there as the database prints them. */
function readFile({ entity_id: entityId, path, version = 1, bytes }: JsonObject): ArchivedFile | undefined {
	if (typeof version !== "number") return undefined;
	if (typeof entityId !== "string" || typeof path !== "string" || !isAttachmentPath(path)) return undefined;
	if (typeof bytes !== "string" || !bytes.startsWith("\\x")) return undefined;
	const content = Buffer.from(bytes.slice(2), "hex");
	if (2 * content.length !== bytes.length - 2 || content.length > LARGEST_ATTACHMENT) return undefined;
	const read = async () => ({ bytes: content, modifiedAt: "" });
	const file = { path, size: content.length, read };
	return { entityId, version, file: { path, hash: hashBytes(content), bytes: content.length, file } };
}

/** One by one: a list of all lines of a large file is made in one go. */
function* splitLines(text: string): Generator<string> {
	let start = 0;
	for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
		yield text.slice(start, end);
		start = end + 1;
	}
	yield text.slice(start);
}

function* parseLine(text: string): Steps<{ readonly type: string; readonly row: JsonObject } | undefined> {
	try {
		const value = yield* parseJsonInSteps(text);
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
		checkOwnKind(definition, []);
		return null;
	} catch (error) {
		return (error as Error).message;
	}
}
