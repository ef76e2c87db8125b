import { z } from "@hono/zod-openapi";
import { diagnosisSchema, repairSchema, statusSchema } from "../../../contract/operation.ts";
import type { EntityHeader } from "../../../graph/model/entity.ts";
import { SkeinError, StoreUnavailableError } from "../../../graph/model/errors.ts";
import type { GraphSize } from "../../../graph/search/resident/resident-graphs.ts";
import type { CacheUsage } from "../../../graph/store/chat/chats.ts";
import type { Api, ApiScope } from "../exchange/api.ts";

const presentName = ({ id, ref, kind, title }: EntityHeader) => ({ id, ref, kind, title });

const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

const presentUsage = ({ answers, inputTokens, cachedInputTokens, partsKnown, partsAsked }: CacheUsage) => ({
	counted: answers,
	input_tokens: inputTokens,
	cached_input_tokens: cachedInputTokens,
	prompt_cache_hit_rate: shareOf(cachedInputTokens, inputTokens),
	context_cache_hit_rate: shareOf(partsKnown, partsAsked),
});

const describeSize = ({ bytes, mostBytes, isInMemory }: GraphSize) => ({
	bytes,
	most_bytes: mostBytes,
	in_memory: isInMemory,
});

/** Whether the server is well; and diagnosis for its operator. */
export function addHealthRoutes(
	api: Api,
	{ graph, conversations, version, readLag, isStopping = () => false }: ApiScope,
): void {
	api.open(
		"GET /api/health",
		{ summary: "Whether the server answers", answer: z.object({ status: z.literal("ok") }) },
		() => ({ status: "ok" }),
	);

	api.open(
		"GET /api/ready",
		{
			summary:
				"Whether the server can be given work: its store answers, its graphs can be read, it is not stopping",
			answer: z.object({ status: z.literal("ready") }),
		},
		async () => {
			if (isStopping())
				throw new SkeinError("stopping", "The server is stopping. Ask again when it has started.");
			if (!(await graph.isReady())) {
				throw new StoreUnavailableError(
					"The graph of a workspace cannot be built. Look at the server's log, and run skein doctor.",
				);
			}
			return { status: "ready" };
		},
	);

	api.signedIn(
		"GET /api/status",
		{ summary: "The state of the workspace", answer: statusSchema },
		async ({ session: { reader, cursors, chats } }) => {
			const { revision, size: entities, setAside } = reader.graph;
			const [index, usage] = await Promise.all([graph.coverage(reader), chats.sumUsage()]);
			const set_aside = setAside.map(presentName);
			const answers = presentUsage(usage);
			return { version, revision: cursors.seal(revision), entities, index, set_aside, answers };
		},
	);

	api.signedIn(
		"POST /api/repair",
		{
			summary: "Build the graph of the workspace again, and throw away what still cannot be read if asked to",
			body: z
				.strictObject({
					trash: z.boolean().optional().describe("Move what cannot be read to the trash; it can be restored"),
				})
				.meta({ id: "Repair" }),
			answer: repairSchema,
		},
		async ({ session: { reader }, body }) => {
			await graph.rebuild(reader);
			const session = await graph.openSession(reader.access.principal);
			const { setAside } = session.reader.graph;
			const committed =
				body.trash === true && setAside.length > 0
					? await session.writer.commit(
							setAside.map(({ id }) => ({ op: "delete", id })),
							"repair",
						)
					: undefined;
			return {
				set_aside: setAside.map(presentName),
				trashed: committed === undefined ? 0 : setAside.length,
			};
		},
	);

	// Counts of whole workspaces, and not a word of their content.
	api.operator(
		"GET /api/diagnosis",
		{
			summary: "The engine, the indexes and the model, for the operator of the server, who holds its key",
			answer: diagnosisSchema,
		},
		async () => {
			const { store } = graph;
			const workspaces = await store.workspaces.list();
			const [first] = workspaces;
			const model = first ? conversations.models.choose(first.id) : null;
			return {
				version,
				event_loop: readLag?.() ?? null,
				engine: await store.engine(),
				model: model && { id: model.id, provider: model.provider },
				workspaces: await Promise.all(
					workspaces.map(async ({ id, name }) => ({
						id,
						name,
						meaning: await graph.indexingProgress(id),
						graph: describeSize(await graph.graphSize(id)),
						set_aside: graph.countSetAside(id) ?? null,
					})),
				),
			};
		},
	);
}
