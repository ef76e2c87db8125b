import type { ContextRequest } from "../context/model/request.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";

/** The search uses the last turns of a conversation, and the beginning of each answer. */
const MOST_MESSAGES = 4;
const LONGEST_MESSAGE = 2_000;

/** A question as it was asked, with everything that decides what is found for it. */
export interface KeptRequest
	extends Pick<
		ContextRequest,
		| "query"
		| "type"
		| "projectId"
		| "recipe"
		| "fill"
		| "read"
		| "hints"
		| "focus"
		| "mentions"
		| "pins"
		| "history"
	> {
	readonly chatId?: string | undefined;
}

/**
 * Returns the request as a context keeps it. Names become ids, so that a renamed entity is still found. Budget, model
 * and day are left out: a repeated question uses those of its new caller.
 */
export function keepRequest(request: ContextRequest, graph: GraphView, chatId?: string): JsonObject {
	const { query, type, projectId, recipe, fill, read, hints } = request;
	const { focus, mentions = [], pins = [], conversation, history = conversation } = request;
	const find = (name: string): readonly string[] => [graph.find(name)?.id ?? []].flat();
	const kept: KeptRequest = {
		...{ query, type, chatId, projectId, recipe, fill, read, hints },
		focus: focus && { ...focus, ...(focus.id !== undefined && { id: find(focus.id)[0] ?? focus.id }) },
		mentions: mentions.flatMap(find),
		pins: pins.flatMap(find),
		history: history
			?.slice(-MOST_MESSAGES)
			.map(({ role, content }) => ({ role, content: content.slice(0, LONGEST_MESSAGE) })),
	};
	return kept as unknown as JsonObject;
}
