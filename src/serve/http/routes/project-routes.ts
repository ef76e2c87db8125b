import { z } from "@hono/zod-openapi";
import { findProject } from "../../../chat/tools/find-project.ts";
import { pageProjectGraph } from "../../../context/collect/page-project-graph.ts";
import { snapshotProject } from "../../../context/collect/snapshot-project.ts";
import { EntityNotFoundError } from "../../../graph/model/errors.ts";
import type { Api } from "../api.ts";
import { projectGraphSchema } from "../schemas/edge-schemas.ts";
import { projectRightsSchema } from "../schemas/people-schemas.ts";

const projectParams = z.object({ id: z.string().describe("Id or ref of the project") });
const memberParams = projectParams.extend({ account_id: z.string() });
const role = z.enum(["viewer", "editor", "admin"]);

const FULL_PAGE = 200;

const graphQuery = z.strictObject({
	form: z
		.enum(["light", "full"])
		.default("light")
		.describe("light: the most important; full: everything, by pages"),
	limit: z.coerce.number().int().min(1).max(1_000).default(FULL_PAGE),
	cursor: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

/** A project as a graph, and who may read and write it. */
export function addProjectRoutes(api: Api): void {
	api.signedIn(
		{
			method: "get",
			path: "/api/projects/{id}/graph",
			summary: "A project as nodes and edges, with how far the edges cover it",
			params: projectParams,
			query: graphQuery,
			answer: projectGraphSchema,
		},
		({ context, session: { reader }, params, query: { form, ...page } }) => {
			const { graph } = reader;
			const project = graph.node(findProject(graph, params.id) ?? "");
			if (project === undefined) throw new EntityNotFoundError("project");
			return context.json(
				form === "light" ? snapshotProject(graph, project) : pageProjectGraph(graph, project, page),
			);
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/projects/{id}/members",
			summary: "Who is in a project, and whether the workspace may read it",
			params: projectParams,
			answer: projectRightsSchema,
		},
		async ({ context, session, params }) =>
			context.json(await session.projectMembers.get(await session.refs.idOf(params.id))),
	);

	api.signedIn(
		{
			method: "patch",
			path: "/api/projects/{id}/members",
			summary: "Open the project to the workspace, or close it",
			params: projectParams,
			body: z.strictObject({ visibility: z.enum(["private", "workspace"]) }),
			answer: projectRightsSchema,
		},
		async ({ context, session, params, body }) => {
			const id = await session.refs.idOf(params.id);
			return context.json(await session.projectMembers.setVisibility(id, body.visibility));
		},
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/projects/{id}/members",
			summary: "Put a person into the project, or change their role in it",
			params: projectParams,
			body: z.strictObject({ account_id: z.string(), role }),
			answer: projectRightsSchema,
		},
		async ({ context, session, params, body }) => {
			const id = await session.refs.idOf(params.id);
			return context.json(await session.projectMembers.setMember(id, body.account_id, body.role));
		},
	);

	api.signedIn(
		{
			method: "delete",
			path: "/api/projects/{id}/members/{account_id}",
			summary: "Take a person out of the project",
			params: memberParams,
			answer: projectRightsSchema,
		},
		async ({ context, session, params }) => {
			const id = await session.refs.idOf(params.id);
			return context.json(await session.projectMembers.setMember(id, params.account_id, null));
		},
	);
}
