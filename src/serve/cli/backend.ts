import type { ToolResult } from "../../chat/tools/tool.ts";
import type { ContextPayload } from "../../context/model/payload.ts";
import type { RequestType } from "../../context/model/request.ts";
import type { QueryAnswer } from "../../graph/query/run-query.ts";
import type { SearchAnswer } from "../../graph/search/search-entities.ts";
import type { ImportReport } from "../../graph/transfer/import-report.ts";

export interface ContextQuery {
	readonly query: string;
	readonly focus?: string;
	readonly project?: string;
	readonly recipe?: string;
	readonly budget?: number;
	readonly type?: RequestType;
}

export interface SearchQuery {
	readonly query: string;
	readonly project?: string;
	readonly types?: readonly string[];
	readonly limit?: number;
}

export interface WqlQuestion {
	readonly wql: string;
	readonly this?: string;
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
	query(question: WqlQuestion): Promise<QueryAnswer>;
	importFolder(query: ImportQuery): Promise<ImportReport>;
	callTool(name: string, input: unknown): Promise<ToolResult>;
	createToken(query: TokenQuery): Promise<{ readonly id: string; readonly token: string }>;
	close(): Promise<void>;
}
