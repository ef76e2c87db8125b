import type { ContextPayload } from "../context/model/payload.ts";
import type { ContextRequest } from "../context/model/request.ts";
import type { Reader } from "../graph/graph.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";
import type { Message } from "../graph/store/chat/chats.ts";
import type { MessageInput } from "./start-turn.ts";

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

/** A question that may be sent again: the key it was given, and a hash of all that was asked. */
export interface AskedOnce {
	readonly key: string;
	readonly hash: string;
}

/** The request's parameters, by id. */
interface Asked {
	readonly focus?: string;
	/** The paragraph of it. */
	readonly blockId?: string;
	readonly projectId?: string;
	readonly recipe?: string;
	readonly mentions: readonly string[];
	readonly pins: readonly string[];
	readonly model?: string;
}

export const readOnce = ({ details }: Message): AskedOnce | undefined =>
	details.once as unknown as AskedOnce | undefined;

/** Returns the request's parameters to store. Unreadable names are dropped: they were reported as not found. */
export function keepAsked(
	{ request, session, modelId, once }: MessageInput,
	built: ContextPayload,
): JsonObject {
	const { graph } = session.reader;
	const find = (name: string): readonly string[] => [graph.find(name)?.id ?? []].flat();
	const { focusBlockId, focusPageId } = built.metadata;
	const focus = focusPageId ?? focusBlockId;
	const asked: Asked = {
		...(focus !== undefined && { focus }),
		...(request.focus?.blockId !== undefined && focusBlockId !== focus && { blockId: focusBlockId }),
		...(request.projectId !== undefined && { projectId: request.projectId }),
		...(request.recipe !== undefined && { recipe: request.recipe }),
		mentions: (request.mentions ?? []).flatMap(find),
		pins: (request.pins ?? []).flatMap(find),
		...(modelId !== undefined && { model: modelId }),
	};
	return { asked, ...(once && { once }) } as unknown as JsonObject;
}

/** Returns the same for a later reader of the chat: by name, as far as they may still read it. */
export function presentAsked({ details }: Message, { graph }: Reader): JsonObject {
	const asked = details.asked as unknown as Asked | undefined;
	if (asked === undefined) return {};
	const name = (id: string | undefined) => {
		const node = id === undefined ? undefined : graph.node(id);
		return node && { id: node.id, ref: node.ref, kind: node.kind, title: node.title };
	};
	const { focus, projectId, mentions, pins, ...rest } = asked;
	return {
		asked: {
			...rest,
			focus: name(focus) ?? null,
			project: name(projectId) ?? null,
			mentions: mentions.flatMap((id) => name(id) ?? []),
			pins: pins.flatMap((id) => name(id) ?? []),
		},
	};
}
