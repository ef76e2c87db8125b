import { Conversations } from "../../src/chat/conversations.ts";
import { offerModel } from "../../src/chat/models/model-choice.ts";
import type { MessageInput } from "../../src/chat/start-turn.ts";
import type { TurnEvent } from "../../src/chat/turn-event.ts";
import { Graph } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { Entity, NewEntity } from "../../src/graph/model/entity.ts";
import { Store } from "../../src/graph/store/store.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { chooseModel } from "./choose-model.ts";
import { callTool, type ScriptAction, say } from "./model-script.ts";
import { NOW } from "./open-demo.ts";
import { openTestDatabase } from "./open-test-database.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.ts";

/** A call that the scripted model makes. */
export interface ScriptedCall {
	readonly name: string;
	readonly input: object;
}

export type Asking = Partial<Pick<MessageInput, "files" | "images" | "parentId" | "once">> & {
	readonly request?: Partial<MessageInput["request"]>;
	readonly as?: Principal;
	readonly text?: string;
};

export interface AskOptions {
	readonly answer?: string | undefined;
	/** Called when the model is asked, with the number of the pass, before it answers. */
	readonly onPass?: ((pass: number) => Promise<void>) | undefined;
}

/** Every tool that can be allowed to write without approval, so that only the check of a text's author can stop it. */
const ALWAYS = ["upsert_entity", "link_entities", "unlink_entities", "create_note", "upsert_Crate"];

export const seen = (events: readonly TurnEvent[], type: TurnEvent["type"]): readonly TurnEvent[] =>
	events.filter((event) => event.type === type);

/**
 * A small workspace with an asker and an attacker who is an admin of it, a model that does what it is scripted to do, and
 * chats in which the asker has said "always" to every tool.
 */
export class AuthorStage {
	readonly skein: Skein;
	readonly provider: ScriptedModelServer;
	readonly asker: Principal;
	readonly attacker: Principal;
	#conversations: Conversations;
	#number = 0;

	private constructor(skein: Skein, provider: ScriptedModelServer, people: readonly Principal[]) {
		const [asker, attacker] = people as [Principal, Principal];
		this.skein = skein;
		this.provider = provider;
		this.asker = asker;
		this.attacker = attacker;
		this.#conversations = this.#makeConversations();
	}

	static async open(): Promise<AuthorStage> {
		const skein = new Skein(new Graph(new Store(await openTestDatabase())));
		const { workspaces } = skein.graph.store;
		const { id: workspaceId } = await workspaces.create("Authors");
		const people = [];
		for (const [name, role] of [
			["asker", "member"],
			["attacker", "owner"],
		] as const) {
			const { id } = await workspaces.ensureAccount({ email: `${name}@example.org`, display_name: name });
			await workspaces.setMember(workspaceId, id, role);
			people.push({ workspaceId, accountId: id });
		}
		const stage = new AuthorStage(skein, await startScriptedModelServer(), people);
		const session = await stage.as();
		const fields = [{ name: "weight", type: "number" }] as const;
		await session.writer.defineKind({ kind: "Crate", label: "Crate", plural: "Crates", fields }, "http");
		return stage;
	}

	as(principal = this.asker): Promise<SkeinSession> {
		return this.skein.as(principal);
	}

	/** A number that no earlier case had; it separates its texts from theirs. */
	next(): number {
		this.#number += 1;
		return this.#number;
	}

	async write(entity: NewEntity, by = this.asker, via = "http"): Promise<Entity> {
		return (await this.as(by)).writer.create(entity, via);
	}

	get conversations(): Conversations {
		return this.#conversations;
	}

	/** A fresh process: nothing is known but what is stored. */
	restart(): void {
		this.#conversations = this.#makeConversations();
	}

	async openChat(as = this.asker): Promise<string> {
		const { chats } = await this.as(as);
		const { id } = await chats.create();
		await chats.update(id, { settings: { always: ALWAYS } });
		return id;
	}

	/** Asks, lets the model make these calls one a pass, and waits for the end. */
	async ask(
		chatId: string,
		asking: Asking,
		calls: readonly ScriptedCall[] = [],
		{ answer = "Fine.", onPass }: AskOptions = {},
	) {
		const replies: (readonly ScriptAction[])[] = [
			...calls.map((call, index) => [callTool({ id: `c${this.next()}-${index}`, ...call })]),
			say(answer),
		];
		let next = 0;
		this.provider.answerWith(async () => {
			const reply = replies[next++] ?? say("Fine.");
			await onPass?.(next);
			return reply;
		});
		const before = this.provider.requests.length;
		const { as = this.asker, request, text = "What now?", ...rest } = asking;
		const run = await this.#conversations.send({
			...{ session: await this.as(as), chatId, ...rest },
			request: { query: text, type: "chat", now: NOW, ...request },
		});
		const events: TurnEvent[] = [];
		for await (const event of run.follow()) events.push(event);
		await run.finished;
		const sent = this.provider.requests.slice(before).map(({ body }) => JSON.stringify(body));
		return { events, sent };
	}

	/** Nothing in the prompt but what is in focus. */
	alone(focus: string): Partial<MessageInput["request"]> {
		return { focus: { id: focus }, recipe: "element", budget: { semantic: 0, activity: 0 } };
	}

	async close(): Promise<void> {
		await this.#conversations.stopAll();
		await this.provider.close();
		await this.skein.close();
	}

	#makeConversations(): Conversations {
		const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: this.provider.url };
		const model = chooseModel({ environment, patience: { retries: 0 } });
		return new Conversations({ graph: this.skein.graph, models: offerModel(model) });
	}
}
