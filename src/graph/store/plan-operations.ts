import { type AccessSet, mayRead, mayWrite } from "../model/access.ts";
import { checkColumns } from "../model/check-input.ts";
import type { Edge, Entity, EntityPatch, NewEdge, NewEntity } from "../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError, InvalidInputError } from "../model/errors.ts";
import { isId, newId } from "../model/ids.ts";
import type { JsonObject } from "../model/json.ts";
import { isTerminal, type Kind } from "../model/kind.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import type { Operation } from "../model/operation.ts";
import { canonicaliseEdge } from "../model/relations.ts";
import type { RowChange } from "./row-change.ts";

/** The rows an operation list speaks of, as they are now. */
export interface LoadedRows {
	readonly entities: ReadonlyMap<string, Entity>;
	readonly edges: ReadonlyMap<string, Edge>;
	/** Stated edges by `src rel dst`. */
	readonly stated: ReadonlyMap<string, Edge>;
}

export const edgeKey = (src: string, rel: string, dst: string): string => `${src} ${rel} ${dst}`;

/** Every id the operations name, so that all rows can be fetched by one query. */
export function idsNamedBy(operations: readonly Operation[]): { entityIds: string[]; edgeIds: string[] } {
	const entityIds = new Set<string>();
	const edgeIds = new Set<string>();
	for (const operation of operations) {
		switch (operation.op) {
			case "create":
				if (operation.entity.project_id) entityIds.add(operation.entity.project_id);
				if (operation.entity.id) entityIds.add(operation.entity.id);
				break;
			case "link":
				entityIds.add(operation.edge.src_id).add(operation.edge.dst_id);
				break;
			case "unlink":
				edgeIds.add(operation.id);
				break;
			default:
				entityIds.add(operation.id);
		}
	}
	return { entityIds: [...entityIds].filter(isId), edgeIds: [...edgeIds].filter(isId) };
}

const mergeProps = (before: JsonObject, patch: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null && value !== undefined),
	);

/**
 * Turns operations into row changes: what is allowed, what it does to each row, what conflicts. Later operations see what earlier ones
 * did. Nothing is written here, so that a list either holds as a whole or changes nothing.
 */
export class OperationPlan {
	readonly #access: AccessSet;
	readonly #kinds: KindRegistry;
	readonly #loaded: LoadedRows;
	readonly #now: string;
	readonly #entities = new Map<string, { before: Entity | null; after: Entity }>();
	readonly #edges = new Map<string, { before: Edge | null; after: Edge | null }>();
	readonly #stated = new Map<string, Edge | null>();
	/** Projects made by this very list: their maker may write into them at once. */
	readonly #newProjects = new Set<string>();

	constructor(input: { access: AccessSet; kinds: KindRegistry; loaded: LoadedRows; now: string }) {
		this.#access = input.access;
		this.#kinds = input.kinds;
		this.#loaded = input.loaded;
		this.#now = input.now;
	}

	add(operation: Operation): void {
		switch (operation.op) {
			case "create":
				this.#create(operation.entity);
				break;
			case "update":
				this.#update(operation.id, operation.version, operation.patch);
				break;
			case "delete":
				this.#delete(operation.id, operation.version);
				break;
			case "restore":
				this.#restore(operation.id);
				break;
			case "link":
				this.#link(operation.edge);
				break;
			case "unlink":
				this.#unlink(operation.id);
		}
	}

