import type { ToolResult } from "../../chat/tools/tool.ts";
import type { ContextPayload } from "../../context/model/payload.ts";
import { InvalidInputError, SkeinError } from "../../graph/model/errors.ts";
import type { QueryAnswer } from "../../graph/query/run-query.ts";
import type { SearchAnswer } from "../../graph/search/search-entities.ts";
import type { ImportReport } from "../../graph/transfer/import-report.ts";
import type { Problem } from "../http/problem.ts";
import type { Backend, ContextQuery, ImportQuery, SearchQuery, TokenQuery, WqlQuestion } from "./backend.ts";
import type { ServerFile } from "./server-file.ts";

/** The server that holds the data folder. */
export class RemoteBackend implements Backend {
	readonly #server: ServerFile;

	constructor(server: ServerFile) {
		this.#server = server;
	}

	context({ query, focus, project, recipe, budget, type }: ContextQuery): Promise<ContextPayload> {
		return this.#call("POST", "/api/context", {
			query,
			type,
			focus: focus && { id: focus },
			project_id: project,
			recipe,
			budget: budget && { total: budget },
		});
	}

	search({ query, project, types, limit }: SearchQuery): Promise<SearchAnswer> {
		return this.#call("POST", "/api/onto/search", { query, project_id: project, types, limit });
	}

	query(question: WqlQuestion): Promise<QueryAnswer> {
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		return this.#call("POST", "/api/query", { ...question, time_zone: timeZone });
	}

	importFolder({ path, project, dryRun }: ImportQuery): Promise<ImportReport> {
		const body = { source: "markdown", path, project_id: project, dry_run: dryRun };
		return this.#call("POST", "/api/imports", body);
	}

	callTool(name: string, input: unknown): Promise<ToolResult> {
		return this.#call("POST", `/api/tools/${encodeURIComponent(name)}`, input);
	}

	createToken({ name, mode, projects }: TokenQuery): Promise<{ id: string; token: string }> {
		return this.#call("POST", "/api/tokens", { name, mode, project_ids: projects });
	}

	close(): Promise<void> {
		return Promise.resolve();
	}

	/** A server speaks for one workspace. Another one, asked for by name, must not be answered from this. */
	async requireWorkspace(idOrName: string): Promise<void> {
		const { workspace } = await this.#call<{ workspace: { id: string; name: string } }>("GET", "/api/me");
		if (workspace.id === idOrName || workspace.name === idOrName) return;
		throw new InvalidInputError(
			`The running server (process ${this.#server.pid}) holds the workspace "${workspace.name}". Stop it to reach another.`,
			{ field: "workspace" },
		);
	}

	async #call<Answer>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
		const { url, pid, token } = this.#server;
		const response = await fetch(url + path, {
			method,
			headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
			...(body !== undefined && { body: JSON.stringify(body) }),
		}).catch((cause: unknown) => {
			const message = `The server (process ${pid}) went away while it was asked. Start it again, or try without it.`;
			throw new SkeinError("server_unreachable", message, { cause });
		});
		const answer = (await response.json().catch(() => null)) as Problem | null;
		if (response.ok && answer !== null) return answer as unknown as Answer;
		const {
			code = "internal",
			detail = "The server gave an answer that cannot be read.",
			...details
		} = answer ?? {};
		throw new SkeinError(code, detail, { details });
	}
}
