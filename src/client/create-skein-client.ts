import { makeApprovalCalls, makeChatCalls } from "./chat-calls.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import {
	makeFindCalls,
	makeQueryCalls,
	makeRatingCalls,
	makeSuggestionCalls,
	makeToolCalls,
} from "./context-calls.ts";
import { makeChangeCalls, makeEntityCalls, makeLinkCalls, makeTrashCalls } from "./entity-calls.ts";
import { makeImportCalls } from "./import-calls.ts";
import {
	makeGroupCalls,
	makeKindCalls,
	makeMemberCalls,
	makeModelCalls,
	makeProjectCalls,
	makeTokenCalls,
	makeWorkspaceCalls,
} from "./workspace-calls.ts";

export type { AnswerOutcome, Approval, ChatSummary, CompleteAnswer, QuestionRequest } from "./chat-calls.ts";
export type { CallOptions, Connection, ConnectionOptions, Written } from "./connection.ts";
export { ProblemError, UnreachableError } from "./connection.ts";
export type { ContextPayload, ContextRequest, SearchAnswer, Tool, ToolAnswer } from "./context-calls.ts";
export type { Change, Entity, EntityFilter, EntityPatch, NewEdge, NewEntity } from "./entity-calls.ts";
export type { FileToImport, ImportJob, ImportRequest } from "./import-calls.ts";
export type { Kind, Me, Status } from "./workspace-calls.ts";

export type SkeinClient = ReturnType<typeof createSkeinClient>;

/**
 * The HTTP API of a server as typed calls, for browsers and Node. A refusal throws a `ProblemError` with a stable `code`.
 *
 *     const skein = createSkeinClient("http://127.0.0.1:4747", process.env.SKEIN_TOKEN);
 *     const { content } = await skein.chats.ask({ text: "What blocks the pilot build?" });
 */
export function createSkeinClient(
	url: string,
	token?: string,
	options: Pick<ConnectionOptions, "fetch"> = {},
) {
	const connection = new Connection({ url, ...options, ...(token !== undefined && { token }) });
	return {
		/** For routes that have no call of their own. */
		connection,
		...makeWorkspaceCalls(connection),
		...makeFindCalls(connection),
		entities: makeEntityCalls(connection),
		links: makeLinkCalls(connection),
		changes: makeChangeCalls(connection),
		trash: makeTrashCalls(connection),
		kinds: makeKindCalls(connection),
		chats: makeChatCalls(connection),
		approvals: makeApprovalCalls(connection),
		suggestions: makeSuggestionCalls(connection),
		tools: makeToolCalls(connection),
		imports: makeImportCalls(connection),
		queries: makeQueryCalls(connection),
		ratings: makeRatingCalls(connection),
		members: makeMemberCalls(connection),
		groups: makeGroupCalls(connection),
		projects: makeProjectCalls(connection),
		tokens: makeTokenCalls(connection),
		models: makeModelCalls(connection),
	};
}
