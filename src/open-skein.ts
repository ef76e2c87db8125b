import { join } from "node:path";
import { callTool, type ToolAnswer } from "./chat/call-tool.ts";
import { Conversations } from "./chat/conversations.ts";
import { type ModelChoice, offerModel } from "./chat/models/model-choice.ts";
import type { Run } from "./chat/run.ts";
import type { MessageInput } from "./chat/start-turn.ts";
import type { TurnEvent } from "./chat/turn-event.ts";
import { buildContext, type ContextParts } from "./context/build-context.ts";
import { checkCollectors } from "./context/collect/collect-candidates.ts";
import {
	type EntityLinkedContext,
	type LinkedContextOptions,
	loadLinkedEntitiesContext,
} from "./context/linked-entities-context.ts";
import { type ContextOverrides, mergeConfig } from "./context/model/config.ts";
import type { ContextPayload } from "./context/model/payload.ts";
import { type ContextQuestion, readQuestion } from "./context/model/read-question.ts";
import { buildRichEntityContext, type MentionedContext } from "./context/rich-entity-context.ts";
import { loadDemo } from "./demo/load-demo.ts";
import { Graph, type Session } from "./graph/graph.ts";
import type { Principal } from "./graph/model/access.ts";
import type { Embedder } from "./graph/model/embedder.ts";
import { EntityNotFoundError } from "./graph/model/errors.ts";
import type { JsonObject } from "./graph/model/json.ts";
import { UNNAMED } from "./graph/model/profile.ts";
import { findLocalEmbedder, LocalEmbedder } from "./graph/search/embed/local-embedder.ts";
import { type SearchAnswer, type SearchRequest, searchEntities } from "./graph/search/search-entities.ts";
import type { OpenProgress } from "./graph/store/engine/db.ts";
import { openDatabase } from "./graph/store/engine/open-database.ts";
import type { Workspace } from "./graph/store/people/workspaces.ts";
import { Store } from "./graph/store/store.ts";
import { type ExportFormat, exportWorkspace } from "./graph/transfer/export/export-workspace.ts";
import { ImportJobs } from "./graph/transfer/jobs/import-jobs.ts";
import { type ImportOptions, runImport } from "./graph/transfer/run-import.ts";
import type { ImportReport } from "./graph/transfer/source/import-report.ts";
import { SHIPPED_SOURCES, SourceList } from "./graph/transfer/source-list.ts";
import type { Source } from "./graph/transfer/sources/source.ts";

export interface OpenOptions extends ContextParts {
	/** Where the embedded database lives; ignored when a database URL is given. */
	readonly dataFolder?: string;
	readonly databaseUrl?: string;
	/** Where the graphs of large workspaces are kept between runs; inside the data folder unless named. */
	readonly graphFolder?: string;
	/** The approximate memory for graphs, in bytes; the least recently used ones are dropped. */
	readonly graphBytes?: number;
	readonly onProgress?: OpenProgress;
	/** Turns texts into vectors; null for search by words and connections alone. By default the local model. */
	readonly embedder?: Embedder | null;
	/** A model that made vectors before, by its id: it answers until the present one has made its own. The local models otherwise. */
	readonly findEmbedder?: (model: string) => Embedder | undefined;
	/** Figures for every context, which override the defaults; an unknown key is refused. */
	readonly context?: ContextOverrides;
	/** The language models that answer in chats; none otherwise, and answers are quoted passages. */
	readonly models?: ModelChoice;
	/** Further sources to import from, next to those that ship. */
	readonly sources?: readonly Source[];
}

export type { LanguageModel } from "./chat/models/model.ts";
export type { ModelChoice } from "./chat/models/model-choice.ts";
export { offerModel } from "./chat/models/model-choice.ts";
export { openModel } from "./chat/models/open-model.ts";
export type { Run } from "./chat/run.ts";
export type { TurnEvent } from "./chat/turn-event.ts";
export type { BuilderRequest, ContextBuilder, ContextParts } from "./context/build-context.ts";
export { createContextBuilder } from "./context/build-context.ts";
export type { ContextCollector, FoundEntity } from "./context/collect/collect-candidates.ts";
export type {
	EntityLinkedContext,
	LinkedContextOptions,
	LinkedEntityContext,
} from "./context/linked-entities-context.ts";
export { formatLinkedEntitiesContext, loadLinkedEntitiesContext } from "./context/linked-entities-context.ts";
export type { ContextConfig, ContextOverrides } from "./context/model/config.ts";
export { DEFAULT_CONTEXT_CONFIG, TruncationStrategy } from "./context/model/config.ts";
export type {
	AllocatedContext,
	BudgetAllocator,
	OfferedItem,
	RelevanceScorer,
	ScoredItem,
} from "./context/model/own-parts.ts";
export type { ContextItem, ContextPayload, ContextSection } from "./context/model/payload.ts";
export type { ContextQuestion } from "./context/model/read-question.ts";
export type {
	ContextHints,
	ContextRequest,
	ConversationMessage,
	TokenBudget,
} from "./context/model/request.ts";
export type {
	EntityLinkedNote,
	MentionedContext,
	ResolvedField,
	RichEntityContext,
} from "./context/rich-entity-context.ts";
export { buildRichEntityContext } from "./context/rich-entity-context.ts";
export type { ContextValidationResult } from "./context/validate-context.ts";
export type { Principal } from "./graph/model/access.ts";
export { SkeinError } from "./graph/model/errors.ts";
export type { SourceFile } from "./graph/transfer/files/source-file.ts";
export type { ImportItem, ImportLink, LoadedItem, Survey } from "./graph/transfer/source/import-item.ts";
export { makeItem } from "./graph/transfer/source/import-item.ts";
export type { ImportReport, Loss } from "./graph/transfer/source/import-report.ts";
export type { Source } from "./graph/transfer/sources/source.ts";
export type { SurveyOptions } from "./graph/transfer/sources/survey-options.ts";

