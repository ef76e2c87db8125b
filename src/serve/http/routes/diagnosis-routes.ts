import { diagnosisSchema } from "../../../contract/operation.ts";
import type { GraphSize } from "../../../graph/search/resident/resident-graphs.ts";
import type { Api, ApiScope } from "../exchange/api.ts";

const describeSize = ({ bytes, mostBytes, isInMemory }: GraphSize) => ({
	bytes,
	most_bytes: mostBytes,
	in_memory: isInMemory,
});

/** Diagnosis for the operator of the server: counts of whole workspaces, and not a word of their content. */
export function addDiagnosisRoutes(api: Api, { graph, conversations, version, readLag }: ApiScope): void {
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
