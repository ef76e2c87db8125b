import { ALL_TOOLS } from "../../chat/tools/all-tools.ts";
import { findProject } from "../../chat/tools/find-project.ts";
import type { ToolResult } from "../../chat/tools/tool.ts";
import type { ContextPayload } from "../../context/model/payload.ts";
import type { Principal } from "../../graph/model/access.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { QueryAnswer } from "../../graph/query/run-query.ts";
import { queryGraph } from "../../graph/query-graph.ts";
import type { SearchAnswer } from "../../graph/search/search-entities.ts";
import { importMarkdown } from "../../graph/transfer/import-markdown.ts";
import type { ImportReport } from "../../graph/transfer/import-report.ts";
import type { Skein, SkeinSession } from "../../open-skein.ts";
import type { Backend, ContextQuery, ImportQuery, SearchQuery, TokenQuery, WqlQuestion } from "./backend.ts";
import { talk } from "./talk.ts";

/** The store itself, opened by this process for one person. */
export class LocalBackend implements Backend {
	readonly #skein: Skein;
	readonly #principal: Principal;

	constructor(skein: Skein, principal: Principal) {
		this.#skein = skein;
		this.#principal = principal;
	}

	async context({ query, focus, project, recipe, budget, type }: ContextQuery): Promise<ContextPayload> {
		const session = await this.#openSession();
		return session.buildContext({
			query,
			focus: focus === undefined ? undefined : { id: focus },
			projectId: findProject(session.reader.graph, project),
			recipe,
			budget: budget === undefined ? undefined : { total: budget },
			...(type !== undefined && { type }),
		});
	}

	async search({ query, project, types, limit }: SearchQuery): Promise<SearchAnswer> {
		const session = await this.#openSession();
		const projectId = findProject(session.reader.graph, project);
		return session.search({ query, projectId, types, limit });
	}

	async query(question: WqlQuestion): Promise<QueryAnswer> {
		const { reader } = await this.#openSession();
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		return queryGraph(reader.graph, { ...question, timeZone, now: new Date() });
	}

	async importFolder({ path, project, dryRun }: ImportQuery): Promise<ImportReport> {
		const session = await this.#openSession();
		const projectId = findProject(session.reader.graph, project);
		return importMarkdown({
			imports: session.imports,
			folder: path,
			dryRun,
			onProgress: ({ stage, done, total }) => talk(`${stage} ${done} of ${total}`),
			...(projectId !== undefined && { projectId }),
		});
	}

	async callTool(name: string, input: unknown): Promise<ToolResult> {
		const tool = ALL_TOOLS.find((candidate) => candidate.name === name);
		if (tool === undefined) throw new EntityNotFoundError("tool");
		return tool.call(input, await this.#openSession());
	}

	async createToken({ name, mode, projects }: TokenQuery): Promise<{ id: string; token: string }> {
		const { reader } = await this.#openSession();
		const projectIds = projects.flatMap((project) => findProject(reader.graph, project) ?? []);
		const { workspaceId, accountId } = this.#principal;
		return this.#skein.graph.store.credentials.create({
			...{ workspaceId, accountId, purpose: "token" as const, name, mode },
			...(projectIds.length > 0 && { projectIds }),
		});
	}

	close(): Promise<void> {
		return this.#skein.close();
	}

	#openSession(): Promise<SkeinSession> {
		return this.#skein.as(this.#principal);
	}
}
