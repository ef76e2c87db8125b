import type { Entity } from "../../src/graph/model/entity.ts";
import { chooseModel } from "./choose-model.ts";
import type { ScriptAction } from "./model-script.ts";
import { NOW } from "./open-demo.ts";
import { collectTurn, type StreamPart } from "./read-turn.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.ts";
import { type ServedDemo, serveDemo } from "./serve-demo.ts";

export const MAREN = "maren@rillmark.example";
export const PRIYA = "priya@rillmark.example";
export const TASK = "Re-cut the lid tool for the Lindqvist hinge";
export const QUESTION = "What does this wait for?";

export interface CallOptions {
	readonly method?: string;
	readonly body?: unknown;
	readonly as?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface StoredMessage {
	readonly id: string;
	readonly role: string;
	readonly text: string;
	readonly state: string;
	readonly parent_id: string | null;
	readonly context_id: string | null;
	readonly details: Readonly<Record<string, unknown>>;
}

export interface WireRequest {
	readonly model: string;
	readonly system: readonly { readonly text: string; readonly cache_control?: object }[];
	readonly tools?: readonly { readonly name: string; readonly input_schema: object }[];
	readonly messages: readonly {
		readonly role: string;
		readonly content: readonly { readonly text: string }[];
	}[];
}

export type WirePart = StreamPart & Readonly<Record<string, unknown>>;

/** The demo behind a real server, answered by a scripted model, and somebody who asks. */
export class ChatBench {
	readonly provider: ScriptedModelServer;
	readonly served: ServedDemo;
	/** A signed-in person's, and a token's that may write. */
	readonly person: string;
	readonly agent: string;

	private constructor(provider: ScriptedModelServer, served: ServedDemo, person: string, agent: string) {
		this.provider = provider;
		this.served = served;
		this.person = person;
		this.agent = agent;
	}

	static async open(): Promise<ChatBench> {
		const provider = await startScriptedModelServer();
		const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url };
		const served = await serveDemo({ model: chooseModel({ environment, patience: { retries: 0 } }) });
		const person = await served.credential(MAREN);
		return new ChatBench(provider, served, person, await served.credential(MAREN, { mode: "write" }));
	}

	async close(): Promise<void> {
		await this.served.close();
		await this.provider.close();
	}

	open(path: string, { method, body, as = this.person, headers }: CallOptions = {}): Promise<Response> {
		return fetch(this.served.url + path, {
			method: method ?? (body === undefined ? "GET" : "POST"),
			headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}

	async call(path: string, options: CallOptions = {}) {
		const response = await this.open(path, options);
		return { status: response.status, body: (await response.json()) as Record<string, unknown> };
	}

	async createChat(as?: string): Promise<string> {
		return String((await this.call("/api/chats", { body: {}, ...(as !== undefined && { as }) })).body.id);
	}

	/** Asks from the task in focus, unless the message says otherwise. */
	async ask(
		message: Readonly<Record<string, unknown>> = {},
		options: { readonly chatId?: string } & Omit<CallOptions, "body" | "method"> = {},
	): Promise<{ readonly chatId: string; readonly response: Response }> {
		const { chatId = await this.createChat(options.as), ...rest } = options;
		const body = { text: QUESTION, focus: { id: TASK }, now: NOW, ...message };
		return { chatId, response: await this.open(`/api/chats/${chatId}/messages`, { ...rest, body }) };
	}

	/** Asks with nothing in focus, and waits for the whole answer. */
	async converse(
		text: string,
		{ chatId, message = {} }: { readonly chatId?: string; readonly message?: object } = {},
	): Promise<{ readonly chatId: string; readonly parts: readonly WirePart[] }> {
		const asked = await this.ask(
			{ text, focus: undefined, ...message },
			{ ...(chatId !== undefined && { chatId }) },
		);
		return { chatId: asked.chatId, parts: (await collectTurn(asked.response)) as readonly WirePart[] };
	}

	async readMessages(chatId: string): Promise<readonly StoredMessage[]> {
		return (await this.call(`/api/chats/${chatId}`)).body.messages as readonly StoredMessage[];
	}

	async readAnswer(chatId: string): Promise<StoredMessage | undefined> {
		return (await this.readMessages(chatId)).at(-1);
	}

	async readEntity(title: string): Promise<Entity> {
		const { reader } = await this.served.demo.as(MAREN);
		return reader.rows.get(reader.graph.find(title)?.id ?? "");
	}

	/** Replies in order; the last one goes on for ever. */
	script(...replies: readonly (readonly ScriptAction[])[]): void {
		let next = 0;
		this.provider.answerWith(() => {
			const reply = replies[Math.min(next, replies.length - 1)] ?? [];
			next += 1;
			return reply;
		});
	}

	/** Returns a request to the provider, the last one or one before it. */
	wire(back = 1): WireRequest {
		return this.provider.requests.at(-back)?.body as unknown as WireRequest;
	}
}

export const promptOf = (request: WireRequest): string => request.messages.at(-1)?.content[0]?.text ?? "";
