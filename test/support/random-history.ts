import type { Session } from "../../src/graph/graph.ts";
import type { Edge, Entity } from "../../src/graph/model/entity.ts";
import { SkeinError } from "../../src/graph/model/errors.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import type { Random } from "./random.ts";
import { readRows } from "./random-operations.ts";
import type { RandomProject, RandomShare, RandomWorkspace } from "./random-workspace.ts";
import { judgePast, type Moment } from "./rights-oracle.ts";
import type { Person, Workbench } from "./workbench.ts";

export const CAST = ["ada", "ben", "cy", "gil"] as const satisfies readonly Person[];
type Actor = (typeof CAST)[number];

/** A word that was written once, and the rows that held it. */
interface Marker {
	readonly word: string;
	/** Returns the entities in the statement, if these rows confirm it at that moment; undefined otherwise. */
	readonly spokenBy: (moment: Snapshot) => readonly string[] | undefined;
}

interface Snapshot extends Moment {
	readonly edges: readonly Edge[];
}

/** Steps of persons who close, open, share, rename, link, attach, throw away and undo, with a picture taken after each. */
export class RandomHistory {
	readonly #bench: Workbench;
	readonly #db: Db;
	readonly #random: Random;
	readonly #markers: Marker[] = [];
	readonly #snapshots: Snapshot[] = [];
	readonly #changes: string[] = [];
	/** Until the next picture is taken. */
	readonly #knowable = new Map<Actor, ReadonlySet<string>>();
	#projects: readonly RandomProject[] = [];
	#shares: readonly RandomShare[] = [];
	#group: { readonly id: string; readonly memberIds: readonly string[] } = { id: "", memberIds: [] };
	#roles: Readonly<Record<Actor, "owner" | "admin" | "member" | "guest">> = {
		...{ ada: "owner", ben: "member", cy: "member", gil: "guest" },
	};

	constructor(bench: Workbench, db: Db, random: Random) {
		this.#bench = bench;
		this.#db = db;
		this.#random = random;
	}

	get words(): readonly string[] {
		return this.#markers.map(({ word }) => word);
	}

	get current(): Snapshot {
		return this.#snapshots.at(-1) as Snapshot;
	}

	/** Which of the words a person may know: those that were said by something they could read while it said them. */
	listKnowable(person: Actor): ReadonlySet<string> {
		const known = this.#knowable.get(person);
		if (known !== undefined) return known;
		const found = this.#findKnowable(person);
		this.#knowable.set(person, found);
		return found;
	}

	#findKnowable(person: Actor): ReadonlySet<string> {
		const present = this.#present();
		const principal = this.#bench.principal(person);
		const isKnowable = ({ spokenBy }: Marker): boolean =>
			this.#snapshots.some((moment) => {
				const ids = spokenBy(moment);
				return ids !== undefined && judgePast(present, moment, principal, ids);
			});
		return new Set(this.#markers.filter(isKnowable).map(({ word }) => word));
	}

	async begin(): Promise<void> {
		const random = this.#random;
		const ada = await this.#bench.as("ada");
		this.#group = { id: (await ada.groups.create("Crew")).id, memberIds: [] };
		if (random.chance(0.3)) {
			this.#roles = { ...this.#roles, ben: "admin" };
			await ada.members.setRole(this.#bench.people.ben, "admin");
		}
		const project = await this.#bench.project(
			this.#word("title", () => undefined),
			{
				visibility: random.pick(["private", "workspace"]),
			},
		);
		this.#watchTitle(project);
		const [row] = await this.#db.query<{ visibility: "private" | "workspace" }>(
			"SELECT visibility FROM project_access WHERE workspace_id = $1 AND project_id = $2",
			[this.#bench.workspaceId, project],
		);
		const members = [{ accountId: this.#bench.people.ada, role: "admin" as const }];
		this.#projects = [{ id: project, visibility: row?.visibility ?? "private", members }];
		await this.snap();
		for (let index = 0; index < 3; index += 1) await this.#create(random.pick(["ada", "ada", "ben"]));
		// A past before anything is opened: without it there is little to be withheld.
		for (let index = 0; index < 6; index += 1) {
			await this.#attempt(random.pick([this.#edit, this.#link, this.#link, this.#attach]).call(this));
		}
	}

	/** Makes one more random step; a refused one changes nothing. */
	async step(): Promise<void> {
		const random = this.#random;
		const roll = random.next();
		const chosen =
			roll < 0.24
				? this.#edit()
				: roll < 0.44
					? this.#setVisibility()
					: roll < 0.54
						? this.#share()
						: roll < 0.62
							? this.#openProject()
							: roll < 0.7
								? this.#join()
								: roll < 0.8
									? this.#attach()
									: roll < 0.9
										? this.#link()
										: roll < 0.95
											? this.#undoOwn()
											: this.#trash();
		await this.#attempt(chosen);
	}

	async #attempt(step: Promise<void>): Promise<void> {
		await step.catch((error: unknown) => {
			if (!(error instanceof SkeinError) || error.code === "store_unavailable") throw error;
		});
		await this.snap();
	}

	/** Records the current state of everything. */
	async snap(): Promise<void> {
		const { entities, edges } = await readRows(this.#db, this.#bench.workspaceId);
		this.#knowable.clear();
		this.#snapshots.push({ entities, edges, projects: this.#projects, shares: this.#shares });
	}

	async listChanges(): Promise<readonly string[]> {
		const rows = await this.#db.query<{ id: string }>(
			"SELECT id FROM change WHERE workspace_id = $1 ORDER BY revision DESC",
			[this.#bench.workspaceId],
		);
		return rows.map(({ id }) => id);
	}

	#present(): RandomWorkspace {
		const { people, workspaceId: id } = this.#bench;
		return {
			...{ id, ownKinds: [], principals: [], ...this.current, projects: this.#projects },
			people: CAST.map((name) => ({ id: people[name], role: this.#roles[name] })),
			groups: [this.#group],
		};
	}

	#word(kind: string, spokenBy: Marker["spokenBy"]): string {
		const word = `zq${kind}${this.#markers.length}x`;
		this.#markers.push({ word, spokenBy });
		return word;
	}

	#watchTitle(id: string): void {
		const word = this.#markers.at(-1)?.word ?? "";
		const spokenBy: Marker["spokenBy"] = ({ entities }) =>
			entities.some((row) => row.id === id && row.title === word) ? [id] : undefined;
		this.#markers[this.#markers.length - 1] = { word, spokenBy };
	}

	/** A word in a text of an entity, or among the files it holds. */
	#say(kind: string, id: string, holds: (row: Entity, word: string) => boolean): string {
		const word = `zq${kind}${this.#markers.length}x`;
		const spokenBy: Marker["spokenBy"] = ({ entities }) =>
			entities.some((row) => row.id === id && holds(row, word)) ? [id] : undefined;
		this.#markers.push({ word, spokenBy });
		return word;
	}

	#pick(): Entity {
		return this.#random.pick(this.current.entities.filter(({ deleted_at }) => deleted_at === null));
	}

	#ownerOf({ owner_id: owner }: Entity): Actor {
		return CAST.find((name) => this.#bench.people[name] === owner) ?? "ada";
	}

	#as(person: Actor): Promise<Session> {
		return this.#bench.as(person);
	}

	async #create(person: Actor): Promise<void> {
		const random = this.#random;
		const inProject = person === "ada" && random.chance(0.5);
		const title = this.#word("title", () => undefined);
		const made = await this.#bench.create(person, {
			...(inProject ? { kind: "task", project_id: this.#projects[0]?.id ?? "" } : { kind: "note" }),
			title,
			visibility: random.pick(["inherit", "private", "private", "restricted"]),
		});
		this.#watchTitle(made.id);
		await this.snap();
	}

	async #edit(): Promise<void> {
		const entity = this.#pick();
		const { writer } = await this.#as(this.#ownerOf(entity));
		const title = this.#say("title", entity.id, (row, word) => row.title === word);
		const body = this.#say("body", entity.id, (row, word) => [row.body, row.description].includes(word));
		const patch = this.#random.pick([{ title }, { title, body }, { body }, { title, description: body }]);
		const { change_id: id } = await writer.commit(
			[{ op: "update", id: entity.id, version: entity.version, patch }],
			"test",
		);
		if (id) this.#changes.push(id);
	}

	async #setVisibility(): Promise<void> {
		const entity = this.#pick();
		const { writer } = await this.#as(this.#ownerOf(entity));
		const visibility = this.#random.pick(["inherit", "inherit", "private", "restricted"] as const);
		const renamed = this.#random.chance(0.3);
		const title = renamed && { title: this.#say("title", entity.id, (row, word) => row.title === word) };
		await writer.update({
			id: entity.id,
			version: entity.version,
			patch: { visibility, ...title },
			via: "test",
		});
	}

	async #share(): Promise<void> {
		const random = this.#random;
		const entity = this.#pick();
		const { shares } = await this.#as(this.#ownerOf(entity));
		const grantees = [...CAST.map((name) => this.#bench.people[name]), this.#group.id];
		const given = random.some(grantees, 0.4).map((granteeId) => ({
			...{ entityId: entity.id, granteeId, level: random.pick(["read", "write"] as const) },
		}));
		await shares.replace(
			entity.id,
			given.map(({ granteeId, level }) => ({ grantee_id: granteeId, level })),
		);
		this.#shares = [...this.#shares.filter(({ entityId }) => entityId !== entity.id), ...given];
	}

	async #openProject(): Promise<void> {
		const [project] = this.#projects;
		if (project === undefined) return;
		const visibility = this.#random.pick(["private", "workspace"] as const);
		await (await this.#as("ada")).projectMembers.setVisibility(project.id, visibility);
		this.#projects = [{ ...project, visibility }];
	}

	/** A new member of a project or a group reads its past as the others do. */
	async #join(): Promise<void> {
		const random = this.#random;
		const ada = await this.#as("ada");
		const accountId = this.#bench.people[random.pick(["ben", "cy", "gil"] as const)];
		const [project] = this.#projects;
		if (project !== undefined && random.chance(0.6)) {
			const role = random.pick(["viewer", "editor", null] as const);
			await ada.projectMembers.setMember(project.id, accountId, role);
			const others = project.members.filter((member) => member.accountId !== accountId);
			const members = role === null ? others : [...others, { accountId, role }];
			this.#projects = [{ ...project, members }];
			return;
		}
		const belongs = random.chance(0.5);
		await ada.groups.setMember(this.#group.id, accountId, belongs);
		const others = this.#group.memberIds.filter((id) => id !== accountId);
		this.#group = { ...this.#group, memberIds: belongs ? [...others, accountId] : others };
	}

	async #attach(): Promise<void> {
		const entity = this.#pick();
		const { attachments } = await this.#as(this.#ownerOf(entity));
		const [held] = Object.keys(entity.held_files);
		if (held !== undefined && this.#random.chance(0.6)) {
			await attachments.remove(entity, held, "test");
			return;
		}
		const path = this.#say("path", entity.id, (row, word) => word in row.held_files);
		const content = this.#say("file", entity.id, (row) => path in row.held_files);
		await attachments.put(entity, path, Buffer.from(content), "test");
	}

	async #link(): Promise<void> {
		const random = this.#random;
		const edge = random.pickMaybe(this.current.edges.filter(({ origin }) => origin === "stated"));
		if (edge !== undefined && random.chance(0.5)) {
			const source = this.current.entities.find(({ id }) => id === edge.src_id) as Entity;
			const { writer } = await this.#as(this.#ownerOf(source));
			await writer.commit([{ op: "unlink", id: edge.id }], "test");
			return;
		}
		const [source, target] = [this.#pick(), this.#pick()];
		const word = `zqedge${this.#markers.length}x`;
		this.#markers.push({
			word,
			spokenBy: ({ edges }) => {
				const found = edges.find(({ text }) => text === word);
				return found && [found.src_id, found.dst_id];
			},
		});
		const { writer } = await this.#as(this.#ownerOf(source));
		await writer.link({ src_id: source.id, rel: "relates_to", dst_id: target.id, text: word }, "test");
	}

	/** The latest of one's own changes; those that only open a thing are left to the others to try. */
	async #undoOwn(): Promise<void> {
		const id = this.#changes.at(-1);
		if (id === undefined) return;
		const [row] = await this.#db.query<{ actor_id: string }>(
			"SELECT actor_id FROM change WHERE workspace_id = $1 AND id = $2",
			[this.#bench.workspaceId, id],
		);
		const actor = CAST.find((name) => this.#bench.people[name] === row?.actor_id) ?? "ada";
		await (await this.#as(actor)).writer.undo(id, "test");
	}

	async #trash(): Promise<void> {
		const gone = this.current.entities.filter(
			(row) => row.deleted_at !== null && row.id !== this.#projects[0]?.id,
		);
		const entity = this.#random.pickMaybe(gone) ?? this.#pick();
		const { writer } = await this.#as(this.#ownerOf(entity));
		await writer.commit([{ op: entity.deleted_at === null ? "delete" : "restore", id: entity.id }], "test");
	}
}
