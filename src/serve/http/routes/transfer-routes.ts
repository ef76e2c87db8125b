import { z } from "zod";
import { findProject } from "../../../chat/tools/find-entity.ts";
import { LONGEST_NAME, LONGEST_PATH, LONGEST_TITLE } from "../../../contract/limits.ts";
import { importJobSchema, importSourceSchema, uploadSchema } from "../../../contract/operation.ts";
import type { Graph, Session } from "../../../graph/graph.ts";
import { ForbiddenError, InvalidInputError } from "../../../graph/model/errors.ts";
import {
	EXPORT_FORMATS,
	type ExportFormat,
	exportWorkspace,
} from "../../../graph/transfer/export/export-workspace.ts";
import { spoolArchive } from "../../../graph/transfer/export/spool-archive.ts";
import type { ImportJobs } from "../../../graph/transfer/jobs/import-jobs.ts";
import { runImport } from "../../../graph/transfer/run-import.ts";
import { SHIPPED_SOURCES, type SourceList } from "../../../graph/transfer/source-list.ts";
import type { Api, ApiScope } from "../exchange/api.ts";
import { isOperator } from "../exchange/authenticate.ts";
import { limitStreams } from "../exchange/open-streams.ts";
import { streamFile } from "../exchange/stream-file.ts";

const PARTS = ["rights", "history"] as const;

const exportQuery = z.strictObject({
	format: z.enum(EXPORT_FORMATS as [ExportFormat, ...ExportFormat[]]).default("jsonl"),
	include: z
		.string()
		.max(LONGEST_NAME)
		.default("")
		.transform((list) => list.split(",").filter((part) => part !== ""))
		.pipe(z.array(z.enum(PARTS)))
		.describe(
			"What goes along with the content: rights, history, with commas between; for owners and admins",
		),
});

const LINES = "application/jsonl";
const ARCHIVE = "application/zip";
/** For one person at a time; each is a copy of all they may read, on the disk until it is removed. */
const MOST_EXPORTS = 4;

/** Counts an export from before its copy is made until the copy is gone. */
async function* countOpen(
	open: () => () => void,
	chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	const close = open();
	try {
		yield* chunks;
	} finally {
		close();
	}
}

/** Every workspace whole, one archive after the other. */
async function* backUp({ store }: Graph): AsyncGenerator<Uint8Array> {
	for (const { id } of await store.workspaces.list()) {
		const spooled = await spoolArchive((write) => store.archives.dump(id, write));
		try {
			yield* spooled.chunks();
		} finally {
			await spooled.close();
		}
	}
}

/** Exports and backups. */
export function addExportRoutes(api: Api, { graph }: ApiScope): void {
	const openExport = limitStreams({ most: MOST_EXPORTS, what: "exports" });
	api.signedIn(
		"GET /api/export",
		{
			summary: "All you may read: lines of JSON, which lose nothing, or a zip archive of Markdown or tables",
			query: exportQuery,
			answer: "file",
		},
		({ session, query: { format, include } }) => {
			const chunks = countOpen(
				() => openExport(session.reader.access.accountId),
				exportWorkspace(session, { format, include }),
			);
			const isLines = format === "jsonl";
			return streamFile(chunks, isLines ? LINES : ARCHIVE, `skein.${isLines ? "jsonl" : "zip"}`);
		},
	);

	api.operator(
		"GET /api/backup",
		{ summary: "Every workspace whole, for the operator of the server, who holds its key", answer: "file" },
		() => streamFile(backUp(graph), LINES, "skein-backup.jsonl"),
	);
}

const makeImportSchema = (sources: SourceList) =>
	z
		.strictObject({
			source: z.enum(sources.names as [string, ...string[]]),
			upload: z.string().max(LONGEST_NAME).optional().describe("A file that was sent to /api/uploads"),
			path: z
				.string()
				.min(1)
				.max(LONGEST_PATH)
				.optional()
				.describe("Instead: a folder, a zip archive or a file on the server's own disk, for its operator"),
			project_id: z.string().optional().describe("Where new things go: id, ref or title"),
			folders_as_projects: z.boolean().optional(),
			visibility: z.enum(["inherit", "private", "restricted"]).optional(),
			mapping: z
				.unknown()
				.optional()
				.describe(
					"How each column of a table, or key of frontmatter, is imported, as an earlier run reported it",
				),
			plain: z.boolean().optional().describe("Of a folder of notes: frontmatter stays as it is"),
			write_back: z
				.boolean()
				.optional()
				.describe("Of a folder of notes: what was changed here is written back into the files"),
			dry_run: z.boolean().default(false),
		})
		.meta({ id: "NewImport" });

const jobParams = z.object({ id: z.string() });

