import { z } from "zod";
import { findProject } from "../../../chat/tools/find-entity.ts";
import { graphQuerySchema, projectGraphSchema } from "../../../contract/edge.ts";
import { LARGEST_TABLE } from "../../../contract/limits.ts";
import { projectRightsSchema } from "../../../contract/people.ts";
import { EntityNotFoundError } from "../../../graph/model/errors.ts";
import { presentGraph } from "../../../present/present-graph.ts";
import type { Api } from "../exchange/api.ts";

const projectParams = z.object({ id: z.string().describe("Id or ref of the project") });
const memberParams = projectParams.extend({ account_id: z.string() });
const role = z.enum(["viewer", "editor", "admin"]);

/** A project as a graph, and the members who may read and write it. */
export function addProjectRoutes(api: Api): void {
	api.signedIn(
		"GET /api/projects/{id}/graph",
		{
			summary: "A project as nodes and edges, with how far the edges cover it",
			params: projectParams,
			query: graphQuerySchema,
			answer: projectGraphSchema,
		},
		({ session: { reader }, params, query: { form, ...page } }) => {
			const { graph } = reader;
			const project = graph.node(findProject(graph, params.id) ?? "");
			if (project === undefined) throw new EntityNotFoundError("project");
			const { limit, cursor } = form === "light" ? { limit: LARGEST_TABLE, cursor: 0 } : page;
			return presentGraph(graph, project, { form, limit, cursor });
		},
	);

	api.signedIn(
		"GET /api/projects/{id}/members",
		{
			summary: "Who is in a project, and whether the workspace may read it",
			params: projectParams,
			answer: projectRightsSchema,
		},
		async ({ session, params }) => session.projectMembers.get(await session.refs.idOf(params.id)),
	);

	api.signedIn(
		"PATCH /api/projects/{id}/members",
		{
			summary: "Open the project to the workspace, or close it",
			params: projectParams,
			body: z.strictObject({ visibility: z.enum(["private", "workspace"]) }),
			answer: projectRightsSchema,
		},
		async ({ session, params, body }) => {
			const id = await session.refs.idOf(params.id);
			return session.projectMembers.setVisibility(id, body.visibility);
		},
	);

	api.signedIn(
		"POST /api/projects/{id}/members",
		{
			summary: "Put a person into the project, or change their role in it",
			params: projectParams,
			body: z.strictObject({ account_id: z.string(), role }),
			answer: projectRightsSchema,
		},
		async ({ session, params, body }) => {
			const id = await session.refs.idOf(params.id);
			return session.projectMembers.setMember(id, body.account_id, body.role);
		},
	);

	api.signedIn(
		"DELETE /api/projects/{id}/members/{account_id}",
		{ summary: "Take a person out of the project", params: memberParams, answer: projectRightsSchema },
		async ({ session, params }) => {
			const id = await session.refs.idOf(params.id);
			return session.projectMembers.setMember(id, params.account_id, null);
		},
	);
}
