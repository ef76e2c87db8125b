import { join } from "node:path";
import { buildContext } from "./context/build-context.ts";
import type { ContextOverrides } from "./context/model/config.ts";
import { mergeConfig } from "./context/model/merge-config.ts";
import type { ContextPayload } from "./context/model/payload.ts";
import { type ContextQuestion, readQuestion } from "./context/model/read-question.ts";
import { loadDemo } from "./demo/load-demo.ts";
import { Graph, type Reader, type Session } from "./graph/graph.ts";
import type { Principal } from "./graph/model/access.ts";
import type { Embedder } from "./graph/model/embedder.ts";
import { EntityNotFoundError } from "./graph/model/errors.ts";
import type { JsonObject } from "./graph/model/json.ts";
import { findLocalEmbedder, LocalEmbedder } from "./graph/search/embed/local-embedder.ts";
import { type SearchAnswer, type SearchRequest, searchEntities } from "./graph/search/search-entities.ts";
import type { OpenProgress } from "./graph/store/engine/db.ts";
import { openDatabase } from "./graph/store/engine/open-database.ts";
import type { Workspace } from "./graph/store/people/workspaces.ts";
import { Store } from "./graph/store/store.ts";

export interface OpenOptions {
	/** Where the embedded database lives; ignored when a database URL is given. */
	readonly dataFolder?: string;
	readonly databaseUrl?: string;
	/** Where the graphs of large workspaces are kept between runs; inside the data folder unless named. */
	readonly graphFolder?: string;
	/** About how many bytes graphs may take in memory; the ones asked for least lately leave. */
	readonly graphBytes?: number;
	readonly onProgress?: OpenProgress;
	/** What turns texts into vectors; null for search by words and connections alone. The local model otherwise. */
	readonly embedder?: Embedder | null;
	/** A model that made vectors before, by its id: it answers until the present one has made its own. The local models otherwise. */
	readonly findEmbedder?: (model: string) => Embedder | undefined;
	/** Figures for every context, laid over the defaults; a key that does not exist is refused. */
	readonly context?: ContextOverrides;
}

export type { BuilderRequest, ContextBuilder } from "./context/create-context-builder.ts";
export { createContextBuilder } from "./context/create-context-builder.ts";
export type { ContextConfig, ContextOverrides, TruncationStrategy } from "./context/model/config.ts";
export { DEFAULT_CONTEXT_CONFIG } from "./context/model/config.ts";
export type { ContextItem, ContextPayload, ContextSection } from "./context/model/payload.ts";
export type { ContextQuestion } from "./context/model/read-question.ts";
export type {
	ContextHints,
	ContextRequest,
	ConversationMessage,
	TokenBudget,
} from "./context/model/request.ts";
export type { ContextValidationResult } from "./context/validate-context.ts";
export { SkeinError } from "./graph/model/errors.ts";

/** What one person can do: read, search, weave contexts, write. */
export interface SkeinSession extends Session {
	buildContext(question: ContextQuestion): Promise<ContextPayload>;
	search(request: SearchRequest): Promise<SearchAnswer>;
}

const LOCAL_ACCOUNT = { email: "you@localhost", display_name: "You" };

/** The parts put together: a database, the graph over it, and the sessions through which everything is reached. */
export class Skein {
	readonly graph: Graph;

	constructor(graph: Graph) {
		this.graph = graph;
	}

	async as(principal: Principal): Promise<SkeinSession> {
		const session = await this.graph.as(principal);
		return { ...session, ...bindReader(session.reader) };
	}

	/** The workspace of that id or name; without one, the first there is. */
	async workspace(idOrName?: string): Promise<Workspace> {
		const all = await this.graph.store.workspaces.list();
		const found =
			idOrName === undefined ? all[0] : all.find(({ id, name }) => id === idOrName || name === idOrName);
		if (found === undefined) throw new EntityNotFoundError("workspace");
		return found;
	}

	/** Makes sure there is a workspace to start with: the demo, or an empty one of your own. */
	async ensureWorkspace(options: { readonly demo: boolean; readonly today: string }): Promise<Workspace> {
		const { workspaces } = this.graph.store;
		const [first] = await workspaces.list();
		if (first) return first;
		if (options.demo) return loadDemo(this.graph, options.today);
		const workspace = await workspaces.create("My work");
		const account = await workspaces.ensureAccount(LOCAL_ACCOUNT);
		await workspaces.setMember(workspace.id, account.id, "owner");
		return workspace;
	}

	/** The person of that e-mail address or name; without one, the workspace's owner. */
	async principal(workspaceId: string, emailOrName?: string): Promise<Principal> {
		const members = await this.graph.store.workspaces.members(workspaceId);
		const member =
			emailOrName === undefined
				? members.find(({ role }) => role === "owner")
				: members.find(({ id, email, display_name }) => [id, email, display_name].includes(emailOrName));
		if (member === undefined) throw new EntityNotFoundError("person");
		return { workspaceId, accountId: member.id };
	}

	close(): Promise<void> {
		return this.graph.close();
	}
}

const bindReader = (reader: Reader): Pick<SkeinSession, "buildContext" | "search"> => ({
	buildContext: async (question) => buildContext({ reader, request: readQuestion(question) }),
	search: (request) => searchEntities(reader, request),
});

/** Opens a store, embedded or PostgreSQL, and everything on top of it. */
export async function openSkein(options: OpenOptions): Promise<Skein> {
	const db = await openDatabase(options);
	const embedder = options.embedder === undefined ? new LocalEmbedder() : options.embedder;
	const { findEmbedder = findLocalEmbedder } = options;
	mergeConfig(options.context);
	const settings = { context: (options.context ?? {}) as JsonObject };
	const resident = { snapshotFolder: locateGraphs(options), mostBytes: options.graphBytes };
	const graph = new Graph(new Store(db), {
		embedder: embedder ?? undefined,
		findEmbedder,
		settings,
		resident,
	});
	return new Skein(graph);
}

const locateGraphs = ({ graphFolder, databaseUrl, dataFolder }: OpenOptions): string | undefined =>
	graphFolder ?? (databaseUrl || dataFolder === undefined ? undefined : join(dataFolder, "graphs"));
