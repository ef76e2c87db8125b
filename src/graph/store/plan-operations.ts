import {
	type AccessSet,
	type Guarded,
	mayRead,
	mayRestore,
	mayShapeWorkspace,
	mayWrite,
} from "../model/access.ts";
import { checkText, LONGEST_EDGE_TEXT } from "../model/check-input.ts";
import type { Edge, Entity, EntityPatch, NewEdge, NewEntity } from "../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError, InvalidInputError } from "../model/errors.ts";
import { isId, newId } from "../model/ids.ts";
import { BUILT_IN_KINDS, type KindRegistry } from "../model/kind-registry.ts";
import type { Operation } from "../model/operation.ts";
import { checkOwnKind, type OwnKindDefinition, type OwnKindRow } from "../model/own-kind.ts";
import { redefineEntity, type Unconverted } from "../model/redefine-kind.ts";
import { ACYCLIC_RELATIONS, canonicaliseEdge } from "../model/relations.ts";
import { draftEntity, patchEntity } from "./draft-entity.ts";
import { registerKinds } from "./kinds.ts";
import type { RowChange } from "./row-change.ts";

/** What linking asks of an entity; its texts are left in the database. */
export type Endpoint = Guarded & Pick<Entity, "kind" | "title" | "deleted_at">;

/** The rows an operation list speaks of, as they are now. */
export interface LoadedRows {
	readonly entities: ReadonlyMap<string, Entity>;
	/** What is only linked to. */
	readonly ends: ReadonlyMap<string, Endpoint>;
	readonly edges: ReadonlyMap<string, Edge>;
	/** Stated edges by `src rel dst`. */
	readonly stated: ReadonlyMap<string, Edge>;
	readonly ownKinds: readonly OwnKindRow[];
	/** Edges of tree-building relations above everything that is linked. */
	readonly ancestry: readonly Pick<Edge, "src_id" | "rel" | "dst_id">[];
}

const parentKey = (rel: string, id: string): string => `${rel} ${id}`;

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
				if (operation.edge.id) edgeIds.add(operation.edge.id);
				break;
			case "unlink":
				edgeIds.add(operation.id);
				break;
			case "define_kind":
			case "remove_kind":
				break;
			default:
				entityIds.add(operation.id);
		}
	}
	return { entityIds: [...entityIds].filter(isId), edgeIds: [...edgeIds].filter(isId) };
}

/**
 * Turns operations into row changes: what is allowed, what it does to each row, what conflicts. Later operations see what earlier ones
 * did. Nothing is written here, so that a list either holds as a whole or changes nothing.
 */
export class OperationPlan {
	readonly #access: AccessSet;
	readonly #loaded: LoadedRows;
	readonly #now: string;
	readonly #entities = new Map<string, { before: Entity | null; after: Entity }>();
	readonly #edges = new Map<string, { before: Edge | null; after: Edge | null }>();
	readonly #stated = new Map<string, Edge | null>();
	readonly #ownKinds = new Map<string, { before: OwnKindRow | null; after: OwnKindRow | null }>();
	readonly #unconverted: Unconverted[] = [];
	/** Who stands right above an entity, by relation. */
	readonly #parents = new Map<string, Set<string>>();
	/** Projects made by this very list: their maker may write into them at once. */
	readonly #newProjects = new Set<string>();
	#kinds: KindRegistry;

