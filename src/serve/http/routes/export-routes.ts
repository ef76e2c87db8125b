import { z } from "zod";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import type { Graph } from "../../../graph/graph.ts";
import {
	EXPORT_FORMATS,
	type ExportFormat,
	exportWorkspace,
} from "../../../graph/transfer/export/export-workspace.ts";
import { spoolArchive } from "../../../graph/transfer/export/spool-archive.ts";
import type { Api, ApiScope } from "../exchange/api.ts";
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
