import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Conversations } from "../../src/chat/conversations.ts";
import { offerModel } from "../../src/chat/models/model-choice.ts";
import type { TurnEnd, TurnEvent } from "../../src/chat/turn-event.ts";
import { chooseModel } from "../support/choose-model.ts";
import { callTool, type ScriptAction, say } from "../support/model-script.ts";
import { type Demo, NOW, openDemo } from "../support/open-demo.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";

const ASKER = "maren@rillmark.example";
const VICTIM = "Re-cut the lid tool for the Lindqvist hinge";
const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);
const TOOL_END: ScriptAction = { do: "end", reason: "tool-calls" };

interface Fault {
	readonly name: string;
	readonly actions: readonly ScriptAction[];
	/** The possible ends of the turn when a pass holds only the fault. */
	readonly ends: readonly TurnEnd["state"][];
}

const FAULTS: readonly Fault[] = [
	{ name: "too many requests", actions: [{ do: "status", status: 429 }], ends: ["failed"] },
	{ name: "a server error", actions: [{ do: "status", status: 500 }], ends: ["failed"] },
	{ name: "malformed JSON", actions: [{ do: "malformed" }], ends: ["failed"] },
	{ name: "a cut stream", actions: [{ do: "cut" }], ends: ["failed"] },
	{ name: "a closed stream", actions: [{ do: "close" }], ends: ["failed"] },
	{ name: "a stall", actions: [{ do: "stall" }], ends: ["failed"] },
	{
		name: "an error frame",
		actions: [{ do: "error-frame", kind: "overloaded_error", message: "secret internals" }],
		ends: ["failed"],
	},
	{
		name: "a length stop inside arguments",
		actions: [
			{ do: "tool-call", id: "cut", name: "delete_entity", pieces: ['{"entity_id": "Re-c'] },
			{ do: "end", reason: "length" },
		],
		ends: ["failed"],
	},
	{
		name: "two calls of one id",
		actions: [
			callTool({ id: "same", name: "search_ontology", input: { query: "lid" } }),
			callTool({ id: "same", name: "search_ontology", input: { query: "hinge" } }),
			TOOL_END,
		],
		ends: ["failed"],
	},
	{
		name: "an unknown tool",
		actions: [callTool({ id: "unknown", name: "format_disk", input: {} }), TOOL_END],
		ends: ["answered"],
	},
	{
		name: "arguments of wrong types",
		actions: [callTool({ id: "wrong", name: "delete_entity", input: { entity_id: 7 } }), TOOL_END],
		ends: ["answered"],
	},
	{ name: "an empty answer", actions: [], ends: ["answered", "failed"] },
	{
		name: "an endless loop",
		actions: [callTool({ id: "loop", name: "search_ontology", input: { query: "hinge" } }), TOOL_END],
		ends: ["answered", "failed"],
	},
	{
		name: "far more than was asked for",
		actions: say(...Array(3).fill("y".repeat(199_000))),
		ends: ["failed"],
	},
	{
		name: "arguments of megabytes",
		actions: [
			callTool({ id: "long", name: "create_note", input: { title: "z".repeat(2_100_000) } }),
			TOOL_END,
		],
		ends: ["failed"],
	},
	{ name: "a huge token", actions: say("x".repeat(200_000)), ends: ["answered"] },
];

/** The passes before the fault. */
const PHASES = {
	"at once": [],
	"after half a sentence": [],
	"after a tool": [[callTool({ id: "look", name: "search_ontology", input: { query: "lid" } }), TOOL_END]],
	"after a proposal": [
		[
			callTool({ id: "act", name: "upsert_entity", input: { entity_id: VICTIM, state_key: "done" } }),
			TOOL_END,
		],
	],
} as const satisfies Record<string, readonly (readonly ScriptAction[])[]>;

let demo: Demo;
let provider: ScriptedModelServer;
let conversations: Conversations;

