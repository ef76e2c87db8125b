import { z } from "@hono/zod-openapi";
import { findProject } from "../../../chat/tools/find-project.ts";
import { ForbiddenError } from "../../../graph/model/errors.ts";
import { importMarkdown } from "../../../graph/transfer/import-markdown.ts";
import { importReportSchema } from "../answer-schemas.ts";
import type { Api } from "../api.ts";

const importSchema = z.strictObject({
	source: z.enum(["markdown", "obsidian"]),
	path: z.string().min(1).max(4_000),
	project_id: z.string().optional(),
	dry_run: z.boolean().default(false),
});

/** Bringing in what lies on the server's own disk. */
export function addImportRoutes(api: Api): void {
	api.signedIn(
		{
			method: "post",
			path: "/api/imports",
			summary: "Import a folder that the server can read",
			body: importSchema,
			answer: importReportSchema,
		},
		async ({ context, session, body }) => {
			const { access, graph } = session.reader;
			// The path is one of the server's own disk: whoever may name it can read what the server can.
			if (access.role !== "owner" || access.principal.grant !== undefined) {
				throw new ForbiddenError(
					"Only the owner of the workspace, signed in, may import from the server's disk.",
				);
			}
			const projectId = findProject(graph, body.project_id);
			const report = await importMarkdown({
				imports: session.imports,
				folder: body.path,
				dryRun: body.dry_run,
				...(projectId && { projectId }),
			});
			return context.json(report);
		},
	);
}
