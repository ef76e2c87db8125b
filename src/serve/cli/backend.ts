import { ALL_TOOLS } from "../../chat/tools/all-tools.ts";
import type { ToolResult } from "../../chat/tools/tool.ts";
import type { ContextPayload } from "../../context/model/payload.ts";
import { EntityNotFoundError, InvalidInputError, SkeinError } from "../../graph/model/errors.ts";
import type { SearchAnswer } from "../../graph/search/search-entities.ts";
import { importMarkdown } from "../../graph/transfer/import-markdown.ts";
import type { ImportReport } from "../../graph/transfer/import-report.ts";
import { openSkein, type Skein, type SkeinSession } from "../../open-skein.ts";
import type { Problem } from "../http/problem.ts";
import { type CommonOptions, dataFolderOf } from "./common-options.ts";
import { findServer, type ServerFile } from "./server-file.ts";
import { talk } from "./talk.ts";

export interface ContextQuery {
	readonly query: string;
	readonly focus?: string;
	readonly project?: string;
	readonly recipe?: string;
	readonly budget?: number;
	readonly type?: "assist" | "chat" | "search" | "automate";
}

export interface SearchQuery {
	readonly query: string;
	readonly project?: string;
	readonly types?: readonly string[];
	readonly limit?: number;
}

export interface ImportQuery {
	readonly path: string;
	readonly project?: string;
	readonly dryRun: boolean;
}

export interface TokenQuery {
	readonly name: string;
	readonly mode: "read" | "write";
	readonly projects: readonly string[];
}

/** What commands ask for, answered by a running server or by the store itself. */
export interface Backend {
	context(query: ContextQuery): Promise<ContextPayload>;
	search(query: SearchQuery): Promise<SearchAnswer>;
	importFolder(query: ImportQuery): Promise<ImportReport>;
	callTool(name: string, input: unknown): Promise<ToolResult>;
	createToken(query: TokenQuery): Promise<{ readonly id: string; readonly token: string }>;
	close(): Promise<void>;
}

class RemoteBackend implements Backend {
	readonly #server: ServerFile;

	constructor(server: ServerFile) {
		this.#server = server;
	}

	context({ query, focus, project, recipe, budget, type }: ContextQuery): Promise<ContextPayload> {
		return this.#post("/api/context", {
			query,
			type,
			focus: focus && { id: focus },
			project_id: project,
			recipe,
			budget: budget && { total: budget },
		});
	}

	search({ query, project, types, limit }: SearchQuery): Promise<SearchAnswer> {
		return this.#post("/api/onto/search", { query, project_id: project, types, limit });
	}

	importFolder({ path, project, dryRun }: ImportQuery): Promise<ImportReport> {
		return this.#post("/api/imports", { source: "markdown", path, project_id: project, dry_run: dryRun });
	}

	callTool(name: string, input: unknown): Promise<ToolResult> {
		return this.#post(`/api/tools/${encodeURIComponent(name)}`, input);
	}

	createToken({ name, mode, projects }: TokenQuery): Promise<{ id: string; token: string }> {
		return this.#post("/api/tokens", { name, mode, project_ids: projects });
	}

	close(): Promise<void> {
		return Promise.resolve();
	}

	async #post<Answer>(path: string, body: unknown): Promise<Answer> {
		const response = await fetch(this.#server.url + path, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${this.#server.token}` },
			body: JSON.stringify(body),
		});
		const answer: unknown = await response.json();
		if (response.ok) return answer as Answer;
		const { code, detail, ...details } = answer as Problem;
		throw new SkeinError(code, detail, { details });
	}
}

class LocalBackend implements Backend {
	readonly #skein: Skein;
	readonly #openSession: () => Promise<SkeinSession>;

	constructor(skein: Skein, openSession: () => Promise<SkeinSession>) {
		this.#skein = skein;
		this.#openSession = openSession;
	}

	async context({ query, focus, project, recipe, budget, type }: ContextQuery): Promise<ContextPayload> {
		const session = await this.#openSession();
		return session.buildContext({
			query,
			focus: focus === undefined ? undefined : { id: focus },
			projectId: findProject(session, project),
			recipe,
			budget: budget === undefined ? undefined : { total: budget },
			...(type !== undefined && { type }),
		});
	}

	async search({ query, project, types, limit }: SearchQuery): Promise<SearchAnswer> {
		const session = await this.#openSession();
		return session.search({ query, projectId: findProject(session, project), types, limit });
	}

	async importFolder({ path, project, dryRun }: ImportQuery): Promise<ImportReport> {
		const session = await this.#openSession();
		const projectId = findProject(session, project);
		return importMarkdown({
			imports: session.imports,
			folder: path,
			dryRun,
			onProgress: ({ stage, done, total }) => talk(`${stage} ${done} of ${total}`),
			...(projectId && { projectId }),
		});
	}

	async callTool(name: string, input: unknown): Promise<ToolResult> {
		const tool = ALL_TOOLS.find((candidate) => candidate.name === name);
		if (tool === undefined) throw new EntityNotFoundError("tool");
		return tool.call(input, await this.#openSession());
	}

	async createToken({ name, mode, projects }: TokenQuery): Promise<{ id: string; token: string }> {
		const session = await this.#openSession();
		const projectIds = projects.map((project) => findProject(session, project) ?? "");
		const { workspaceId, accountId } = session.reader.access;
		return this.#skein.graph.store.credentials.create({
			...{ workspaceId, accountId, purpose: "token" as const, name, mode },
			...(projectIds.length > 0 && { projectIds }),
		});
	}

	close(): Promise<void> {
		return this.#skein.close();
	}
}

function findProject({ reader }: SkeinSession, name: string | undefined): string | undefined {
	if (name === undefined) return undefined;
	const project = reader.graph.find(name);
	if (project === undefined) throw new EntityNotFoundError("project");
	return project.id;
}

/** Talks to the server that holds the data folder when there is one, and opens the store otherwise. */
export async function openBackend(options: CommonOptions): Promise<Backend> {
	const dataFolder = dataFolderOf(options);
	const server = options.databaseUrl === undefined ? await findServer(dataFolder) : null;
	if (server) {
		if (options.as !== undefined) {
			throw new InvalidInputError("--as needs direct access to the store: stop the running server first.", {
				field: "as",
			});
		}
		return new RemoteBackend(server);
	}
	const skein = await openSkein({
		dataFolder,
		...(options.databaseUrl !== undefined && { databaseUrl: options.databaseUrl }),
		onProgress: talk,
	});
	const workspace =
		options.workspace === undefined
			? await skein.ensureWorkspace({ demo: false, today: new Date().toISOString().slice(0, 10) })
			: await skein.workspace(options.workspace);
	const principal = await skein.principal(workspace.id, options.as);
	return new LocalBackend(skein, () => skein.as(principal));
}
