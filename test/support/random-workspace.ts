import type { Principal, ProjectRole, WorkspaceRole } from "../../src/graph/model/access.ts";
import type { Edge, Entity, Visibility } from "../../src/graph/model/entity.ts";
import { makeRef } from "../../src/graph/model/ids.ts";
import { KindRegistry } from "../../src/graph/model/kinds/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition } from "../../src/graph/model/own-kind.ts";
import { canonicaliseEdge, RELATIONS } from "../../src/graph/model/relations.ts";
import { Random } from "./random.ts";

export interface RandomPerson {
	readonly id: string;
	/** Null: has an account and is no member of this workspace. */
	readonly role: WorkspaceRole | null;
}

export interface RandomProject {
	readonly id: string;
	readonly visibility: "private" | "workspace";
	readonly members: readonly { readonly accountId: string; readonly role: ProjectRole }[];
}

export interface RandomShare {
	readonly entityId: string;
	/** A person or a group. */
	readonly granteeId: string;
	readonly level: "read" | "write";
}

/** A whole workspace as plain rows. The projects have their rows among the entities, too. */
export interface RandomWorkspace {
	readonly id: string;
	readonly people: readonly RandomPerson[];
	readonly groups: readonly { readonly id: string; readonly memberIds: readonly string[] }[];
	readonly projects: readonly RandomProject[];
	readonly ownKinds: readonly OwnKindDefinition[];
	readonly entities: readonly Entity[];
	readonly edges: readonly Edge[];
	readonly shares: readonly RandomShare[];
	/** Everybody, each in person, by a token that only reads, and by one bound to some projects. */
	readonly principals: readonly Principal[];
}

/** Few words, so that names collide, words repeat and every query finds something. */
/** Some are forms of one word: which of them a reader may see decides what a slip can mean. */
export const WORDS =
	"stone arch river bridge bridges mortar survey crane permit budget crew anchor cable winter flood flooded plan".split(
		" ",
	);

const OWN_KIND: OwnKindDefinition = {
	kind: "Person",
	label: "Person",
	fields: [
		{ name: "email", type: "email" },
		{ name: "manager", type: "entity_ref", kind: "Person" },
	],
};
const KINDS = new KindRegistry([makeOwnKind(OWN_KIND)]);
const IN_PROJECT = ["task", "task", "plan", "goal", "milestone", "risk", "decision", "document", "output"];
const IN_WORKSPACE = ["note", "note", OWN_KIND.kind];
const REF_KEY = new Uint8Array(16);
const START = Date.parse("2026-01-01T00:00:00.000Z");
const HOUR = 3_600_000;

const phrase = (random: Random, shortest: number, longest: number): string =>
	random.list(random.between(shortest, longest), () => random.pick(WORDS)).join(" ");

/** Only a few different moments, so that many rows share one. */
const moment = (random: Random): string => new Date(START + random.between(0, 6) * HOUR).toISOString();

function makePeople(random: Random): RandomPerson[] {
	const roles: readonly (WorkspaceRole | null)[] = ["admin", "member", "member", "guest", "guest", null];
	const others = random.list(random.between(2, 5), () => ({ id: random.id(), role: random.pick(roles) }));
	return [{ id: random.id(), role: "owner" }, ...others];
}

function makeProject(random: Random, members: readonly RandomPerson[]): RandomProject {
	const roles: readonly ProjectRole[] = ["viewer", "editor", "admin"];
	return {
		id: random.id(),
		visibility: random.pick(["private", "workspace"] as const),
		members: random.some(members, 0.4).map((member) => ({ accountId: member.id, role: random.pick(roles) })),
	};
}

interface Placement {
	readonly id: string;
	readonly kind: string;
	readonly project_id: string | null;
	readonly visibility: Visibility;
}

function makeEntity(random: Random, ownerId: string, placement: Placement): Entity {
	const kind = KINDS.get(placement.kind);
	const created = moment(random);
	const dated = kind.fields.some((field) => field.name === "due_at") && random.chance(0.5);
	return {
		...placement,
		ref: makeRef(REF_KEY, placement.id),
		title: phrase(random, 1, 3),
		aliases: random.chance(0.2) ? [phrase(random, 1, 2)] : [],
		body: random.chance(0.7) ? phrase(random, 1, 20) : "",
		description: random.chance(0.3) ? phrase(random, 1, 8) : "",
		state_key: random.pickMaybe(kind.states)?.key ?? null,
		type_key: null,
		props: {
			...(dated && { due_at: moment(random) }),
			...(random.chance(0.3) && { extra: phrase(random, 1, 3) }),
		},
		held_files: {},
		owner_id: ownerId,
		created_by: ownerId,
		created_at: created,
		updated_at: random.chance(0.5) ? created : moment(random),
		completed_at: null,
		archived_at: random.chance(0.1) ? created : null,
		deleted_at: random.chance(0.1) ? moment(random) : null,
		version: 1,
	};
}

