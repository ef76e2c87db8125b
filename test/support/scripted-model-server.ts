import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ScriptAction } from "./model-script.ts";
import { embedText, findWire, type Wire } from "./scripted-wires.ts";

export interface RecordedRequest {
	readonly path: string;
	/** Without the headers that carry secrets. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Readonly<Record<string, unknown>>;
	/** Settles when the exchange is over, and says whether the client left before the reply was complete. */
	readonly over: Promise<"answered" | "client left">;
}

type Script = (request: RecordedRequest) => readonly ScriptAction[] | Promise<readonly ScriptAction[]>;

export interface ScriptedModelServer {
	/** The base URL, ending in `/v1`. */
	readonly url: string;
	readonly requests: readonly RecordedRequest[];
	/** Queues one reply; each request for an answer takes the next. */
	answer(...actions: readonly (ScriptAction | readonly ScriptAction[])[]): void;
	/** Decides every reply from the request, embeddings included (there only `status` counts). */
	answerWith(script: Script): void;
	close(): Promise<void>;
}

const secretHeaders = new Set(["authorization", "x-api-key", "cookie"]);

/**
 * A model that says what a test wrote down, over real HTTP: OpenAI chat completions, responses and embeddings,
 * and Anthropic messages. With `apiKey` it refuses any other key, echoing it as careless providers do.
 */
export async function startScriptedModelServer(
	options: { readonly apiKey?: string } = {},
): Promise<ScriptedModelServer> {
	const requests: RecordedRequest[] = [];
	const queue: (readonly ScriptAction[])[] = [];
	let script: Script = ({ path }) => {
		if (path.endsWith("/embeddings")) return [];
		return queue.shift() ?? [{ do: "status", status: 400, message: "The script has no reply left." }];
	};

	const server = createServer(async (incoming, response) => {
		const request = await recordRequest(incoming, response);
		requests.push(request);
		const wire = findWire(request.path);
		const key = readKey(incoming);
		if (options.apiKey !== undefined && key !== options.apiKey) {
			refuse(response, {
				do: "status",
				status: 401,
				kind: "authentication_error",
				message: `Bad key: ${key}`,
			});
		} else if (wire !== undefined) {
			await perform({ actions: await script(request), wire, request, response });
		} else if (request.path === "/v1/embeddings") {
			embed({ actions: await script(request), request, response });
		} else {
			refuse(response, { do: "status", status: 404, kind: "not_found_error" });
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		answer: (...actions) => void queue.push(actions.flat()),
		answerWith: (next) => {
			script = next;
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

async function recordRequest(incoming: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
	const over = new Promise<"answered" | "client left">((resolve) => {
		response.on("close", () => resolve(response.writableFinished ? "answered" : "client left"));
	});
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk);
	const headers = Object.entries(incoming.headers).filter(([name]) => !secretHeaders.has(name));
	return {
		path: new URL(incoming.url ?? "/", "http://localhost").pathname,
		headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
		body: JSON.parse(Buffer.concat(chunks).toString() || "{}"),
		over,
	};
}

function readKey(incoming: IncomingMessage): string {
	return String(incoming.headers["x-api-key"] ?? incoming.headers.authorization ?? "").replace(
		/^Bearer /,
		"",
	);
}

interface Performance {
	readonly actions: readonly ScriptAction[];
	readonly request: RecordedRequest;
	readonly response: ServerResponse;
}

async function perform({ actions, wire, request, response }: Performance & { wire: Wire }): Promise<void> {
	const status = actions.find((action) => action.do === "status");
	if (status !== undefined) return refuse(response, status);

	// Anthropic reports the size of the prompt in its first frame, so the usage is looked up before the rest.
	const usage = actions.find((action) => action.do === "usage");
	const turn = wire.startTurn({ model: String(request.body.model), ...(usage && { usage }) });
	const send = (frames: readonly string[]) => void response.write(frames.join(""));
	response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
	response.flushHeaders();

	for (const action of actions) {
		switch (action.do) {
			case "text":
				send(turn.text(action.text));
				await nextChunk();
				break;
			case "tool-call":
				for (const frame of turn.toolCall(action)) {
					send([frame]);
					await nextChunk();
				}
				break;
			case "wait":
				await sleep(action.milliseconds);
				break;
			case "ping":
				send([": still here\n\n"]);
				break;
			case "malformed":
				send(['data: {"type": "nonsense", \n\n']);
				break;
			case "error-frame":
				send(turn.error(action));
				break;
			case "stall":
				return;
			case "close":
				return void response.end();
			case "cut":
				return void response.destroy();
			case "end":
				send(turn.end(action.reason));
				return void response.end();
		}
	}
	send(turn.end(actions.some((action) => action.do === "tool-call") ? "tool-calls" : "stop"));
	response.end();
}

/** Lets the kernel send what was written, so that the client really sees separate chunks. */
const nextChunk = () => sleep(1);

function embed({ actions, request, response }: Performance): void {
	const status = actions.find((action) => action.do === "status");
	if (status !== undefined) {
		refuse(response, status);
		return;
	}
	const texts = [request.body.input].flat().map(String);
	response.writeHead(200, { "content-type": "application/json" }).end(
		JSON.stringify({
			object: "list",
			model: request.body.model,
			data: texts.map((text, index) => ({ object: "embedding", index, embedding: embedText(text) })),
			usage: { prompt_tokens: texts.length, total_tokens: texts.length },
		}),
	);
}

function refuse(response: ServerResponse, action: Extract<ScriptAction, { do: "status" }>): void {
	const error = { type: action.kind ?? "scripted_error", message: action.message ?? "As scripted." };
	response
		.writeHead(action.status, { "content-type": "application/json", ...action.headers })
		.end(JSON.stringify({ type: "error", error }));
}
