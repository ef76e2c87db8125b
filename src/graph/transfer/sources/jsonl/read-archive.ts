import { extname } from "node:path";
import { isAttachmentPath, LARGEST_ATTACHMENT } from "../../../model/attachment.ts";
import { type Edge, type Entity, isShaped } from "../../../model/entity.ts";
import { InvalidInputError } from "../../../model/errors.ts";
import { addTo } from "../../../model/group-by.ts";
import { hashContent } from "../../../model/hash-content.ts";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { checkOwnKind, type OwnKindDefinition } from "../../../model/own-kind.ts";
import { runStepsInTurns, type Steps } from "../../../model/run-steps.ts";
import { WorkLimit } from "../../../model/work-limit.ts";
import { parseJsonInSteps } from "../../files/parse-json.ts";
import { readText, type SourceFiles } from "../../files/source-file.ts";
import { countOf, type Loss } from "../../source/import-report.ts";
import { readMoment } from "../../source/read-moment.ts";
import type { FoundFile } from "../attach-files.ts";
import { parseFrontmatter } from "../markdown/parse-frontmatter.ts";

/** An entity as its line gives it. A line written by hand leaves out what has a default. */
export type ArchivedEntity = Omit<Entity, "held_files" | "state_key" | "created_at" | "updated_at"> &
	Partial<Pick<Entity, "held_files" | "state_key" | "created_at" | "updated_at">>;

type ArchivedEdge = Pick<Edge, "src_id" | "rel" | "dst_id" | "text">;

export interface ArchiveContent {
	readonly workspaceId: string;
	readonly name: string;
	readonly kinds: readonly OwnKindDefinition[];
	readonly entities: readonly ArchivedEntity[];
	/** The stated ones; all others follow from texts and fields. */
	readonly edges: readonly ArchivedEdge[];
	/** By the entity that holds them. */
	readonly files: ReadonlyMap<string, readonly FoundFile[]>;
	/** Rows that say who belongs to the workspace and to its projects, by type. */
	readonly people: ReadonlyMap<string, readonly JsonObject[]>;
	readonly losses: readonly Loss[];
}

const LARGEST_FILE = 500_000_000;
/** Characters of a line. A text and its properties have less than three million; all that follows is done at once. */
const LONGEST_ENTITY = 20_000_000;
const CONTENT = ["own_kind", "entity", "edge", "attachment"];
const PEOPLE = ["account", "member", "project_access", "project_member"];
const LINES = [".jsonl", ".ndjson", ".json"];
const MARKDOWN = ".md";

/** The lines of an export, or of files in the same format that a person wrote, and the Markdown files next to them. */
export async function readArchive(options: {
	readonly files: SourceFiles;
	/** The day that relative days count from (YYYY-MM-DD). */
	readonly today?: string;
	readonly signal?: AbortSignal | undefined;
}): Promise<ArchiveContent> {
	const { files: source, today = new Date().toISOString().slice(0, 10), signal } = options;
	const losses: Loss[] = [...source.losses];
	const kinds = new Map<string, OwnKindDefinition>();
	const entities = new Map<string, ArchivedEntity>();
	const edges: ArchivedEdge[] = [];
	const files = new Map<string, FoundFile[]>();
	const people = new Map<string, JsonObject[]>();
	const others = new Map<string, number>();
	const turns = new WorkLimit(Number.POSITIVE_INFINITY);
	let workspace: JsonObject = {};
	const withDays = (text: string): string =>
		workspace.relative_days === true ? replaceDays(text, today) : text;
	for (const file of source.files) {
		if (extname(file.path) === MARKDOWN) {
			const entity = readMarkdown(withDays(await readText(file, LONGEST_ENTITY)));
			if (entity) entities.set(entity.id, entity);
		}
		if (!LINES.includes(extname(file.path))) continue;
		const content = await readText(file, LARGEST_FILE);
		let number = 0;
		for (const text of splitLines(content)) {
			// Without it a megabyte of short lines that are no JSON keeps all others waiting for more than a second.
			await turns.spend(text.length);
			signal?.throwIfAborted();
			number += 1;
			if (text.trim() === "") continue;
			const line = await runStepsInTurns(parseLine(withDays(text)), signal);
			const where = `${file.path}:${number}`;
			if (line === undefined) losses.push({ what: "a line", where, why: "It is no line of an export." });
			else if (line.type === "workspace") workspace = line.row;
			else if (line.type === "own_kind") {
				const definition = line.row.definition as unknown as OwnKindDefinition;
				const problem = tryKind(definition);
				if (problem === null) kinds.set(definition.kind, definition);
				else losses.push({ what: "a kind", where, why: problem });
			} else if (line.type === "entity") {
				const entity = completeEntity(line.row);
				if (text.length > LONGEST_ENTITY)
					losses.push({ what: "an entity", where, why: "It is longer than any entity may be. Split it." });
				else if (entity) entities.set(entity.id, entity);
				else losses.push({ what: "an entity", where, why: "It lacks what every entity has." });
			} else if (line.type === "edge") {
				const { origin = "stated", ...edge } = line.row;
				if (origin === "stated") edges.push({ text: "", ...edge } as unknown as ArchivedEdge);
			} else if (line.type === "attachment") {
				const held = readFile(line.row);
				if (held && isCurrent(held, entities.get(held.entityId))) addTo(files, held.entityId, held.file);
				else if (!held) losses.push({ what: "an attachment", where, why: "It is damaged." });
			} else {
				others.set(line.type, (others.get(line.type) ?? 0) + 1);
				if (PEOPLE.includes(line.type)) addTo(people, line.type, line.row);
			}
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
	const { id = "unknown", name = "" } = workspace;
	return {
		workspaceId: String(id),
		name: String(name),
		kinds: [...kinds.values()],
		entities: [...entities.values()],
		edges,
		files,
		people,
		losses,
	};
}

/** A moment as people write it. Any other is kept to the letter, so that a second import finds no change. */
const WITHOUT_SECONDS = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}Z)?$/;
const RELATIVE_DAY = /\{today([+-]\d{1,5})?(:quarter)?\}/g;
const MILLISECONDS_PER_DAY = 86_400_000;

