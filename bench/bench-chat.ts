import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { offerModel } from "../src/chat/models/model-choice.ts";
import { openModel } from "../src/chat/models/open-model.ts";
import type { Run } from "../src/chat/run.ts";
import type { TurnEvent } from "../src/chat/turn-event.ts";
import { Skein } from "../src/open-skein.ts";
import { type Bench, type BenchFigures, Measured } from "./bench.ts";
import { withGraph } from "./load-workspace.ts";
import { Random } from "./random.ts";

const TURNS = 150;
const WARM_UP = 60;
const TURNS_PER_CHAT = 5;

const ANSWER = [
	{ choices: [{ index: 0, delta: { role: "assistant", content: "Yes." }, finish_reason: null }] },
	{ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
];

/** A provider that accepts everything, and remembers when the last question reached it. */
async function startProvider() {
	let reachedAt = 0;
	const server = createServer((request, response) => {
		reachedAt = performance.now();
		request.resume().on("end", () => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			const frame = { id: "1", object: "chat.completion.chunk", created: 0, model: "yes" };
			for (const each of ANSWER) response.write(`data: ${JSON.stringify({ ...frame, ...each })}\n\n`);
			response.end("data: [DONE]\n\n");
		});
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		reachedAt: () => reachedAt,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function readStages(run: Run<TurnEvent>): Promise<Readonly<Record<string, number>>> {
	for await (const event of run.follow()) if (event.type === "context") return event.payload.metadata.timings;
	return {};
}

/** How long a message takes until its prompt reaches the provider: rights, history, context, storing, everything. */
export const benchChat: Bench = {
	name: "chat",
	about: "from a message to the first byte of its prompt at the provider, over a generated workspace",
	async run(options): Promise<BenchFigures> {
		const { entities, seed, onProgress } = options;
		const provider = await startProvider();
		return withGraph(options, async (graph, principal) => {
			const settings = { provider: "openai-compatible", model: "yes", url: provider.url };
			const { conversations } = new Skein(graph, offerModel(openModel(settings, { environment: {} })));
			const random = new Random(seed);
			const { reader, chats } = await graph.openSession(principal);
			const nodes = [...reader.graph.nodes()];
			const measured = new Measured();
			let chatId = "";
			onProgress("asking");
			for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
				if (turn % TURNS_PER_CHAT === 0) chatId = (await chats.create()).id;
				const query = random.pick(nodes).title;
				const focus = random.chance(0.5) ? { id: random.pick(nodes).id } : undefined;
				const begin = performance.now();
				const session = await graph.openSession(principal);
				const opened = performance.now();
				const request = { query, type: "chat", focus, now: new Date().toISOString() } as const;
				const run = await conversations.send({ session, chatId, request });
				await run.finished;
				if (turn < WARM_UP) continue;
				measured.add("first_byte", provider.reachedAt() - begin);
				measured.add("stage rights", opened - begin);
				for (const [stage, ms] of Object.entries(await readStages(run))) measured.add(`stage ${stage}`, ms);
			}
			return {
				entities,
				...measured.list("first_byte"),
				first_byte_p99_ms: measured.p(0.99, "first_byte"),
				...measured.list("stage"),
			};
		}).finally(() => provider.close());
	},
};