	get changes(): RowChange[] {
		return [
			...[...this.#entities.values()].map(({ before, after }) => ({
				table: "entity" as const,
				before,
				after,
			})),
			...[...this.#edges.values()]
				.filter(({ before, after }) => before !== after)
				.map(({ before, after }) => ({ table: "edge" as const, before, after })),
		];
	}

	get newProjects(): readonly string[] {
		return [...this.#newProjects];
	}

	#find(id: string): Entity | undefined {
		return this.#entities.get(id)?.after ?? this.#loaded.entities.get(id);
	}

	#mayRead(entity: Entity): boolean {
		return mayRead(this.#access, entity) || this.#mayWrite(entity);
	}

	#mayWrite(entity: Entity): boolean {
		const inNewProject = entity.project_id !== null && this.#newProjects.has(entity.project_id);
		return (inNewProject && this.#access.mayWrite) || mayWrite(this.#access, entity);
	}

	#readable(id: string, what = "entity"): Entity {
		const entity = this.#find(id);
		if (!entity || entity.deleted_at !== null || !this.#mayRead(entity)) throw new EntityNotFoundError(what);
		return entity;
	}

	#writable(id: string): Entity {
		const entity = this.#readable(id);
		if (!this.#mayWrite(entity)) {
			throw new ForbiddenError(
				`You may read "${entity.title}" but not change it. Ask an editor of its project.`,
			);
		}
		return entity;
	}

	#put(after: Entity): void {
		const earlier = this.#entities.get(after.id);
		const before = earlier ? earlier.before : (this.#loaded.entities.get(after.id) ?? null);
		this.#entities.set(after.id, { before, after: { ...after, version: (before?.version ?? 0) + 1 } });
	}

	#create(input: NewEntity): void {
		const kind = this.#kinds.get(input.kind);
		const id = input.id ?? newId();
		if (!isId(id)) throw new InvalidInputError(`"${id}" is no UUID.`, { field: "id" }, "invalid_id");
		if (this.#find(id))
			throw new ConflictError("This id is taken. Leave the id out to get a new one.", {}, "id_taken");
		if (!this.#access.mayWrite)
			throw new ForbiddenError("This token may only read. Create one with write access.");
		const isProject = kind.scope === "self";
		const projectId = isProject ? id : (input.project_id ?? null);
		const props = mergeProps({}, input.props ?? {});
		const state = input.state_key ?? kind.initialState;
		checkColumns(kind, { ...input, props, state_key: state });
		const created = input.created_at ?? this.#now;
		const entity: Entity = {
			id,
			ref: "",
			kind: kind.kind,
			project_id: projectId,
			title: input.title.trim(),
			aliases: input.aliases ?? [],
			body: input.body ?? "",
			description: input.description ?? "",
			state_key: state,
			type_key: input.type_key ?? null,
			props,
			visibility: input.visibility ?? "inherit",
			owner_id: this.#access.accountId,
			created_by: this.#access.accountId,
			created_at: created,
			updated_at: input.updated_at ?? created,
			completed_at: isTerminal(kind, state) ? (input.updated_at ?? created) : null,
			archived_at: null,
			deleted_at: null,
			version: 0,
		};
		if (isProject) this.#newProjects.add(id);
		else if (projectId !== null) this.#readable(projectId, "project");
		if (!this.#mayWrite(entity)) {
			throw new ForbiddenError("You may not create here. Ask an editor of the project.");
		}
		this.#put(entity);
	}

	#update(id: string, version: number, patch: EntityPatch): void {
		const before = this.#writable(id);
		this.#checkVersion(before, version);
		const kind = this.#kinds.get(before.kind);
		const props = patch.props ? mergeProps(before.props, patch.props) : before.props;
		checkColumns(kind, { ...patch, ...(patch.props && { props }) });
		const title = patch.title?.trim() ?? before.title;
		const formerTitles = title === before.title ? [] : [before.title];
		const aliases = [...new Set([...(patch.aliases ?? before.aliases), ...formerTitles])];
		const state = patch.state_key === undefined ? before.state_key : patch.state_key;
		const archivedAt = patch.archived ? (before.archived_at ?? this.#now) : null;
		this.#put({
			...before,
			title,
			aliases: aliases.filter((alias) => alias !== title),
			body: patch.body ?? before.body,
			description: patch.description ?? before.description,
			state_key: state,
			type_key: patch.type_key === undefined ? before.type_key : patch.type_key,
			props,
			visibility: patch.visibility ?? before.visibility,
			archived_at: patch.archived === undefined ? before.archived_at : archivedAt,
			completed_at: isTerminal(kind, state) ? (before.completed_at ?? this.#now) : null,
			updated_at: this.#now,
		});
	}

	#delete(id: string, version: number | undefined): void {
		const before = this.#writable(id);
		if (version !== undefined) this.#checkVersion(before, version);
		this.#put({ ...before, deleted_at: this.#now, updated_at: this.#now });
	}

	#restore(id: string): void {
		const before = this.#find(id);
		if (!before || before.deleted_at === null || !this.#mayWrite(before)) throw new EntityNotFoundError();
		this.#put({ ...before, deleted_at: null, updated_at: this.#now });
	}

	#link(input: NewEdge): void {
		const from = this.#readable(input.src_id);
		const to = this.#readable(input.dst_id);
		const { src, rel, dst } = canonicaliseEdge({
			src: from,
			rel: input.rel,
			dst: to,
			isOwnKind: this.#kinds.isOwn,
		});
		const source = this.#writable(src.id);
		const target = this.#readable(dst.id);
		if (source.id === target.id) {
			throw new InvalidInputError("An entity cannot be linked to itself.", { field: "dst_id" }, "self_link");
		}
		this.#checkProjects(source, target);
		const key = edgeKey(src.id, rel, dst.id);
		const existing = this.#stated.has(key) ? this.#stated.get(key) : this.#loaded.stated.get(key);
		const text = input.text ?? existing?.text ?? "";
		if (existing && existing.text === text) return;
		const edge: Edge = {
			id: existing?.id ?? input.id ?? newId(),
			src_id: src.id,
			rel,
			dst_id: dst.id,
			origin: "stated",
			text,
			created_by: existing?.created_by ?? this.#access.accountId,
			created_at: existing?.created_at ?? this.#now,
		};
		this.#edges.set(edge.id, { before: existing ?? null, after: edge });
		this.#stated.set(key, edge);
	}

	#unlink(id: string): void {
		const edge = this.#edges.get(id)?.after ?? this.#loaded.edges.get(id);
		const source = edge && this.#find(edge.src_id);
		const target = edge && this.#find(edge.dst_id);
		if (!edge || !source || !target || !this.#mayRead(source) || !this.#mayRead(target)) {
			throw new EntityNotFoundError("relation");
		}
		if (edge.origin !== "stated") {
			throw new InvalidInputError(
				"This relation comes from a link in a text or from a field. Change the text or the field instead.",
				{ field: "id" },
				"derived_edge",
			);
		}
		this.#writable(edge.src_id);
		const before = this.#loaded.edges.get(id) ?? null;
		this.#edges.set(id, { before, after: null });
		this.#stated.set(edgeKey(edge.src_id, edge.rel, edge.dst_id), null);
	}

	#checkVersion(entity: Entity, version: number): void {
		if (entity.version === version) return;
		throw new ConflictError(
			`"${entity.title}" has changed since version ${version}; it is now at version ${entity.version}. Apply your change to the current row.`,
			{ current: entity },
			"stale_version",
		);
	}

	/** Rights are given by project, so an edge between two projects would tell one team of the other's work. */
	#checkProjects(source: Entity, target: Entity): void {
		const bothInProjects = source.project_id !== null && target.project_id !== null;
		if (!bothInProjects || source.project_id === target.project_id) return;
		const belongsToWorkspace = (kind: Kind): boolean => kind.scope === "workspace";
		if ([source, target].some((end) => belongsToWorkspace(this.#kinds.get(end.kind)))) return;
		throw new InvalidInputError(
			"A relation cannot join two projects. Link both to a note instead.",
			{ field: "dst_id" },
			"cross_project_edge",
		);
	}
}
