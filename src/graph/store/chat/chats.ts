import type { chatSchema, chatWithMessagesSchema } from "../../../contract/chat.ts";
import type { Answer } from "../../../contract/frozen.ts";
import { EntityNotFoundError, ForbiddenError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Db } from "../engine/db.ts";
import { Repository, readableParams } from "../rights/access.ts";
import { FORBIDDEN, type NewManifest } from "./manifests.ts";

export type Chat = Answer<typeof chatSchema>;

/** Mentions and pins that stay, tools that need no further approval here, and own kinds that were given a tool, in order. */
export type ChatSettings = Chat["settings"];

export interface WholeChat extends Chat {
	readonly messages: readonly Message[];
	/** The ids of messages whose context contains something the person may not read any more. */
	readonly withheld: ReadonlySet<string>;
}

type SentMessage = Answer<typeof chatWithMessagesSchema>["messages"][number];

/** Null is the parent of the first. Two messages that follow the same one are branches. */
export type Message = Omit<SentMessage, "details"> & { readonly details: JsonObject };

/** How much of what answers took a cache had: the provider's of prompts, and ours of the parts of contexts. */
export interface CacheUsage {
	readonly answers: number;
	readonly inputTokens: number;
	readonly cachedInputTokens: number;
	readonly partsKnown: number;
	readonly partsAsked: number;
}

const NOTHING_USED: CacheUsage = {
	answers: 0,
	inputTokens: 0,
	cachedInputTokens: 0,
	partsKnown: 0,
	partsAsked: 0,
};
/** Messages whose usage is added up, questions and answers, the newest. */
const MOST_SUMMED = 400;

const CHAT_COLUMNS = "id, title, settings, created_at";
const COLUMNS = ["id", "role", "text", "parent_id", "context_id", "state", "details", "created_at"] as const;

type NewMessage = Pick<Message, "role" | "text" | "state"> &
	Partial<Pick<Message, "id" | "parent_id" | "context_id" | "details">>;

export interface NewMessages {
	readonly messages: readonly NewMessage[];
	readonly title?: string | undefined;
	readonly manifest?: NewManifest | undefined;
}

/** A message joined to its chat; only the chat's own columns are set where it has no message. */
type ChatRow = Pick<Chat, "title" | "settings"> & {
	readonly begun_at: string;
	readonly is_withheld: boolean;
} & {
	readonly [Key in keyof Message]: Message[Key] | null;
};

/** The chats of one person. A token that is bound to projects reaches none: they may hold text from all its person may read. */
export class Chats extends Repository<Db> {
	/** In a transaction, as everything a repeated request must not do twice. */
	async create(title = ""): Promise<Chat> {
		if (this.isBound) {
			throw new ForbiddenError(
				"A token that is bound to projects cannot hold chats. Use one without projects.",
			);
		}
		const chat: Chat = { id: newId(), title, settings: {}, created_at: new Date().toISOString() };
		return this.db.transaction(async (tx) => {
			await tx.query(
				"INSERT INTO chat (workspace_id, id, account_id, title, created_at) VALUES ($1, $2, $3, $4, $5)",
				[this.access.workspaceId, chat.id, this.access.accountId, chat.title, chat.created_at],
			);
			return chat;
		});
	}

	async list(): Promise<Chat[]> {
		if (this.isBound) return [];
		return this.db.query<Chat>(
			`SELECT ${CHAT_COLUMNS} FROM chat WHERE workspace_id = $1 AND account_id = $2 ORDER BY created_at DESC, id DESC`,
			this.owner,
		);
	}

	/** The tokens of the person's newest messages, and how many of them came from a cache; never those of others. */
	async sumUsage(): Promise<CacheUsage> {
		if (this.isBound) return NOTHING_USED;
		const [row] = await this.db.query<CacheUsage>(
			`SELECT count(*) FILTER (WHERE details->'usage'->>'inputTokens' IS NOT NULL)::int AS answers,
					coalesce(sum((details->'usage'->>'inputTokens')::numeric), 0)::float8 AS "inputTokens",
					coalesce(sum((details->'usage'->>'cachedInputTokens')::numeric), 0)::float8 AS "cachedInputTokens",
					coalesce(sum((details->'collected'->>'hits')::numeric), 0)::float8 AS "partsKnown",
					coalesce(sum((details->'collected'->>'asked')::numeric), 0)::float8 AS "partsAsked"
				FROM (SELECT m.details FROM chat c JOIN message m ON m.workspace_id = c.workspace_id AND m.chat_id = c.id
					WHERE c.workspace_id = $1 AND c.account_id = $2 ORDER BY m.created_at DESC, m.id LIMIT ${MOST_SUMMED}) newest`,
			this.owner,
		);
		return row ?? NOTHING_USED;
	}

