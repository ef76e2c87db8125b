import { Graph, type Session } from "../../src/graph/graph.ts";
import type { Principal, WorkspaceRole } from "../../src/graph/model/access.ts";
import type { Entity, NewEntity } from "../../src/graph/model/entity.ts";
import type { Operation } from "../../src/graph/model/operation.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import type { Committed, Writer } from "../../src/graph/store/write/writer.ts";

const CAST = { ada: "owner", ben: "member", cy: "member", gil: "guest" } as const satisfies Record<
	string,
	WorkspaceRole
>;
export type Person = keyof typeof CAST | "zoe";
type Grant = Principal["grant"];

/** A new workspace in a database that may hold others: Ada owns it, Ben and Cy are members, Gil a guest, Zoe an outsider. */
export class Workbench {
	readonly db: Db;
	readonly graph: Graph;
	readonly workspaceId: string;
	readonly people: Readonly<Record<Person, string>>;

	private constructor(db: Db, graph: Graph, workspaceId: string, people: Readonly<Record<Person, string>>) {
		this.db = db;
		this.graph = graph;
		this.workspaceId = workspaceId;
		this.people = people;
	}

	static async create(db: Db): Promise<Workbench> {
		const graph = new Graph(new Store(db));
		const { workspaces } = graph.store;
		const { id } = await workspaces.create("Bench");
		const people: Record<string, string> = {};
		for (const name of [...Object.keys(CAST), "zoe"]) {
			people[name] = (await workspaces.ensureAccount({ email: `${name}@${id}`, display_name: name })).id;
		}
		for (const [name, role] of Object.entries(CAST)) {
			await workspaces.setMember(id, people[name] ?? "", role);
		}
		return new Workbench(db, graph, id, people as Record<Person, string>);
	}

	principal(person: Person, grant?: Grant): Principal {
		return { workspaceId: this.workspaceId, accountId: this.people[person], ...(grant && { grant }) };
	}

	as(person: Person, grant?: Grant): Promise<Session> {
		return this.graph.openSession(this.principal(person, grant));
	}

	async writer(person: Person, grant?: Grant): Promise<Writer> {
		return (await this.as(person, grant)).writer;
	}

	async create(person: Person, entity: NewEntity, grant?: Grant): Promise<Entity> {
		return (await this.writer(person, grant)).create(entity, "test");
	}

	async commit(person: Person, ...operations: readonly Operation[]): Promise<Committed> {
		return (await this.writer(person)).commit(operations, "test");
	}

	/** Creates a project of Ada's. The others join as `access` says. */
	async project(
		title = "Bridge",
		access: {
			readonly visibility?: "private" | "workspace";
			readonly editors?: readonly Person[];
			readonly viewers?: readonly Person[];
		} = {},
	): Promise<string> {
		const { workspaceId } = this;
		const { workspaces } = this.graph.store;
		const { id: projectId } = await this.create("ada", { kind: "project", title });
		await workspaces.setProjectVisibility(workspaceId, projectId, access.visibility ?? "workspace");
		const enter = async (people: readonly Person[], role: "editor" | "viewer"): Promise<void> => {
			for (const person of people) {
				await workspaces.setProjectMember({ workspaceId, projectId, accountId: this.people[person], role });
			}
		};
		await enter(access.editors ?? [], "editor");
		await enter(access.viewers ?? [], "viewer");
		return projectId;
	}

	/** The edges a person sees at an entity, as `rel>title` or `rel<title`, with the origin when it is derived. */
	async edgesOf(person: Person, id: string): Promise<readonly string[]> {
		const { reader } = await this.as(person);
		return reader.graph
			.linksOf(id)
			.map(({ edge, other, seenFrom }) => {
				const arrow = seenFrom === "outgoing" ? ">" : "<";
				const origin = edge.origin === "stated" ? "" : ` (${edge.origin})`;
				return `${edge.rel}${arrow}${other.title}${origin}`;
			})
			.sort();
	}

	async revision(): Promise<number> {
		return (await this.graph.store.access(this.principal("ada"))).revision;
	}
}