/** `{today-24}` becomes a date, `{today+92:quarter}` the quarter that the day is in, as in "2026 Q3". */
function replaceDays(text: string, today: string): string {
	return text.replace(RELATIVE_DAY, (_, offset: string | undefined, quarter: string | undefined) => {
		const moment = Date.parse(today) + Number(offset ?? 0) * MILLISECONDS_PER_DAY;
		const date = new Date(moment).toISOString().slice(0, 10);
		return quarter ? `${date.slice(0, 4)} Q${Math.ceil(Number(date.slice(5, 7)) / 3)}` : date;
	});
}

/** A file whose frontmatter names an id and a kind is an entity with a long text. Any other belongs to somebody else. */
function readMarkdown(text: string): ArchivedEntity | undefined {
	const { values, body } = parseFrontmatter(text);
	return values === null ? undefined : completeEntity({ ...values, body: body.replace(/\r?\n$/, "") });
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

/** The bytes are written as the database prints them. */
function readFile({ entity_id: entityId, path, version = 1, bytes }: JsonObject): ArchivedFile | undefined {
	if (typeof version !== "number") return undefined;
	if (typeof entityId !== "string" || typeof path !== "string" || !isAttachmentPath(path)) return undefined;
	if (typeof bytes !== "string" || !bytes.startsWith("\\x")) return undefined;
	const content = Buffer.from(bytes.slice(2), "hex");
	if (2 * content.length !== bytes.length - 2 || content.length > LARGEST_ATTACHMENT) return undefined;
	const read = async () => ({ bytes: content, modifiedAt: "" });
	const file = { path, size: content.length, read };
	return { entityId, version, file: { path, hash: hashContent(content), bytes: content.length, file } };
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
		if (!isObject(value) || typeof value.type !== "string") return undefined;
		const { type, row } = value;
		if (isObject(row)) return { type, row };
		return CONTENT.includes(type) ? undefined : { type, row: {} };
	} catch {
		return undefined;
	}
}

/** Lines of an export have every column; one written by hand needs an id, a kind and a title. */
function completeEntity(row: JsonObject): ArchivedEntity | undefined {
	const entity: Record<string, Json | undefined> = {
		...{ project_id: null, aliases: [], body: "", description: "", type_key: null, props: {} },
		...{ visibility: "inherit", archived_at: null, deleted_at: null },
		...row,
	};
	for (const column of ["created_at", "updated_at"]) {
		const moment = row[column] ?? row.created_at;
		if (typeof moment === "string" && WITHOUT_SECONDS.test(moment)) entity[column] = readMoment(moment);
		else if (moment !== undefined) entity[column] = moment;
	}
	const texts = [entity.id, entity.kind, entity.created_at ?? "", entity.updated_at ?? ""];
	const nullable = [entity.project_id, entity.state_key ?? null, entity.type_key, entity.archived_at];
	const isWhole =
		isShaped(entity) &&
		texts.every((text) => typeof text === "string") &&
		[...nullable, entity.deleted_at].every((text) => text === null || typeof text === "string");
	return isWhole ? (entity as unknown as ArchivedEntity) : undefined;
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