	constructor(input: { access: AccessSet; loaded: LoadedRows; now: string }) {
		this.#access = input.access;
		this.#loaded = input.loaded;
		this.#now = input.now;
		this.#kinds = registerKinds(input.loaded.ownKinds);
		for (const edge of input.loaded.ancestry) this.#addParent(edge);
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
				break;
			case "define_kind":
				this.#defineKind(operation.definition);
				break;
			case "remove_kind":
				this.#removeKind(operation.kind);
		}
	}

	get changes(): RowChange[] {
		return [
			...[...this.#ownKinds.values()]
				.filter(({ before, after }) => before !== after)
				.map((row) => ({ table: "own_kind" as const, ...row })),
			...[...this.#entities.values()].map((row) => ({ table: "entity" as const, ...row })),
			...[...this.#edges.values()]
				.filter(({ before, after }) => before !== after)
				.map((row) => ({ table: "edge" as const, ...row })),
		];
	}

	/** Every edge the list linked, also those that were there already. */
	get linked(): readonly Edge[] {
		return [...this.#edges.values()].flatMap(({ after }) => after ?? []);
	}

	/** Values that a kind defined anew could not keep where they were, of entities the writer may read. */
	get unconverted(): readonly Unconverted[] {
		return this.#unconverted;
	}

	get newProjects(): readonly string[] {
		return [...this.#newProjects];
	}

	#find(id: string): Entity | undefined {
		return this.#entities.get(id)?.after ?? this.#loaded.entities.get(id);
	}

	#mayRead(entity: Guarded): boolean {
		return mayRead(this.#access, entity) || this.#mayWrite(entity);
	}

	#mayWrite(entity: Guarded): boolean {
		const inNewProject = entity.project_id !== null && this.#newProjects.has(entity.project_id);
		return inNewProject || mayWrite(this.#access, entity);
	}

	#readable(id: string, what = "entity"): Entity {
		return this.#checkReadable(this.#find(id), what);
	}

	#writable(id: string): Entity {
		return this.#checkWritable(this.#readable(id));
	}

	#readableEnd(id: string, what = "entity"): Endpoint {
		return this.#checkReadable(this.#find(id) ?? this.#loaded.ends.get(id), what);
	}

	#checkReadable<Found extends Endpoint>(entity: Found | undefined, what: string): Found {
		if (!entity || entity.deleted_at !== null || !this.#mayRead(entity)) throw new EntityNotFoundError(what);
		return entity;
	}

	#checkWritable<Found extends Endpoint>(entity: Found): Found {
		if (this.#mayWrite(entity)) return entity;
		throw new ForbiddenError(
			`You may read "${entity.title}" but not change it. Ask an editor of its project.`,
		);
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
		if (this.#find(id)) {
			throw new ConflictError("This id is taken. Leave the id out to get a new one.", {}, "id_taken");
		}
		if (!this.#access.mayWrite) {
			throw new ForbiddenError("This token may only read. Create one with write access.");
		}
		const isProject = kind.scope === "self";
		const projectId = isProject ? id : (input.project_id ?? null);
		if (isProject) this.#openProject(id);
		else if (projectId !== null) this.#checkProject(projectId);
		const { accountId } = this.#access;
		const entity = draftEntity({ entity: input, id, projectId, kind, accountId, now: this.#now });
		if (!this.#mayWrite(entity)) {
			throw new ForbiddenError("You may not create here. Ask an editor of the project.");
		}
		this.#put(entity);
	}

	#openProject(id: string): void {
		if (!mayShapeWorkspace(this.#access)) {
			throw new ForbiddenError("A guest or a token bound to projects cannot make one. Ask a member.");
		}
		this.#newProjects.add(id);
	}

	/** Also a private entity needs a project its maker may write to: a viewer adds nothing, not even unseen. */
	#checkProject(id: string): void {
		const project = this.#readable(id, "project");
		if (project.project_id !== project.id) throw new EntityNotFoundError("project");
		if (this.#mayWrite(project)) return;
		throw new ForbiddenError("You may not create here. Ask an editor of the project.");
	}

	#update(id: string, version: number, patch: EntityPatch): void {
		const before = this.#writable(id);
		this.#checkVersion(before, version);
		const after = patchEntity(before, patch, this.#kinds.get(before.kind), this.#now);
		this.#checkAudience(before, after);
		this.#put(after);
	}

	/** Whoever may write a restricted entity could otherwise open it to everybody. */
	#checkAudience(before: Entity, after: Entity): void {
		if (before.visibility === after.visibility) return;
		if (before.owner_id === this.#access.accountId && this.#mayWrite(after)) return;
		throw new ForbiddenError("Only its owner may change who can read this. Ask them.");
	}

	#delete(id: string, version: number | undefined): void {
		const before = this.#writable(id);
		if (version !== undefined) this.#checkVersion(before, version);
		this.#put({ ...before, deleted_at: this.#now, updated_at: this.#now });
	}

	#restore(id: string): void {
		const before = this.#find(id);
		if (!before || before.deleted_at === null || !mayRestore(this.#access, before)) {
			throw new EntityNotFoundError();
		}
		this.#kinds.get(before.kind);
		this.#put({ ...before, deleted_at: null, updated_at: this.#now });
	}

	#link(input: NewEdge): void {
		const { src, rel, dst } = canonicaliseEdge({
			src: this.#readableEnd(input.src_id),
			rel: input.rel,
			dst: this.#readableEnd(input.dst_id),
			isOwnKind: this.#kinds.isOwn,
		});
		const source = this.#checkWritable(this.#readableEnd(src.id));
		const target = this.#readableEnd(dst.id);
		if (source.id === target.id) {
			throw new InvalidInputError("An entity cannot be linked to itself.", { field: "dst_id" }, "self_link");
		}
		if (!this.#kinds.mayJoin(source, target)) {
			throw new InvalidInputError(
				"A relation cannot join two projects. Link both to a note instead.",
				{ field: "dst_id" },
				"cross_project_edge",
			);
		}
		if (ACYCLIC_RELATIONS.includes(rel)) this.#checkTree(source, rel, target);
		const key = edgeKey(src.id, rel, dst.id);
		const existing = this.#stated.has(key) ? this.#stated.get(key) : this.#loaded.stated.get(key);
		const text = input.text ?? existing?.text ?? "";
		checkText("text", text, LONGEST_EDGE_TEXT);
		const edge: Edge = existing
			? { ...existing, text }
			: {
					id: this.#newEdgeId(input.id),
					src_id: src.id,
					rel,
					dst_id: dst.id,
					origin: "stated",
					text,
					created_by: this.#access.accountId,
					created_at: this.#now,
				};
		this.#putEdge(edge.id, existing?.text === text ? existing : edge);
	}

	/** Walks up from the source; a tree that held itself would have no end for whoever walks it. */
	#checkTree(source: Endpoint, rel: string, target: Endpoint): void {
		const above = new Set([source.id]);
		for (const id of above) {
			for (const parent of this.#parents.get(parentKey(rel, id)) ?? []) above.add(parent);
		}
		if (!above.has(target.id)) return;
		throw new InvalidInputError(
			`"${target.title}" already stands above "${source.title}" by ${rel}; a tree cannot hold itself. Remove that relation first.`,
			{ field: "dst_id", rel },
			"cycle",
		);
	}

	#addParent({ src_id, rel, dst_id }: Pick<Edge, "src_id" | "rel" | "dst_id">): void {
		const key = parentKey(rel, dst_id);
		this.#parents.set(key, (this.#parents.get(key) ?? new Set()).add(src_id));
	}

	#newEdgeId(id: string = newId()): string {
		if (!isId(id)) throw new InvalidInputError(`"${id}" is no UUID.`, { field: "id" }, "invalid_id");
		if (!this.#loaded.edges.has(id) && !this.#edges.has(id)) return id;
		throw new ConflictError("This id is taken. Leave the id out to get a new one.", {}, "id_taken");
	}

	#unlink(id: string): void {
		const edge = this.#edges.has(id) ? this.#edges.get(id)?.after : this.#loaded.edges.get(id);
		if (!edge) throw new EntityNotFoundError("relation");
		const source = this.#readableEnd(edge.src_id, "relation");
		this.#readableEnd(edge.dst_id, "relation");
		if (edge.origin !== "stated") {
			throw new InvalidInputError(
				"This relation comes from a link in a text or from a field. Change the text or the field instead.",
				{ field: "id" },
				"derived_edge",
			);
		}
		this.#checkWritable(source);
		this.#putEdge(id, null);
		this.#parents.get(parentKey(edge.rel, edge.dst_id))?.delete(edge.src_id);
		this.#stated.set(edgeKey(edge.src_id, edge.rel, edge.dst_id), null);
	}

	#putEdge(id: string, after: Edge | null): void {
		const earlier = this.#edges.get(id);
		const before = earlier ? earlier.before : (this.#loaded.edges.get(id) ?? null);
		this.#edges.set(id, { before, after });
		if (after === null) return;
		this.#stated.set(edgeKey(after.src_id, after.rel, after.dst_id), after);
		this.#addParent(after);
	}

	#defineKind(definition: OwnKindDefinition): void {
		this.#checkMayShape();
		checkOwnKind(
			definition,
			BUILT_IN_KINDS.map(({ kind }) => kind),
		);
		const { kind } = definition;
		const before = this.#loaded.ownKinds.find((row) => row.kind === kind) ?? null;
		const after = { id: before?.id ?? newId(), kind, definition, version: (before?.version ?? 0) + 1 };
		this.#putKind(kind, { before, after });
		for (const entity of this.#entitiesOf(kind)) this.#redefine(entity, definition);
	}

	/** Every entity of the kind follows, also those the writer may not read: a kind is the whole workspace's. */
	#redefine(entity: Entity, definition: OwnKindDefinition): void {
		const redefined = redefineEntity(entity, definition);
		if (redefined.entity !== entity) this.#put({ ...redefined.entity, updated_at: this.#now });
		if (this.#mayRead(entity)) this.#unconverted.push(...redefined.unconverted);
	}

	#removeKind(kind: string): void {
		this.#checkMayShape();
		const before = this.#loaded.ownKinds.find((row) => row.kind === kind);
		if (before === undefined || this.#ownKinds.get(kind)?.after === null)
			throw new EntityNotFoundError("kind");
		const count = this.#entitiesOf(kind).length;
		if (count > 0) {
			throw new ConflictError(
				`There are still entities of the kind ${kind}, in the trash perhaps. Delete them for good or give them another kind first.`,
				{ kind },
				"kind_in_use",
			);
		}
		this.#putKind(kind, { before, after: null });
	}

	#checkMayShape(): void {
		if (mayShapeWorkspace(this.#access)) return;
		throw new ForbiddenError("A guest or a token bound to projects cannot define kinds. Ask a member.");
	}

	#entitiesOf(kind: string): Entity[] {
		const ids = new Set([...this.#loaded.entities.keys(), ...this.#entities.keys()]);
		return [...ids].flatMap((id) => this.#find(id) ?? []).filter((entity) => entity.kind === kind);
	}

	#putKind(kind: string, row: { before: OwnKindRow | null; after: OwnKindRow | null }): void {
		this.#ownKinds.set(kind, row);
		const defined = [...this.#ownKinds.values()].flatMap(({ after }) => after ?? []);
		const untouched = this.#loaded.ownKinds.filter((known) => !this.#ownKinds.has(known.kind));
		this.#kinds = registerKinds([...untouched, ...defined]);
	}

	#checkVersion(entity: Entity, version: number): void {
		if (entity.version === version) return;
		throw new ConflictError(
			`"${entity.title}" has changed since version ${version}; it is now at version ${entity.version}. Apply your change to the current row.`,
			{ current: entity },
			"stale_version",
		);
	}
}
