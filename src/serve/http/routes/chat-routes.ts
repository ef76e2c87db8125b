import { z } from "zod";
import { toContextRequest } from "../../../chat/tools/to-context-request.ts";
import type { ContextRequest } from "../../../context/model/request.ts";
import { chatSchema, chatsSchema, chatWithMessagesSchema } from "../../../contract/chat.ts";
import { namedSchema } from "../../../contract/context-request.ts";
import { LONGEST_NAME } from "../../../contract/limits.ts";
import { messageRequestSchema } from "../../../contract/message-request.ts";
import type { Session } from "../../../graph/graph.ts";
import type { Api, ApiScope } from "../exchange/api.ts";
import { limitStreams } from "../exchange/open-streams.ts";
import { streamContext, streamTurn } from "../exchange/stream-turn.ts";

const chatParams = z.object({ id: z.string() });

type MessageBody = z.infer<typeof messageRequestSchema>;

function readRequest({ reader }: Session, body: MessageBody): ContextRequest {
	const { text, mentionedEntityIds, mentionedNoteIds, lifetimes, parentId, dryRun, ...others } = body;
	const { files, images, model, ...rest } = others;
	return {
		...toContextRequest(reader, { ...rest, query: text }),
		mentions: mentionedEntityIds,
		pins: mentionedNoteIds,
	};
}

/** Returns the mentions and pins to keep after the message; undefined when the message names no lifetimes. */
function readKept({ mentionedEntityIds = [], mentionedNoteIds = [], lifetimes }: MessageBody) {
	if (lifetimes === undefined) return undefined;
	const stays = (id: string): boolean => lifetimes[id] === "chat";
	return { mentions: mentionedEntityIds.filter(stays), pins: mentionedNoteIds.filter(stays) };
}

/** For one person at a time; each holds a connection, and a server has only so many. */
const MOST_STREAMS = 256;
const STREAM_HEADERS = {
	"content-type": "text/event-stream",
	"cache-control": "no-store",
	"x-vercel-ai-ui-message-stream": "v1",
};

const answerStream = (stream: ReadableStream<Uint8Array>): Response =>
	new Response(stream, { headers: STREAM_HEADERS });

/** Chats: sending a question, following a running answer, stopping it. */
export function addChatRoutes(api: Api, { conversations }: ApiScope): void {
	const openStream = limitStreams({ most: MOST_STREAMS, what: "answers" });

	api.signedIn(
		"GET /api/chats",
		{ summary: "Your chats, newest first", answer: chatsSchema },
		async ({ session }) => ({ chats: await session.chats.list() }),
	);

	api.signedIn(
		"POST /api/chats",
		{
			summary: "Start a chat",
			body: z.strictObject({ title: z.string().max(LONGEST_NAME).optional() }),
			answer: chatSchema,
		},
		({ session, body }) => session.chats.create(body.title),
	);

	api.signedIn(
		"GET /api/chats/{id}",
		{ summary: "A chat with its messages", params: chatParams, answer: chatWithMessagesSchema },
		({ session, params }) => conversations.read(session, params.id),
	);

	api.signedIn(
		"PATCH /api/chats/{id}",
		{
			summary: "Rename a chat, or change what it keeps",
			params: chatParams,
			body: z.strictObject({
				title: z.string().trim().min(1).max(LONGEST_NAME).optional(),
				settings: z
					.strictObject({
						mentions: namedSchema.optional(),
						pins: namedSchema.optional(),
						always: z.array(z.string()).length(0).optional(),
					})
					.optional(),
			}),
			retry: "refused",
			answer: chatSchema,
		},
		({ session, params, body }) => session.chats.update(params.id, body),
	);

	api.signedIn(
		"POST /api/chats/{id}/messages",
		{
			summary: "Ask, and follow the answer",
			params: chatParams,
			body: messageRequestSchema,
			retry: "recognised",
			answer: "event stream",
		},
		async ({ session, params, body, once }) => {
			const request = readRequest(session, body);
			const { id: chatId } = params;
			const { parentId, files, images, model: modelId } = body;
			if (body.dryRun) {
				const preview = { session, chatId, request, parentId, files, modelId };
				return answerStream(streamContext(await conversations.preview(preview)));
			}
			const close = openStream(session.reader.access.accountId);
			const run = await conversations
				.send({
					...{ session, chatId, request, parentId, files, images, modelId },
					keep: readKept(body),
					once: once && { key: once.key, hash: Buffer.from(once.requestHash).toString("base64url") },
				})
				.catch((error: unknown) => {
					close();
					throw error;
				});
			return answerStream(streamTurn(run, close));
		},
	);

	api.signedIn(
		"GET /api/chats/{id}/stream",
		{ summary: "Come back to an answer under way", params: chatParams, answer: "event stream" },
		async ({ session, params }) => {
			const run = await conversations.retell(session, params.id);
			return answerStream(streamTurn(run, openStream(session.reader.access.accountId)));
		},
	);

	api.signedIn(
		"POST /api/chats/{id}/stop",
		{
			summary: "Stop the answer; what was said is kept",
			params: chatParams,
			answer: z.object({ stopped: z.literal(true) }),
		},
		async ({ session, params }) => {
			(await conversations.running(session, params.id)).stop();
			return { stopped: true };
		},
	);
}
