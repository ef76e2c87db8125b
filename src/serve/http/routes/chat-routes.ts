import { z } from "@hono/zod-openapi";
import type { TurnEvent } from "../../../chat/answer-turn.ts";
import type { Run } from "../../../chat/run.ts";
import { chatSchema, chatsSchema, chatWithMessagesSchema } from "../answer-schemas.ts";
import type { Api, ApiScope } from "../api.ts";
import { contextRequestSchema, toContextRequest } from "../context-request-schema.ts";
import { streamTurn } from "../stream-turn.ts";

const chatParams = z.object({ id: z.string() });

const messageSchema = contextRequestSchema
	.pick({ focus: true, project_id: true, recipe: true, budget: true, now: true })
	.extend({ text: z.string().trim().min(1).max(100_000) });

const STREAM_HEADERS = {
	"content-type": "text/event-stream",
	"cache-control": "no-store",
	"x-vercel-ai-ui-message-stream": "v1",
};

const answerStream = (run: Run<TurnEvent>): Response =>
	new Response(streamTurn(run), { headers: STREAM_HEADERS });

/** Chats: asking, coming back to an answer under way, stopping it. */
export function addChatRoutes(api: Api, { conversations }: ApiScope): void {
	api.signedIn(
		{ method: "get", path: "/api/chats", summary: "Your chats, newest first", answer: chatsSchema },
		async ({ context, session }) => context.json({ chats: await session.chats.list() }),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/chats",
			summary: "Start a chat",
			body: z.strictObject({ title: z.string().max(200).optional() }),
			answer: chatSchema,
		},
		async ({ context, session, body }) => context.json(await session.chats.create(body.title)),
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/chats/{id}",
			summary: "A chat with its messages",
			params: chatParams,
			answer: chatWithMessagesSchema,
		},
		async ({ context, session, params }) => context.json(await conversations.read(session, params.id)),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/chats/{id}/messages",
			summary: "Ask, and follow the answer",
			params: chatParams,
			body: messageSchema,
			answer: "event stream",
		},
		async ({ session, params, body }) => {
			const request = toContextRequest(session, { ...body, query: body.text, type: "chat" });
			return answerStream(await conversations.send({ session, chatId: params.id, request }));
		},
	);

	api.signedIn(
		{
			method: "get",
			path: "/api/chats/{id}/stream",
			summary: "Come back to an answer under way",
			params: chatParams,
			answer: "event stream",
		},
		async ({ session, params }) => answerStream(await conversations.running(session, params.id)),
	);

	api.signedIn(
		{
			method: "post",
			path: "/api/chats/{id}/stop",
			summary: "Stop the answer; what was said is kept",
			params: chatParams,
			answer: z.object({ stopped: z.literal(true) }),
		},
		async ({ context, session, params }) => {
			(await conversations.running(session, params.id)).stop();
			return context.json({ stopped: true });
		},
	);
}
