import type { AccessSet } from "../model/access.ts";
import { EntityNotFoundError } from "../model/errors.ts";
import { isId, newId } from "../model/ids.ts";
import type { JsonObject } from "../model/json.ts";
import type { Queryable } from "./db.ts";

export interface Chat {
	readonly id: string;
	readonly title: string;
	readonly created_at: string;
}

export type MessageState = "sent" | "running" | "answered" | "stopped" | "failed";

export interface Message {
	readonly id: string;
	readonly role: "user" | "assistant";
	readonly text: string;
	readonly context_id: string | null;
	readonly state: MessageState;
	readonly details: JsonObject;
	readonly created_at: string;
}

const COLUMNS = "id, role, text, context_id, state, details, created_at";

/** The chats of one person. Nobody else's can be reached from here. */
export class Chats {
	readonly #db: Queryable;
	readonly #access: AccessSet;

	constructor(db: Queryable, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	async create(title = ""): Promise<Chat> {
		const chat = { id: newId(), title, created_at: new Date().toISOString() };
		await this.#db.query(
			"INSERT INTO chat (workspace_id, id, account_id, title, created_at) VALUES ($1, $2, $3, $4, $5)",
			[this.#access.workspaceId, chat.id, this.#access.accountId, chat.title, chat.created_at],
		);
		return chat;
	}

	list(): Promise<Chat[]> {
		return this.#db.query<Chat>(
			"SELECT id, title, created_at FROM chat WHERE workspace_id = $1 AND account_id = $2 ORDER BY created_at DESC, id DESC",
			[this.#access.workspaceId, this.#access.accountId],
		);
	}

	async get(id: string): Promise<Chat & { readonly messages: readonly Message[] }> {
		const [chat] = isId(id)
			? await this.#db.query<Chat>(
					"SELECT id, title, created_at FROM chat WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid",
					[this.#access.workspaceId, this.#access.accountId, id],
				)
			: [];
		if (chat === undefined) throw new EntityNotFoundError("chat");
		const messages = await this.#db.query<Message>(
			`SELECT ${COLUMNS} FROM message WHERE workspace_id = $1 AND chat_id = $2::uuid ORDER BY created_at, id`,
			[this.#access.workspaceId, id],
		);
		return { ...chat, messages };
	}

	async addMessage(
		chatId: string,
		message: Pick<Message, "role" | "text" | "state"> & Partial<Pick<Message, "context_id" | "details">>,
	): Promise<Message> {
		const row: Message = {
			context_id: null,
			details: {},
			...message,
			id: newId(),
			created_at: new Date().toISOString(),
		};
		await this.#db.query(
			`INSERT INTO message (workspace_id, chat_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`,
			[
				this.#access.workspaceId,
				chatId,
				row.id,
				row.role,
				row.text,
				row.context_id,
				row.state,
				JSON.stringify(row.details),
				row.created_at,
			],
		);
		return row;
	}

	async finishMessage(
		chatId: string,
		messageId: string,
		end: { readonly text: string; readonly state: MessageState; readonly details: JsonObject },
	): Promise<void> {
		await this.#db.query(
			`UPDATE message SET text = $4, state = $5, details = $6::jsonb
				WHERE workspace_id = $1 AND chat_id = $2 AND id = $3`,
			[this.#access.workspaceId, chatId, messageId, end.text, end.state, JSON.stringify(end.details)],
		);
	}
}
