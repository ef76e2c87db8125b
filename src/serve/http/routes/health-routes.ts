import { z } from "@hono/zod-openapi";
import { SkeinError } from "../../../graph/model/errors.ts";
import type { Api, ApiScope } from "../api.ts";
import { statusSchema } from "../schemas/operation-schemas.ts";

/** Whether the server is well. */
export function addHealthRoutes(api: Api, { graph, version, isStopping = () => false }: ApiScope): void {
	api.open(
		{
			method: "get",
			path: "/api/health",
			summary: "Whether the server answers",
			answer: z.object({ status: z.literal("ok") }),
		},
		({ context }) => context.json({ status: "ok" }),
	);

	api.open(
		{
			method: "get",
			path: "/api/ready",
			summary: "Whether the server can be given work: its store answers and it is not stopping",
			answer: z.object({ status: z.literal("ready") }),
		},
		async ({ context }) => {
			if (isStopping())
				throw new SkeinError("stopping", "The server is stopping. Ask again when it has started.");
			await graph.store.workspaces.list();
			return context.json({ status: "ready" });
		},
	);

	api.signedIn(
		{ method: "get", path: "/api/status", summary: "Where the workspace stands", answer: statusSchema },
		async ({ context, session: { reader, cursors } }) => {
			const { revision, size: entities } = reader.graph;
			const index = await graph.coverage(reader);
			return context.json({ version, revision: cursors.seal(revision), entities, index });
		},
	);
}
