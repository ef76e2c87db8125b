import type { Edge, Entity, EntityPatch, NewEntity } from "../../src/graph/model/entity.ts";
import { SkeinError } from "../../src/graph/model/errors.ts";
import { BUILT_IN_KINDS } from "../../src/graph/model/kinds/kind-registry.ts";
import type { Operation } from "../../src/graph/model/operation.ts";
import type { OwnKindDefinition } from "../../src/graph/model/own-kind.ts";
import { RELATIONS } from "../../src/graph/model/relations.ts";
import type { Queryable } from "../../src/graph/store/engine/db.ts";
import { edgeColumns, entityColumns } from "../../src/graph/store/tables/row-change.ts";
import type { Committed, Writer } from "../../src/graph/store/write/writer.ts";
import type { Random } from "./random.ts";
import { listRelations, WORDS } from "./random-workspace.ts";

/** The rows of a workspace as they are now, trash included; what the next operations are made from. */
export interface KnownRows {
	readonly entities: readonly Entity[];
	readonly edges: readonly Edge[];
}

export async function readRows(db: Queryable, workspaceId: string): Promise<KnownRows> {
	const entities = `SELECT ${entityColumns()} FROM entity WHERE workspace_id = $1 ORDER BY id`;
	const edges = `SELECT ${edgeColumns()} FROM edge WHERE workspace_id = $1 ORDER BY src_id, rel, dst_id, origin`;
	return {
		entities: await db.query<Entity>(entities, [workspaceId]),
		edges: await db.query<Edge>(edges, [workspaceId]),
	};
}

const RELATION_NAMES = [
	...RELATIONS.map(({ rel }) => rel),
	"part_of",
	"blocked_by",
	"belongs_to_plan",
	"supports",
];
const KIND_NAMES = [
	...BUILT_IN_KINDS.map(({ kind }) => kind),
	"note",
	"note",
	"note",
	"task",
	"Person",
	"Gadget",
];
const DEFINITIONS: readonly OwnKindDefinition[] = [
	{ kind: "Person", label: "Person", fields: [{ name: "manager", type: "entity_ref", kind: "Person" }] },
	{ kind: "Person", label: "Person", fields: [{ name: "reports", type: "entity_ref_list", kind: "Person" }] },
	{ kind: "Gadget", label: "Gadget", fields: [{ name: "manual", type: "note_ref" }] },
];

function words(random: Random, longest: number): string {
	return random.list(random.between(1, longest), () => random.pick(WORDS)).join(" ");
}

/** Words with links and mentions among them, to what there is and to what there is not, yet. */
function body(random: Random, known: KnownRows): string {
	const parts = random.list(random.between(0, 5), () => {
		const name = random.chance(0.7) ? (random.pickMaybe(known.entities)?.title ?? "") : words(random, 2);
		return random.pick([words(random, 6), `[[${name}]]`, `[[${name}|shown]]`, `@${name}`, `\`[[${name}]]\``]);
	});
	return parts.join(random.pick([" ", "\n\n", "\n```\n"]));
}

function props(random: Random, known: KnownRows): EntityPatch["props"] {
	const id = random.pickMaybe(known.entities)?.id ?? "";
	const other = random.pickMaybe(known.entities)?.id ?? "";
	return random.pick([
		{ extra: words(random, 3) },
		{ extra: null },
		{ manager: id },
		{ reports: [id, other] },
		{ reports: `${id}, ${other}`, manager: null },
		{ manual: id },
		{ derived_from_signal_id: id },
	]);
}

function newEntity(random: Random, known: KnownRows): NewEntity {
	const kind = random.pick(KIND_NAMES);
	const projects = known.entities.filter((entity) => entity.kind === "project" && entity.deleted_at === null);
	const project = kind === "project" || random.chance(0.4) ? undefined : random.pickMaybe(projects);
	return {
		id: random.id(),
		kind,
		title: words(random, 2),
		body: body(random, known),
		...(project && { project_id: project.id }),
		...(random.chance(0.4) && { props: props(random, known) ?? {} }),
		...(random.chance(0.2) && { aliases: [words(random, 2)] }),
		...(kind !== "project" && random.chance(0.3) && { visibility: random.pick(["private", "restricted"]) }),
	};
}

function patch(random: Random, known: KnownRows, entity: Entity): EntityPatch {
	const states = BUILT_IN_KINDS.find(({ kind }) => kind === entity.kind)?.states ?? [];
	return {
		...(random.chance(0.3) && { title: words(random, 2) }),
		...(random.chance(0.4) && { body: body(random, known) }),
		...(random.chance(0.3) && { props: props(random, known) ?? {} }),
		...(random.chance(0.2) && { state_key: random.pickMaybe(states)?.key ?? null }),
		...(random.chance(0.1) && { visibility: random.pick(["inherit", "private", "restricted"]) }),
		...(random.chance(0.1) && { archived: random.chance(0.5) }),
		...(random.chance(0.1) && { aliases: [words(random, 1)] }),
		...(random.chance(0.1) && { description: words(random, 4) }),
	};
}

function makeOperation(random: Random, known: KnownRows): Operation {
	const live = known.entities.filter((row) => row.deleted_at === null);
	const entity = random.pickMaybe(random.chance(0.95) ? live : known.entities);
	const trashed = random.pickMaybe(known.entities.filter((row) => row.deleted_at !== null));
	const edge = random.pickMaybe(
		known.edges.filter(({ origin }) => origin === "stated" || random.chance(0.1)),
	);
	const roll = random.next();
	if (roll < 0.3 || entity === undefined) return { op: "create", entity: newEntity(random, known) };
	if (roll < 0.62) {
		return { op: "update", id: entity.id, version: entity.version, patch: patch(random, known, entity) };
	}
	if (roll < 0.7) return { op: "delete", id: entity.id };
	if (roll < 0.78) return { op: "restore", id: trashed?.id ?? entity.id };
	if (roll < 0.92) {
		const text = random.chance(0.3) ? { text: words(random, 3) } : {};
		const near = known.entities.filter(
			(other) =>
				other.id !== entity.id && other.deleted_at === null && other.project_id === entity.project_id,
		);
		const target = random.chance(0.9) ? (random.pickMaybe(near) ?? entity) : random.pick(known.entities);
		const fitting = listRelations(entity.kind, target.kind);
		const rel = random.chance(0.9) ? random.pick(fitting) : random.pick(RELATION_NAMES);
		return {
			op: "link",
			edge: { id: random.id(), src_id: entity.id, rel, dst_id: target.id, ...text },
		};
	}
	if (roll < 0.96 && edge) return { op: "unlink", id: edge.id };
	return { op: "define_kind", definition: random.pick(DEFINITIONS) };
}

/**
 * One random write, of one to three operations. Many are refused, by a rule or by rights: then nothing was written, and
 * another is tried, a few times. Whatever is not an error of ours is a fault and thrown on.
 */
export async function commitRandomly(
	random: Random,
	known: KnownRows,
	writer: Writer,
): Promise<Committed | null> {
	for (let attempt = 0; attempt < 4; attempt += 1) {
		const count = random.chance(0.8) ? 1 : random.between(2, 3);
		const operations = random.list(count, () => makeOperation(random, known));
		try {
			return await writer.commit(operations, "test");
		} catch (error) {
			if (!(error instanceof SkeinError) || error.code === "store_unavailable") throw error;
		}
	}
	return null;
}