/** A message to a chat. The question's keys say what it is asked about; without a chat it starts one. */
export interface ChatMessage
	extends Omit<ContextQuestion, "query" | "type">,
		Pick<MessageInput, "parentId" | "files" | "images" | "modelId"> {
	readonly text: string;
	readonly chatId?: string | undefined;
}

/** An import from a file or folder. With `writeBack`, a folder of notes is kept in step both ways. */
export interface ImportRequest extends Omit<ImportOptions, "imports" | "sources" | "writeBack"> {
	readonly writeBack?: boolean;
}

/** The session of one person: read, search, weave contexts, write, chat, call tools, import, export. */
export interface SkeinSession extends Session {
	buildContext(question: ContextQuestion): Promise<ContextPayload>;
	search(request: SearchRequest): Promise<SearchAnswer>;
	/** Stores the question and starts the answer, whose events `follow()` gives. */
	ask(message: ChatMessage): Promise<Run<TurnEvent>>;
	/** The answer to a tool call. A write that a person must confirm comes back as `approval`. */
	callTool(name: string, input: unknown): Promise<ToolAnswer>;
	importFrom(request: ImportRequest): Promise<ImportReport>;
	/** All that the person may read, in chunks: lines of JSON, or a zip archive of files. */
	exportAs(format: ExportFormat): AsyncGenerator<Uint8Array>;
	/** The neighbours of an entity by kind, with the true counts. */
	loadLinkedEntitiesContext(
		entityId: string,
		entityKind: string,
		projectId?: string,
		options?: LinkedContextOptions,
	): Promise<EntityLinkedContext>;
	/** The entities that were mentioned and what their fields refer to, two steps far, with the notes that fields hold. */
	buildRichEntityContext(mentionedEntityIds: readonly string[]): Promise<MentionedContext>;
}

const LOCAL_ACCOUNT = { email: "you@localhost", display_name: UNNAMED };

/** The parts put together: a database, the graph over it, chats, imports, models, and the sessions that reach them. */
export class Skein {
	readonly graph: Graph;
	readonly models: ModelChoice;
	readonly conversations: Conversations;
	/** Imports as jobs: started, watched and stopped by id, with the files that were sent for them. */
	readonly imports = new ImportJobs();
	/** What can be imported from. */
	readonly sources: SourceList;

	constructor(graph: Graph, models: ModelChoice = offerModel(null), sources: SourceList = SHIPPED_SOURCES) {
		this.graph = graph;
		this.models = models;
		this.sources = sources;
		this.conversations = new Conversations({ graph, models });
	}

	async as(principal: Principal): Promise<SkeinSession> {
		const session = await this.graph.openSession(principal);
		const { reader } = session;
		return {
			...session,
			buildContext: async (question) => buildContext({ reader, request: readQuestion(question) }),
			search: (request) => searchEntities(reader, request),
			ask: (message) => this.#ask(session, message),
			callTool: (name, input) => callTool({ name, input, session, door: "tool" }),
			importFrom: ({ writeBack, ...options }) =>
				runImport({
					...{ ...options, imports: session.imports, sources: this.sources },
					...(writeBack && { writeBack: reader.rows }),
				}),
			exportAs: (format) => exportWorkspace(session, { format }),
			loadLinkedEntitiesContext: (entityId, entityKind, projectId, options) =>
				loadLinkedEntitiesContext(reader, { ...options, entityId, entityKind, projectId }),
			buildRichEntityContext: (ids) => buildRichEntityContext(reader, ids),
		};
	}

	async #ask(session: Session, message: ChatMessage): Promise<Run<TurnEvent>> {
		const { text, chatId, parentId, files, images, modelId, ...question } = message;
		const request = readQuestion({ ...question, query: text, type: "chat" });
		return this.conversations.send({
			...{ session, request, parentId, files, images, modelId },
			chatId: chatId ?? (await session.chats.create()).id,
		});
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

	/** Ends answers and imports that run; what they have written stays. */
	async stopWork(): Promise<void> {
		await Promise.all([this.conversations.stopAll(), this.imports.stopAll()]);
	}

	async close(): Promise<void> {
		await this.stopWork();
		await this.graph.close();
	}
}

/** Opens a store, embedded or PostgreSQL, and everything on top of it. */
export async function openSkein(options: OpenOptions): Promise<Skein> {
	mergeConfig(options.context);
	const { collectors = [], scorer, allocator } = options;
	checkCollectors(collectors);
	const sources = new SourceList(options.sources);
	const db = await openDatabase(options);
	const embedder = options.embedder === undefined ? new LocalEmbedder() : options.embedder;
	const { findEmbedder = findLocalEmbedder } = options;
	const graph = new Graph(new Store(db), {
		embedder: embedder ?? undefined,
		findEmbedder,
		settings: { context: (options.context ?? {}) as JsonObject },
		extensions: { collectors, scorer, allocator } satisfies ContextParts,
		resident: { snapshotFolder: locateGraphs(options), mostBytes: options.graphBytes },
	});
	return new Skein(graph, options.models, sources);
}

const locateGraphs = ({ graphFolder, databaseUrl, dataFolder }: OpenOptions): string | undefined =>
	graphFolder ?? (databaseUrl || dataFolder === undefined ? undefined : join(dataFolder, "graphs"));
