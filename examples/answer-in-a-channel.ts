import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createSkeinClient } from "skein/client";

/**
 * A bot for a messenger that sends its messages to an address, as Slack and Mattermost do. Each thread is one chat, so a
 * second question there may say "and who decides that?". Sources follow the answer.
 *
 *     SKEIN_URL=http://127.0.0.1:4747 SKEIN_TOKEN=… PORT=8090 node answer-in-a-channel.js
 *     curl -d '{"thread": "t1", "text": "What blocks the pilot build?"}' http://127.0.0.1:8090
 */
const { SKEIN_URL = "http://127.0.0.1:4747", SKEIN_TOKEN, PORT = "8090" } = process.env;
const skein = createSkeinClient(SKEIN_URL, SKEIN_TOKEN);

interface Message {
	readonly thread: string;
	readonly text: string;
}

/** The chat of each thread. A bot that is restarted would keep them in a file or a database. */
const chats = new Map<string, string>();

async function reply({ thread, text }: Message): Promise<string> {
	const known = chats.get(thread);
	const answer = await skein.chats.ask({ text, ...(known !== undefined && { chatId: known }) });
	chats.set(thread, answer.chatId);
	if (answer.state !== "answered") return answer.error?.message ?? "No answer was found. Ask again.";
	const sources = answer.citations.map(
		({ n, title, ref }) => `[${n}] ${title}: ${SKEIN_URL}/entities/${ref}`,
	);
	return [answer.content, ...sources].join("\n");
}

const server = createServer(async (request, response) => {
	try {
		const message = (await json(request)) as Message;
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ thread: message.thread, text: await reply(message) }));
	} catch (error) {
		response.statusCode = 502;
		response.end(JSON.stringify({ text: error instanceof Error ? error.message : String(error) }));
	}
});
server.listen(Number(PORT), "127.0.0.1", () => {
	const address = server.address();
	console.log(`listening on ${typeof address === "object" ? address?.port : address}`);
});
process.on("SIGTERM", () => server.close());
