import type { Session } from "../../src/graph/graph.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { SkeinError } from "../../src/graph/model/errors.ts";
import type { Random } from "./random.ts";
import type { RandomProject, RandomWorkspace } from "./random-workspace.ts";

/** A change as somebody asks for it, and what the workspace is after it if they may. */
interface Attempt {
	/** A person who is probably allowed to do it. */
	readonly actorId?: string | undefined;
	readonly change: (session: Session) => Promise<unknown>;
	readonly after: RandomWorkspace;
}

const withPerson = (workspace: RandomWorkspace, id: string, role: "admin" | "member" | "guest") => ({
	...workspace,
	people: workspace.people.map((person) => (person.id === id ? { id, role } : person)),
});

const withProject = (workspace: RandomWorkspace, changed: RandomProject) => ({
	...workspace,
	projects: workspace.projects.map((project) => (project.id === changed.id ? changed : project)),
});

const withEntity = (workspace: RandomWorkspace, changed: Entity) => ({
	...workspace,
	entities: workspace.entities.map((entity) =>
		entity.id === changed.id ? { ...changed, version: changed.version + 1 } : entity,
	),
});

function attemptRole(random: Random, workspace: RandomWorkspace): Attempt | undefined {
	const member = random.pickMaybe(workspace.people.filter(({ role }) => role !== null && role !== "owner"));
	if (member === undefined) return undefined;
	const role = random.pick(["admin", "member", "guest"] as const);
	return {
		change: ({ members }) => members.setRole(member.id, role),
		after: withPerson(workspace, member.id, role),
	};
}

function attemptProject(random: Random, workspace: RandomWorkspace): Attempt | undefined {
	const project = random.pickMaybe(workspace.projects);
	if (project === undefined) return undefined;
	const actorId = project.members.find(({ role }) => role === "admin")?.accountId;
	if (random.chance(0.3)) {
		const visibility = random.pick(["private", "workspace"] as const);
		return {
			actorId,
			change: ({ projectMembers }) => projectMembers.setVisibility(project.id, visibility),
			after: withProject(workspace, { ...project, visibility }),
		};
	}
	const accountId = random.pick(workspace.people).id;
	const role = random.pick(["viewer", "editor", "admin", null] as const);
	const others = project.members.filter((member) => member.accountId !== accountId);
	return {
		actorId,
		change: ({ projectMembers }) => projectMembers.setMember(project.id, accountId, role),
		after: withProject(workspace, {
			...project,
			members: role === null ? others : [...others, { accountId, role }],
		}),
	};
}

function attemptGroup(random: Random, workspace: RandomWorkspace): Attempt | undefined {
	const group = random.pickMaybe(workspace.groups);
	if (group === undefined) return undefined;
	const accountId = random.pick(workspace.people).id;
	const belongs = random.chance(0.5);
	const others = group.memberIds.filter((id) => id !== accountId);
	const changed = { ...group, memberIds: belongs ? [...others, accountId] : others };
	return {
		change: ({ groups }) => groups.setMember(group.id, accountId, belongs),
		after: {
			...workspace,
			groups: workspace.groups.map((other) => (other.id === group.id ? changed : other)),
		},
	};
}

function attemptShare(random: Random, workspace: RandomWorkspace): Attempt {
	const entity = random.pick(workspace.entities);
	const grantees = [...workspace.people.filter(({ role }) => role !== null), ...workspace.groups];
	const shares = random.some(grantees, 0.4).map(({ id }) => ({
		grantee_id: id,
		level: random.pick(["read", "write"] as const),
	}));
	return {
		actorId: entity.owner_id,
		change: (session) => session.shares.replace(entity.id, shares),
		after: {
			...workspace,
			shares: [
				...workspace.shares.filter(({ entityId }) => entityId !== entity.id),
				...shares.map((share) => ({
					entityId: entity.id,
					granteeId: share.grantee_id,
					level: share.level,
				})),
			],
		},
	};
}

function attemptVisibility(random: Random, workspace: RandomWorkspace): Attempt | undefined {
	const entity = random.pick(workspace.entities);
	const visibility = random.pick(["inherit", "private", "restricted"] as const);
	if (entity.visibility === visibility) return undefined;
	return {
		actorId: entity.owner_id,
		change: ({ writer }) =>
			writer.update({ id: entity.id, version: entity.version, patch: { visibility }, via: "test" }),
		after: withEntity(workspace, { ...entity, visibility }),
	};
}

const ATTEMPTS = [attemptRole, attemptProject, attemptProject, attemptGroup, attemptShare, attemptVisibility];

/**
 * Somebody tries to change who may see what. Gives back the workspace as it is then: what was refused has changed nothing.
 * Undefined when there was nothing of the kind to try.
 */
export async function changeRightsAtRandom(
	random: Random,
	workspace: RandomWorkspace,
	openAs: (accountId: string) => Promise<Session>,
): Promise<RandomWorkspace | undefined> {
	const attempt = random.pick(ATTEMPTS)(random, workspace);
	const members = workspace.people.filter(({ role }) => role !== null);
	const [owner] = members;
	if (attempt === undefined || owner === undefined) return undefined;
	const actorId = random.chance(0.8) ? (attempt.actorId ?? owner.id) : random.pick(members).id;
	try {
		await attempt.change(await openAs(actorId));
		return attempt.after;
	} catch (error) {
		if (error instanceof SkeinError) return workspace;
		throw error;
	}
}