beforeAll(async () => {
	demo = await openDemo();
	provider = await startScriptedModelServer();
	const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url };
	const model = chooseModel({ environment, patience: { retries: 0, stallSeconds: 0.2 } });
	conversations = new Conversations({ graph: demo.skein.graph, models: offerModel(model) });
});
afterAll(async () => {
	await conversations?.stopAll();
	await provider?.close();
	await demo?.close();
});

function play(phase: keyof typeof PHASES, fault: Fault): void {
	const before = PHASES[phase];
	let pass = 0;
	provider.answerWith(({ body }) => {
		const reply = before[pass];
		const hasTools = ((body as { tools?: readonly object[] }).tools?.length ?? 0) > 0;
		pass += 1;
		if (reply) return reply;
		const half = phase === "after half a sentence" && pass === before.length + 1 ? say("Half a") : [];
		// An endless fault gets new ids every time; every other fault ends after one pass.
		if (fault.name === "an endless loop" && hasTools) {
			const input = { query: `hinge ${pass}` };
			return [...half, callTool({ id: `loop-${pass}`, name: "search_ontology", input }), TOOL_END];
		}
		return pass > before.length + 1 ? say("That is all.") : [...half, ...fault.actions];
	});
}

async function runTurn() {
	const session = await demo.as(ASKER);
	const { revision } = session.reader.access;
	const chat = await session.chats.create("Fault");
	const request = { query: "What about the hinge?", type: "chat", now: NOW } as const;
	const run = await conversations.send({ session, chatId: chat.id, request });
	const events: TurnEvent[] = [];
	for await (const event of run.follow()) events.push(event);
	const stored = (await conversations.read(session, chat.id)).messages.at(-1);
	return { events, stored, revision };
}

describe("[P11] whatever a provider does", () => {
	test.each(Object.keys(PHASES) as (keyof typeof PHASES)[])(
		"%s, a turn has one typed end, keeps its text and writes nothing twice",
		{ timeout: 300_000 },
		async (phase) => {
			const rounds = Math.ceil(3 * FACTOR);
			for (let round = 0; round < rounds; round += 1) {
				for (const fault of FAULTS) {
					play(phase, fault);
					const { events, stored, revision } = await runTurn();
					const label = `${phase}: ${fault.name}`;

					const ends = events.filter((event) => event.type === "end");
					expect(ends, label).toHaveLength(1);
					const end = events.at(-1) as TurnEnd;
					expect(fault.ends, label).toContain(end.state);
					expect(end.error === null, label).toBe(end.state === "answered");
					expect(JSON.stringify(end), label).not.toContain("secret internals");

					const said = events.map((event) => (event.type === "text" ? event.text : "")).join("");
					if (phase === "after half a sentence" && !said.startsWith("Half a")) {
						// A status or an unreadable frame comes before any word; nothing was said, so nothing can be lost.
						expect(fault.actions[0]?.do, label).toBe("status");
					}
					expect(stored, label).toMatchObject({ text: said, state: end.state });
					expect((await demo.as(ASKER)).reader.access.revision, label).toBe(revision);
					const proposals = events.filter((event) => event.type === "approval");
					expect(proposals.length, label).toBeLessThanOrEqual(1);
				}
			}
		},
	);
});

test("[P11] a question that cannot be stored is refused, and what the model says to it is told to nobody", async () => {
	const session = await demo.as(ASKER);
	const chat = await session.chats.create("Not stored");
	const ask = (query: string) =>
		conversations.send({ session, chatId: chat.id, request: { query, type: "chat", now: NOW } });
	provider.answerWith(() => say("Said too soon."));
	// No database holds this character, and nothing before the storing minds it.
	await expect(ask("What about the hinge?\u0000")).rejects.toThrow();
	expect((await conversations.read(session, chat.id)).messages).toEqual([]);
	const run = await ask("What about the hinge?");
	await run.finished;
	expect((await conversations.read(session, chat.id)).messages.at(-1)).toMatchObject({ state: "answered" });
});
