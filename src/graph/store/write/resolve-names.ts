import { isDeepStrictEqual } from "node:util";
import type { AccessSet } from "../../model/access.ts";
import { canBeName } from "../../model/check-input.ts";
import { foldTitle, type NewEntity } from "../../model/entity.ts";
import { InvalidInputError } from "../../model/errors.ts";
import { type Field, isReference, listReferences } from "../../model/field.ts";
import { isId, isRef } from "../../model/ids.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Operation } from "../../model/operation.ts";
import type { OwnKindRow } from "../../model/own-kind.ts";
import { chooseTarget, findCandidates, type NamedCandidate } from "../derive/find-candidates.ts";
import type { Queryable } from "../engine/db.ts";
import { READABLE, readableParams } from "../rights/access.ts";
import { registerKinds } from "../tables/kinds.ts";

/** The entity that a write is about: its reference fields prefer targets in its own project. */
interface Source {
	readonly id: string;
	readonly kind: string;
	readonly project_id: string | null;
	/** As they are stored now; none for a new entity. */
	readonly props: JsonObject;
}

interface FoundByRef {
	readonly id: string;
	readonly ref: string;
	readonly readable: boolean;
}

export interface WriteScope {
	readonly tx: Queryable;
	readonly access: AccessSet;
	readonly ownKinds: readonly OwnKindRow[];
	/** An import keeps a name that nothing has as the text it is: the row must not be refused for it. */
	readonly keepsUnknownNames?: boolean | undefined;
}

/** Of one list of operations; a field with more names than these holds something else. */
const MOST_NAMES = 10_000;

/** Every entry point accepts an id, a ref or an exact title. Titles are looked up among what the writer may read [G8]. */
export async function resolveNames(
	scope: WriteScope,
	operations: readonly Operation[],
): Promise<readonly Operation[]> {
	const kinds = registerKinds([...scope.ownKinds, ...operations.flatMap(definedBy)]);
	// The kind of what an update changes is not known yet: a field that is a reference in any kind may hold names.
	const fields = new Set(
		kinds.all.flatMap((kind) => kind.fields.filter(isReference).map(({ name }) => name)),
	);
	const names = new Set(operations.flatMap((operation) => listNames(operation, fields)));
	if (names.size === 0) return operations;
	const resolver = new NameResolver(scope, kinds);
	await resolver.load([...names].slice(0, MOST_NAMES), operations);
	return operations.map((operation) => resolver.resolve(operation));
}

const definedBy = (operation: Operation): Pick<OwnKindRow, "definition">[] =>
	operation.op === "define_kind" ? [operation] : [];

/** Lists the values of an operation that name something other than by its id. */
function listNames(operation: Operation, referenceFields: ReadonlySet<string>): readonly string[] {
	const listIn = (props: JsonObject = {}): readonly string[] =>
		Object.entries(props).flatMap(([field, value]) => {
			if (!referenceFields.has(field)) return [];
			// One text may be one title with a comma in it, or several names with commas between them.
			return [...listReferences(value), ...(typeof value === "string" ? [value.trim()] : [])];
		});
	const listAll = (): readonly string[] => {
		switch (operation.op) {
			case "create":
				return [operation.entity.project_id ?? "", ...listIn(operation.entity.props)];
			case "update":
				return [operation.id, ...listIn(operation.patch.props)];
			case "link":
				return [operation.edge.src_id, operation.edge.dst_id];
			case "delete":
			case "restore":
				return [operation.id];
			default:
				return [];
		}
	};
	return listAll().filter((name) => !isId(name) && canBeName(name));
}

class NameResolver {
	readonly #scope: WriteScope;
	readonly #kinds: KindRegistry;
	#byRef: ReadonlyMap<string, FoundByRef> = new Map();
	#candidates = new Map<string, readonly NamedCandidate[]>();
	#changed: ReadonlyMap<string, Source> = new Map();

	constructor(scope: WriteScope, kinds: KindRegistry) {
		this.#scope = scope;
		this.#kinds = kinds;
	}

