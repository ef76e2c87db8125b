import { z } from "@hono/zod-openapi";
import { findProject } from "../../../chat/tools/find-project.ts";
import { ForbiddenError } from "../../../graph/model/errors.ts";
import { IMPORT_SOURCES, type ImportSource, runImport } from "../../../graph/transfer/run-import.ts";
import type { Api } from "../api.ts";
import type { ImportJobs } from "../import-jobs.ts";
import { importJobSchema } from "../schemas/operation-schemas.ts";

const importSchema = z
	.strictObject({
		source: z.enum(IMPORT_SOURCES as [ImportSource, ...ImportSource[]]),
		path: z.string().min(1).max(4_000).describe("A folder, a zip archive or a file on the server's own disk"),
		project_id: z.string().optional().describe("Where new things go: id, ref or title"),
		folders_as_projects: z.boolean().optional(),
		visibility: z.enum(["inherit", "private", "restricted"]).optional(),
		mapping: z
			.unknown()
			.optional()
			.describe("Of a table: what becomes of each column, as a former run told it"),
		write_back: z
			.boolean()
			.optional()
			.describe("Of a folder of notes: what was changed here is written back into the files"),
		dry_run: z.boolean().default(false),
	})
	.openapi("NewImport");

/** Bringing in what lies on the server's own disk. */
export function addImportRoutes(api: Api, { imports }: { readonly imports: ImportJobs }): void {
	api.signedIn(
		{
			method: "post",
			path: "/api/imports",
			summary: "Start an import of what the server can read",
			body: importSchema,
			retry: "refused",
			answer: importJobSchema,
			status: 202,
		},
		({ context, session, body }) => {
			const { access, graph } = session.reader;
			// The path is one of the server's own disk: whoever may name it can read what the server can.
			if (access.role !== "owner" || access.principal.grant !== undefined) {
				throw new ForbiddenError(
					"Only the owner of the workspace, signed in, may import from the server's disk.",
				);
			}
			const projectId = findProject(graph, body.project_id);
			const job = imports.start(access, (watch) =>
				runImport({
					...watch,
					imports: session.imports,
					source: body.source,
					path: body.path,
					dryRun: body.dry_run,
					...(projectId !== undefined && { projectId }),
					...(body.folders_as_projects !== undefined && { foldersAsProjects: body.folders_as_projects }),
					...(body.visibility !== undefined && { visibility: body.visibility }),
					...(body.mapping !== undefined && { mapping: body.mapping }),
					...(body.write_back && { writeBack: session.reader.rows }),
				}),
			);
			return context.json(job as object, 202);
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/imports/{id}",
			summary: "How far an import has come, and what came of it",
			params: z.object({ id: z.string() }),
			answer: importJobSchema,
		},
		({ context, session, params }) => context.json(imports.get(session.reader.access, params.id) as object),
	);
}
