import { Conversations } from "../../src/chat/conversations.ts";
import { offerModel } from "../../src/chat/models/model-choice.ts";
import { createApp } from "../../src/serve/http/create-app.ts";
import { type ChatBench, QUESTION, TASK } from "./chat-bench.ts";
import { chooseModel } from "./choose-model.ts";
import { NOW } from "./open-demo.ts";

/** Another model over the same store: opening a second one would cost seconds. */
export async function serveOther(bench: ChatBench, environment: Record<string, string> | null) {
	const model = environment && chooseModel({ environment, patience: { retries: 0 } });
	const conversations = new Conversations({
		graph: bench.served.demo.skein.graph,
		models: offerModel(model),
	});
	const app = createApp({ graph: bench.served.demo.skein.graph, conversations, version: "0.0.0-test" });
	const headers = {
		host: "localhost",
		authorization: `Bearer ${bench.person}`,
		"content-type": "application/json",
	};
	return {
		conversations,
		ask: async (chatId?: string, text: string = QUESTION, more: object = {}): Promise<Response> => {
			const path = `/api/chats/${chatId ?? (await bench.createChat())}/messages`;
			const body = JSON.stringify({ text, focus: { id: TASK }, now: NOW, ...more });
			return app.request(path, { method: "POST", headers, body });
		},
		close: () => conversations.stopAll(),
	};
}