	async load(names: readonly string[], operations: readonly Operation[]): Promise<void> {
		const { tx, access } = this.#scope;
		const refs = names.filter(isRef);
		const byRef = refs.length === 0 ? [] : await this.#loadRefs(refs);
		this.#byRef = new Map(byRef.map((found) => [found.ref, found]));
		this.#candidates = new Map(await findCandidates({ tx, access }, names.map(foldTitle)));
		for (const operation of operations) if (operation.op === "create") this.#addCreated(operation.entity);
		const updated = operations.flatMap((operation) =>
			operation.op === "update" && operation.patch.props ? [this.#target(operation.id, "id")] : [],
		);
		this.#changed = await this.#loadSources(updated.filter(isId));
	}

	resolve(operation: Operation): Operation {
		switch (operation.op) {
			case "create": {
				const { entity } = operation;
				const project = entity.project_id ? this.#project(entity.project_id) : entity.project_id;
				const source = { id: entity.id ?? "", kind: entity.kind, project_id: project ?? null, props: {} };
				const props = entity.props && { props: this.#fields(source, entity.props) };
				const place = project === undefined ? {} : { project_id: project };
				return { ...operation, entity: { ...entity, ...place, ...props } };
			}
			case "update": {
				const id = this.#target(operation.id, "id");
				const source = this.#changed.get(id);
				const { props } = operation.patch;
				if (source === undefined || props === undefined) return { ...operation, id };
				return { ...operation, id, patch: { ...operation.patch, props: this.#fields(source, props) } };
			}
			case "link": {
				const { src_id, dst_id } = operation.edge;
				const ends = { src_id: this.#target(src_id, "src_id"), dst_id: this.#target(dst_id, "dst_id") };
				return { ...operation, edge: { ...operation.edge, ...ends } };
			}
			case "delete":
			case "restore":
				return { ...operation, id: this.#target(operation.id, "id") };
			default:
				return operation;
		}
	}

	/** Also of what is in the trash or hidden: each operation asks for the rights to its target itself. */
	#loadRefs(refs: readonly string[]): Promise<FoundByRef[]> {
		const { tx, access } = this.#scope;
		return tx.query<FoundByRef>(
			`SELECT e.id, e.ref, ${READABLE} AS readable FROM entity e WHERE e.workspace_id = $1 AND e.ref = ANY($8::text[])`,
			[...readableParams(access), refs],
		);
	}

	/** The refusal of a name in a field must not reveal that a hidden entity has that field. */
	async #loadSources(ids: readonly string[]): Promise<ReadonlyMap<string, Source>> {
		if (ids.length === 0) return new Map();
		const { tx, access } = this.#scope;
		const rows = await tx.query<Source>(
			`SELECT e.id, e.kind, e.project_id, e.props FROM entity e WHERE e.id = ANY($8::uuid[]) AND ${READABLE}`,
			[...readableParams(access), ids],
		);
		return new Map(rows.map((row) => [row.id, row]));
	}

	/** Entities that the same list creates can be named too. */
	#addCreated({ id, kind, title, project_id }: NewEntity): void {
		if (id === undefined) return;
		const key = foldTitle(title);
		const known = this.#candidates.get(key) ?? [];
		this.#candidates.set(key, [...known, { id, kind, key, project_id: project_id ?? null, by_title: true }]);
	}

	/** Left as it is where nothing has that name: the operation then answers that there is no such entity. */
	#target(name: string, field: string): string {
		if (isId(name)) return name;
		const byRef = this.#byRef.get(name);
		if (byRef !== undefined) return byRef.id;
		return this.#only(name, this.#candidates.get(foldTitle(name)) ?? [], field) ?? name;
	}

	#project(name: string): string {
		if (isId(name)) return name;
		const byRef = this.#byRef.get(name);
		if (byRef !== undefined) return byRef.id;
		const projects = (this.#candidates.get(foldTitle(name)) ?? []).filter(
			({ kind }) => this.#kinds.find(kind)?.scope === "self",
		);
		return this.#only(name, projects, "project_id") ?? name;
	}

	#only(name: string, candidates: readonly NamedCandidate[], field: string): string | undefined {
		const titled = candidates.filter(({ by_title }) => by_title);
		const ids = new Set((titled.length > 0 ? titled : candidates).map(({ id }) => id));
		if (ids.size > 1) throw ambiguous(name, field);
		return [...ids][0];
	}

	#fields(source: Source, props: JsonObject): JsonObject {
		const fields = this.#kinds.find(source.kind)?.fields.filter(isReference) ?? [];
		const resolved = fields.flatMap((field) => {
			const value = props[field.name];
			// A text that is older than the reference field stays until somebody changes it.
			if (value === undefined || isDeepStrictEqual(value, source.props[field.name])) return [];
			return [[field.name, this.#field(source, field, value)] as const];
		});
		return { ...props, ...Object.fromEntries(resolved) };
	}

	#field(source: Source, field: Field, value: Json): Json {
		const isList = field.type === "entity_ref_list";
		const names = isList ? listReferences(value) : typeof value === "string" ? [value.trim()] : [];
		if (names.every((name) => name === "" || isId(name))) return value;
		const ids = names.map((name) => this.#reference(source, field, name));
		return isList ? ids : (ids[0] ?? value);
	}

	#reference(source: Source, field: Field, name: string): string {
		if (isId(name)) return name;
		// The writer can read the stored id: one resolved from a hidden entity's ref would reveal that it exists.
		const byRef = this.#byRef.get(name);
		if (byRef?.readable) return byRef.id;
		const fitting = (this.#candidates.get(foldTitle(name)) ?? []).filter(({ kind }) =>
			this.#kinds.fitsField(field, kind),
		);
		const { target_id: id, ambiguous: isAmbiguous } = chooseTarget(source, fitting);
		if (id !== null) return id;
		if (this.#scope.keepsUnknownNames) return name;
		throw isAmbiguous ? ambiguous(name, field.name) : unknownReference(name, field);
	}
}

const ambiguous = (name: string, field: string): InvalidInputError =>
	new InvalidInputError(
		`Several entities are called "${name}". Give the id or the ref of the one you mean.`,
		{ field, name },
		"ambiguous_name",
	);

const unknownReference = (name: string, field: Field): InvalidInputError =>
	new InvalidInputError(
		`The field ${field.name} names "${name}", and no ${"kind" in field ? field.kind : "note or document"} that you can read is called so. Give its id, its ref or its exact title.`,
		{ field: field.name, name },
		"unknown_reference",
	);
