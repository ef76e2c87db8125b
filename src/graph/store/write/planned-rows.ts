import { type AccessSet, type Guarded, mayRead, mayWrite } from "../../model/access.ts";
import { type Edge, type EdgeEnds, type Entity, edgeKey } from "../../model/entity.ts";
import { ConflictError, EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { OwnKindRow } from "../../model/own-kind.ts";
import { registerKinds } from "../tables/kinds.ts";
import type { RowChange } from "../tables/row-change.ts";
import { type Endpoint, knowsAncestor, type LoadedRows } from "./load-rows.ts";

interface Planned<Row> {
	readonly before: Row | null;
	readonly after: Row | null;
}

/** The rows as the operations so far would leave them. Nothing is written here: a list holds as a whole or changes nothing. */
export class PlannedRows {
	readonly access: AccessSet;
	readonly now: string;
	readonly #loaded: LoadedRows;
	readonly #entities = new Map<string, { readonly before: Entity | null; readonly after: Entity }>();
	readonly #edges = new Map<string, Planned<Edge>>();
	readonly #stated = new Map<string, Edge | null>();
	readonly #ownKinds = new Map<string, Planned<OwnKindRow>>();
	readonly #parents = new Map<string, Set<string>>();
	readonly #newProjects = new Set<string>();
	#kinds: KindRegistry;

	constructor(input: { readonly access: AccessSet; readonly loaded: LoadedRows; readonly now: string }) {
		this.access = input.access;
		this.now = input.now;
		this.#loaded = input.loaded;
		this.#kinds = registerKinds(input.loaded.ownKinds);
		// A refusal because of a tree must not reveal hidden entities in it.
		for (const edge of input.loaded.ancestry) {
			if (knowsAncestor(input.access, edge)) this.#parentsOf(edge.rel, edge.dst_id).add(edge.src_id);
		}
	}

	get kinds(): KindRegistry {
		return this.#kinds;
	}

	get changes(): RowChange[] {
		return [
			...[...this.#ownKinds.values()]
				.filter(({ before, after }) => before !== after)
				.map((row) => ({ table: "own_kind" as const, ...row })),
			...[...this.#entities.values()]
				.filter(({ before, after }) => before !== after)
				.map((row) => ({ table: "entity" as const, ...row })),
			...[...this.#edges.values()]
				.filter(({ before, after }) => before !== after)
				.map((row) => ({ table: "edge" as const, ...row })),
		];
	}

	get touched(): readonly Entity[] {
		return [...this.#entities.values()].map(({ after }) => after);
	}

	/** Every edge that was linked, also those that were there already. */
	get linked(): readonly Edge[] {
		return [...this.#edges.values()].flatMap(({ after }) => after ?? []);
	}

	/** Projects made by this very list: their maker may write into them immediately. */
	get newProjects(): readonly string[] {
		return [...this.#newProjects];
	}

	openProject(id: string): void {
		this.#newProjects.add(id);
	}

	find(id: string): Entity | undefined {
		return this.#entities.get(id)?.after ?? this.#loaded.entities.get(id);
	}

	isTaken(id: string): boolean {
		return this.#loaded.takenIds.has(id) || this.#entities.has(id);
	}

	listOfKind(kind: string): Entity[] {
		const ids = new Set([...this.#loaded.entities.keys(), ...this.#entities.keys()]);
		return [...ids].flatMap((id) => this.find(id) ?? []).filter((entity) => entity.kind === kind);
	}

	mayRead(entity: Guarded): boolean {
		return mayRead(this.access, entity) || this.mayWrite(entity);
	}

	mayWrite(entity: Guarded): boolean {
		const inNewProject = entity.project_id !== null && this.#newProjects.has(entity.project_id);
		return inNewProject || mayWrite(this.access, entity);
	}

	readable(id: string, what = "entity"): Entity {
		return this.#checkReadable(this.find(id), what);
	}

	writable(id: string): Entity {
		return this.checkWritable(this.readable(id));
	}

	readableEnd(id: string, what = "entity"): Endpoint {
		return this.#checkReadable(this.find(id) ?? this.#loaded.ends.get(id), what);
	}

	checkWritable<Found extends Endpoint>(entity: Found): Found {
		if (this.mayWrite(entity)) return entity;
		throw new ForbiddenError(
			`You may read "${entity.title}" but not change it. Ask an editor of its project.`,
		);
	}

	checkVersion(entity: Entity, version: number): void {
		if (entity.version === version) return;
		throw new ConflictError(
			`"${entity.title}" has changed since version ${version}; it is now at version ${entity.version}. Apply your change to the current row.`,
			{ current: entity },
			"stale_version",
		);
	}

	put(after: Entity): void {
		const earlier = this.#entities.get(after.id);
		const before = earlier ? earlier.before : (this.#loaded.entities.get(after.id) ?? null);
		this.#entities.set(after.id, { before, after: { ...after, version: (before?.version ?? 0) + 1 } });
	}

	/** Adds an entity that an operation left unchanged; its writer still gets it back. */
	touch(entity: Entity): void {
		if (!this.#entities.has(entity.id)) this.#entities.set(entity.id, { before: entity, after: entity });
	}

	/** Returns the earlier titles of an entity, those from operations before this one included. */
	formerTitlesOf(id: string): ReadonlySet<string> {
		const planned = this.#entities.get(id);
		const logged = this.#loaded.formerTitles.get(id) ?? [];
		return new Set([...logged, ...(planned?.before ? [planned.before.title] : [])]);
	}

	findEdge(id: string): Edge | undefined {
		const planned = this.#edges.get(id);
		return planned ? (planned.after ?? undefined) : this.#loaded.edges.get(id);
	}

	isEdgeIdTaken(id: string): boolean {
		return this.#loaded.edges.has(id) || this.#edges.has(id);
	}

	findStated(ends: EdgeEnds): Edge | undefined {
		const key = edgeKey(ends);
		return (this.#stated.has(key) ? this.#stated.get(key) : this.#loaded.stated.get(key)) ?? undefined;
	}

	putEdge(edge: Edge): void {
		this.#edges.set(edge.id, { before: this.#formerEdge(edge.id), after: edge });
		this.#stated.set(edgeKey(edge), edge);
		this.#parentsOf(edge.rel, edge.dst_id).add(edge.src_id);
	}

	removeEdge(edge: Edge): void {
		this.#edges.set(edge.id, { before: this.#formerEdge(edge.id), after: null });
		this.#stated.set(edgeKey(edge), null);
		this.#parentsOf(edge.rel, edge.dst_id).delete(edge.src_id);
	}

	/** Lists all ancestors of an entity along a relation, the entity itself included. */
	listAbove(rel: string, id: string): ReadonlySet<string> {
		const above = new Set([id]);
		for (const reached of above) {
			for (const parent of this.#parentsOf(rel, reached)) above.add(parent);
		}
		return above;
	}

	findOwnKind(kind: string): OwnKindRow | undefined {
		const planned = this.#ownKinds.get(kind);
		return planned ? (planned.after ?? undefined) : this.#loaded.ownKinds.find((row) => row.kind === kind);
	}

	countOwnKinds(): number {
		const names = new Set([...this.#loaded.ownKinds.map(({ kind }) => kind), ...this.#ownKinds.keys()]);
		return [...names].filter((kind) => this.findOwnKind(kind) !== undefined).length;
	}

	putOwnKind(kind: string, after: OwnKindRow | null): void {
		const before = this.#loaded.ownKinds.find((row) => row.kind === kind) ?? null;
		this.#ownKinds.set(kind, { before, after });
		const defined = [...this.#ownKinds.values()].flatMap((planned) => planned.after ?? []);
		const untouched = this.#loaded.ownKinds.filter((known) => !this.#ownKinds.has(known.kind));
		this.#kinds = registerKinds([...untouched, ...defined]);
	}

	#checkReadable<Found extends Endpoint>(entity: Found | undefined, what: string): Found {
		if (!entity || entity.deleted_at !== null || !this.mayRead(entity)) throw new EntityNotFoundError(what);
		return entity;
	}

	#formerEdge(id: string): Edge | null {
		const planned = this.#edges.get(id);
		return planned ? planned.before : (this.#loaded.edges.get(id) ?? null);
	}

	#parentsOf(rel: string, id: string): Set<string> {
		const key = `${rel} ${id}`;
		const known = this.#parents.get(key) ?? new Set();
		this.#parents.set(key, known);
		return known;
	}
}
