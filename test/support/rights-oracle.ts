import type { Principal } from "../../src/graph/model/access.ts";
import type { Edge, Entity } from "../../src/graph/model/entity.ts";
import type { RandomWorkspace } from "./random-workspace.ts";

/**
 * Judges the rights of a caller, written a second time on purpose without a look at the product: one rule after the
 * other, straight from SPEC.md [R1] to [R8]. It is slow, and shares no line with the code it judges.
 */
export function judgeRights(
	workspace: RandomWorkspace,
	principal: Principal,
	entity: Entity,
): "nothing" | "read" | "write" {
	const person = workspace.people.find(({ id }) => id === principal.accountId);
	if (person === undefined || person.role === null) return "nothing";
	if (entity.deleted_at !== null) return "nothing";

	if (entity.project_id !== null) {
		const row = workspace.entities.find(({ id }) => id === entity.project_id);
		if (row === undefined || row.deleted_at !== null) return "nothing";
	}
	if (principal.grant !== undefined && principal.grant.projectIds !== null) {
		if (entity.project_id === null || !principal.grant.projectIds.includes(entity.project_id))
			return "nothing";
	}

	const owns = entity.owner_id === person.id;
	const inPerson = judgeInPerson();
	const mayOnlyRead = principal.grant !== undefined && principal.grant.mode === "read";
	return inPerson === "write" && mayOnlyRead ? "read" : inPerson;

	function judgeInPerson(): "nothing" | "read" | "write" {
		if (entity.visibility === "private") return owns ? "write" : "nothing";
		if (entity.visibility === "restricted") {
			if (owns) return "write";
			const groups = workspace.groups.filter(({ memberIds }) => memberIds.includes(principal.accountId));
			const reached = workspace.shares.filter(
				(share) =>
					share.entityId === entity.id &&
					(share.granteeId === principal.accountId || groups.some(({ id }) => id === share.granteeId)),
			);
			if (reached.some((share) => share.level === "write")) return "write";
			return reached.length > 0 ? "read" : "nothing";
		}
		const project = workspace.projects.find(({ id }) => id === entity.project_id);
		if (project === undefined) return person?.role === "guest" ? "nothing" : "write";
		const membership = project.members.find(({ accountId }) => accountId === principal.accountId);
		if (membership?.role === "editor" || membership?.role === "admin") return "write";
		if (membership?.role === "viewer") return "read";
		return project.visibility === "workspace" && person?.role !== "guest" ? "read" : "nothing";
	}
}

/** The entities a principal may read, and the edges that have both ends among them. */
export function judgeVisible(
	workspace: RandomWorkspace,
	principal: Principal,
): { readonly entities: readonly Entity[]; readonly edges: readonly Edge[] } {
	const entities = workspace.entities.filter(
		(entity) => judgeRights(workspace, principal, entity) !== "nothing",
	);
	const ids = new Set(entities.map((entity) => entity.id));
	return { entities, edges: workspace.edges.filter((edge) => ids.has(edge.src_id) && ids.has(edge.dst_id)) };
}

/** A workspace at one moment: its rows, and how open its projects and shares made them. */
export type Moment = Pick<RandomWorkspace, "projects" | "entities" | "shares">;

/**
 * Whether a principal may know the state of these entities at one moment: could they, with the roles and memberships
 * they have now, have read all of them as they were and as open as they were then? Straight from SPEC.md [R16].
 */
export function judgePast(
	present: RandomWorkspace,
	then: Moment,
	principal: Principal,
	entityIds: readonly string[],
): boolean {
	const projects = then.projects.map((project) => ({
		...project,
		members: present.projects.find(({ id }) => id === project.id)?.members ?? [],
	}));
	const moment = { ...present, projects, entities: then.entities, shares: then.shares };
	return entityIds.every((id) => {
		const entity = then.entities.find((candidate) => candidate.id === id);
		return entity !== undefined && judgeRights(moment, principal, entity) !== "nothing";
	});
}