/** Imports of an uploaded file, or of a path on the server's own disk. */
export function addImportRoutes(
	api: Api,
	{
		imports,
		operatorKey,
		isLocal = false,
		sources = SHIPPED_SOURCES,
	}: Pick<ApiScope, "operatorKey" | "isLocal"> & {
		readonly imports: ImportJobs;
		readonly sources?: SourceList | undefined;
	},
): void {
	const { uploads } = imports;

	api.signedIn(
		"POST /api/uploads",
		{
			summary: "Send a file to be imported: the bytes are the body",
			query: z.strictObject({
				name: z.string().min(1).max(LONGEST_TITLE).describe("What it is called, such as Export.zip"),
			}),
			sends: "file",
			retry: "refused",
			answer: z.object({ upload: uploadSchema }),
			status: 201,
		},
		async ({ context, session, query }) => {
			const upload = await uploads.add(session.reader.access, query.name, context.req.raw.body);
			return { upload };
		},
	);

	api.signedIn(
		"DELETE /api/uploads/{id}",
		{
			summary: "Delete an uploaded file",
			params: jobParams,
			retry: "refused",
			answer: z.object({ deleted: z.literal(true) }),
		},
		async ({ session, params }) => {
			await uploads.remove(session.reader.access, params.id);
			return { deleted: true };
		},
	);

	api.signedIn(
		"GET /api/sources",
		{
			summary: "What can be imported from, those of the program that runs the server included",
			answer: z.object({ sources: z.array(importSourceSchema) }),
		},
		() => ({
			sources: sources.all.map(({ name, label, takes, endings, isTwoWay = false }) => ({
				...{ name, label, takes, endings: [...endings], two_way: isTwoWay },
			})),
		}),
	);

	api.signedIn(
		"POST /api/imports",
		{
			summary: "Start an import, or only plan it",
			body: makeImportSchema(sources),
			retry: "recognised",
			answer: importJobSchema,
			status: 202,
		},
		async ({ context, session, body, once }) => {
			const { access, graph } = session.reader;
			const { source, path, dry_run: dryRun } = body;
			// A caller who may name a path on the server's own disk can read everything the server can.
			const isTrusted =
				isOperator(context, operatorKey) ||
				(isLocal && access.role === "owner" && access.principal.grant === undefined);
			if (path !== undefined && !isTrusted) {
				throw new ForbiddenError(
					"Only the operator of the server may import from its disk. Send the files themselves instead.",
				);
			}
			const projectId = findProject(graph, body.project_id);
			const upload = body.upload === undefined ? undefined : uploads.find(access, body.upload);
			const place = locate(path, upload);
			const job = await imports.start(ownerOf(session), {
				...{ dryRun, once, source, upload, name: upload?.name ?? place.path },
				run: (watch) =>
					runImport({
						...watch,
						...{ source, sources, dryRun, imports: session.imports, ...place },
						...(projectId !== undefined && { projectId }),
						...(body.folders_as_projects !== undefined && { foldersAsProjects: body.folders_as_projects }),
						...(body.visibility !== undefined && { visibility: body.visibility }),
						...(body.mapping !== undefined && { mapping: body.mapping }),
						...(body.plain && { isPlain: true }),
						...(body.write_back && { writeBack: session.reader.rows }),
					}),
			});
			return job;
		},
	);

	api.signedIn(
		"GET /api/imports",
		{
			summary: "Your imports, the newest first; those that were only planned, since the server started",
			answer: z.object({ imports: z.array(importJobSchema) }),
		},
		async ({ session }) => ({ imports: (await imports.list(ownerOf(session))) as object[] }),
	);

	api.signedIn(
		"GET /api/imports/{id}",
		{
			summary: "How far an import has come, and what came of it",
			params: jobParams,
			answer: importJobSchema,
		},
		({ session, params }) => imports.get(ownerOf(session), params.id),
	);

	api.signedIn(
		"DELETE /api/imports/{id}",
		{
			summary: "Stop an import; what is in stays in, and the next run goes on from there",
			params: jobParams,
			retry: "refused",
			answer: importJobSchema,
		},
		({ session, params }) => imports.stop(ownerOf(session), params.id),
	);
}

const ownerOf = ({ reader, importRuns }: Session) => ({ access: reader.access, runs: importRuns });

/** An uploaded file is remembered by its name, so that uploading it again updates the same entities. */
function locate(
	path: string | undefined,
	upload: { readonly path: string; readonly name: string } | undefined,
): { readonly path: string; readonly knownAs?: string } {
	if (path !== undefined && upload === undefined) return { path };
	if (path === undefined && upload !== undefined)
		return { path: upload.path, knownAs: `upload:${upload.name}` };
	throw new InvalidInputError("Name what to import: either an upload or a path.", { field: "upload" });
}