	/** In one statement: every turn waits for each statement. */
	async get(id: string): Promise<WholeChat> {
		const rows =
			isId(id) && !this.isBound
				? await this.db.query<ChatRow>(
						`SELECT c.title, c.settings, c.created_at AS begun_at, ${COLUMNS.map((name) => `m.${name}`).join(", ")},
								${FORBIDDEN} AS is_withheld
							FROM chat c LEFT JOIN message m ON m.workspace_id = c.workspace_id AND m.chat_id = c.id
							LEFT JOIN context_manifest k ON k.workspace_id = $1 AND k.account_id = $5 AND k.id = m.context_id
							WHERE c.workspace_id = $1 AND c.account_id = $5 AND c.id = $8::uuid ORDER BY m.created_at, m.id`,
						[...readableParams(this.access), id],
					)
				: [];
		const [first] = rows;
		if (first === undefined) throw new EntityNotFoundError("chat");
		const { title, settings, begun_at: created_at } = first;
		const messages = rows.flatMap(
			({ title: _, settings: __, begun_at: ___, is_withheld: ____, ...message }) =>
				message.id === null ? [] : [message as Message],
		);
		const withheld = new Set(rows.flatMap((row) => (row.is_withheld && row.id !== null ? [row.id] : [])));
		return { id, title, settings, created_at, messages, withheld };
	}

	/** Messages, and what goes with them, all or nothing: the context they rest on, and a title where there is none yet. */
	async addMessages(chatId: string, { messages, title, manifest }: NewMessages): Promise<readonly Message[]> {
		const now = new Date().toISOString();
		const rows = messages.map(
			(message): Message => ({
				...{ id: newId(), parent_id: null, context_id: null, details: {}, created_at: now },
				...message,
			}),
		);
		const added = await this.db.query(
			`WITH own AS (
					UPDATE chat SET title = CASE WHEN title = '' THEN coalesce($4, '') ELSE title END
						WHERE workspace_id = $1 AND id = $2::uuid AND account_id = $3 RETURNING workspace_id, id
				), kept AS (
					INSERT INTO context_manifest (workspace_id, id, account_id, revision, entity_ids, payload, created_at, request)
						SELECT own.workspace_id, $6::uuid, $3, $7::bigint, ARRAY(
								SELECT unnest($8::uuid[]) UNION SELECT unnest(k.entity_ids) FROM context_manifest k
									WHERE k.workspace_id = $1 AND k.account_id = $3 AND k.id = ANY($11::uuid[])
							), $9::jsonb, $10::timestamptz, $12::jsonb
						FROM own WHERE $6::uuid IS NOT NULL
				)
				INSERT INTO message (workspace_id, chat_id, ${COLUMNS.join(", ")})
					SELECT own.workspace_id, own.id, m.* FROM own CROSS JOIN json_to_recordset($5::json) AS m(id uuid, role text,
						text text, parent_id uuid, context_id uuid, state text, details jsonb, created_at timestamptz)
				RETURNING id`,
			[
				this.access.workspaceId,
				this.#checkChatId(chatId),
				this.access.accountId,
				title ?? null,
				JSON.stringify(rows),
				manifest?.id ?? null,
				manifest?.revision ?? null,
				manifest?.entityIds ?? null,
				manifest ? JSON.stringify(manifest.payload) : null,
				now,
				manifest?.parents ?? [],
				manifest?.request === undefined ? null : JSON.stringify(manifest.request),
			],
		);
		if (added.length !== rows.length) throw new EntityNotFoundError("chat");
		return rows;
	}

	async finishMessage(
		chatId: string,
		messageId: string,
		end: { readonly text: string; readonly state: Message["state"]; readonly details: JsonObject },
	): Promise<void> {
		const finished = await this.db.query(
			`UPDATE message SET text = $4, state = $5, details = $6::jsonb
				FROM chat WHERE message.workspace_id = $1 AND message.chat_id = $2::uuid AND message.id = $3::uuid
					AND chat.workspace_id = $1 AND chat.id = $2::uuid AND chat.account_id = $7 RETURNING message.id`,
			[
				this.access.workspaceId,
				this.#checkChatId(chatId),
				messageId,
				end.text,
				end.state,
				JSON.stringify(end.details),
				this.access.accountId,
			],
		);
		if (finished.length !== 1) throw new EntityNotFoundError("message");
	}

	/** Renames a chat or changes what it keeps; what is not given stays as it is. */
	async update(
		id: string,
		change: {
			readonly title?: string | undefined;
			readonly settings?: { readonly [Key in keyof ChatSettings]: ChatSettings[Key] | undefined } | undefined;
		},
	): Promise<Chat> {
		const [chat] = await this.db.query<Chat>(
			`UPDATE chat SET title = coalesce($4, title), settings = settings || coalesce($5::jsonb, '{}')
				WHERE workspace_id = $1 AND account_id = $2 AND id = $3::uuid RETURNING ${CHAT_COLUMNS}`,
			[
				...this.owner,
				this.#checkChatId(id),
				change.title ?? null,
				change.settings === undefined ? null : JSON.stringify(change.settings),
			],
		);
		if (chat === undefined) throw new EntityNotFoundError("chat");
		return chat;
	}

	#checkChatId(id: string): string {
		if (this.isBound || !isId(id)) throw new EntityNotFoundError("chat");
		return id;
	}
}