function makeEntities(
	random: Random,
	members: readonly RandomPerson[],
	projects: readonly RandomProject[],
): Entity[] {
	const visibilities: readonly Visibility[] = ["inherit", "inherit", "inherit", "private", "restricted"];
	const rows = projects.map(({ id }) =>
		makeEntity(random, random.pick(members).id, {
			id,
			kind: "project",
			project_id: id,
			visibility: "inherit",
		}),
	);
	const others = random.list(random.between(3, 22), () => {
		const project = random.chance(0.7) ? random.pickMaybe(projects) : undefined;
		const kinds = project && random.chance(0.9) ? IN_PROJECT : IN_WORKSPACE;
		return makeEntity(random, random.pick(members).id, {
			id: random.id(),
			kind: random.pick(kinds),
			project_id: project?.id ?? null,
			visibility: random.pick(visibilities),
		});
	});
	return [...rows, ...others];
}

const fittingRelations = new Map<string, readonly string[]>();

/** The relations that may join two kinds in this direction. */
export function listRelations(source: string, target: string): readonly string[] {
	const key = `${source} ${target}`;
	const known = fittingRelations.get(key);
	if (known) return known;
	const ends = { src: { id: "source", kind: source }, dst: { id: "target", kind: target } };
	const fitting = RELATIONS.map(({ rel }) => rel).filter((rel) => {
		try {
			return canonicaliseEdge({ ...ends, rel, isOwnKind: KINDS.isOwn }).src.id === "source";
		} catch {
			return false;
		}
	});
	fittingRelations.set(key, fitting);
	return fitting;
}

function makeEdges(random: Random, entities: readonly Entity[]): Edge[] {
	const edges = new Map<string, Edge>();
	for (let attempt = random.between(0, entities.length * 2); attempt > 0; attempt -= 1) {
		const src = random.pick(entities);
		const dst = random.pick(entities);
		if (src.id === dst.id || !KINDS.mayJoin(src, dst)) continue;
		const derived = random.chance(0.3);
		const rel = derived ? "mentions" : random.pick(listRelations(src.kind, dst.kind));
		const origin = derived ? ("link" as const) : ("stated" as const);
		const text = !derived && random.chance(0.2) ? phrase(random, 1, 4) : "";
		const created = { created_by: src.owner_id, created_at: moment(random) };
		const key = `${src.id} ${rel} ${dst.id} ${origin}`;
		edges.set(key, { id: random.id(), src_id: src.id, rel, dst_id: dst.id, origin, text, ...created });
	}
	return [...edges.values()];
}

/** Writes every link edge as a `[[link]]` in the body of its source. */
function writeLinks(entities: readonly Entity[], edges: readonly Edge[]): Entity[] {
	const titles = new Map(entities.map((entity) => [entity.id, entity.title]));
	return entities.map((entity) => {
		const links = edges.filter((edge) => edge.origin === "link" && edge.src_id === entity.id);
		const written = links.map((edge) => `[[${titles.get(edge.dst_id)}]]`);
		return { ...entity, body: [entity.body, ...written].filter((part) => part !== "").join(" ") };
	});
}

function makePrincipals(
	random: Random,
	workspaceId: string,
	people: readonly RandomPerson[],
	projects: readonly RandomProject[],
): Principal[] {
	return people.flatMap(({ id: accountId }) => {
		const bound = [...random.some(projects, 0.5).map((project) => project.id), random.id()];
		return [
			{ workspaceId, accountId },
			{ workspaceId, accountId, grant: { mode: "read", projectIds: null } },
			{ workspaceId, accountId, grant: { mode: random.pick(["read", "write"]), projectIds: bound } },
		];
	});
}

/** A small workspace with everything that can go wrong in it: the same for the same seed, ids included. */
export function makeRandomWorkspace(seed: number): RandomWorkspace {
	const random = new Random(seed);
	const id = random.id();
	const people = makePeople(random);
	const members = people.filter((person) => person.role !== null);
	const groups = random.list(random.between(0, 2), () => ({
		id: random.id(),
		memberIds: random.some(members, 0.5).map((member) => member.id),
	}));
	const projects = random.list(random.between(0, 4), () => makeProject(random, members));
	const entities = makeEntities(random, members, projects);
	const edges = makeEdges(random, entities);
	const grantees = [...members, ...groups].map((grantee) => grantee.id);
	const shares = entities.flatMap((entity) =>
		(entity.visibility === "restricted" || random.chance(0.1) ? random.some(grantees, 0.3) : []).map(
			(granteeId) => ({
				entityId: entity.id,
				granteeId,
				level: random.pick(["read", "write"] as const),
			}),
		),
	);
	return {
		id,
		people,
		groups,
		projects,
		ownKinds: [OWN_KIND],
		entities: writeLinks(entities, edges),
		edges,
		shares,
		principals: makePrincipals(random, id, people, projects),
	};
}
