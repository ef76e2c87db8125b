import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recallCited } from "../../src/chat/recall-cited.ts";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import { ANSWERED_QUESTIONS } from "../questions/answers.ts";
import { ChatBench, MAREN, PRIYA } from "../support/chat-bench.ts";
import { chooseModel } from "../support/choose-model.ts";
import { callTool, type ScriptAction, say } from "../support/model-script.ts";
import { NOW } from "../support/open-demo.ts";
import { collectTurn, dataOf } from "../support/read-turn.ts";

const DECISION = "Move the lid hinge from Varga Stampings to Lindqvist Marine";
const EARLY = "Why did we move the lid hinge to Lindqvist Marine?";
const LATE = "What was said first?";
const TURNS = 32;
const LONG_ANSWER = "That follows from what is above, and nothing contradicts it. ".repeat(50);
const CITED = "## Cited Earlier";
const OPENING = "## Current Context";
const SYSTEM_AND_TOOLS = 2_200;

interface Body {
	readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
}

const textOf = (content: unknown): string =>
	typeof content === "string"
		? content
		: ((content ?? []) as readonly { readonly text?: string }[]).map(({ text }) => text ?? "").join("");

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

/** A server with a model of such a window over the store of the bench; a new one knows nothing but what is stored. */
async function serveWindow(contextWindow: number) {
	const environment = {
		SKEIN_MODEL: "openai-compatible:gpt-4o",
		SKEIN_MODEL_URL: bench.provider.url,
		SKEIN_MODEL_CONTEXT_WINDOW: String(contextWindow),
	};
	const { url, close } = await bench.served.serveAlso(chooseModel({ environment, patience: { retries: 0 } }));
	const ask = async (chatId: string, text: string, as = bench.person, focus?: string) => {
		const response = await fetch(`${url}/api/chats/${chatId}/messages`, {
			method: "POST",
			headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
			body: JSON.stringify({ text, now: NOW, ...(focus && { focus: { id: focus } }) }),
		});
		return collectTurn(response);
	};
	return { ask, close };
}

/** Answers at length and cites the first two texts under the matches of the question. */
function citeAndTalk({ messages }: Body): readonly ScriptAction[] {
	const last = textOf(messages.at(-1)?.content);
	const found = last.slice(Math.max(0, last.indexOf("### Related Content")));
	const refs = [
		...new Set([...found.matchAll(/\[(?:id:)?([0-9a-hjkmnp-tv-z]{8})\]/g)].map(([, ref]) => ref)),
	];
	return say(
		`It is so ${refs
			.slice(0, 2)
			.map((ref) => `[${ref}]`)
			.join(" ")}. ${LONG_ANSWER}`,
	);
}

const questionsOf = (turns: number): readonly string[] => [
	EARLY,
	...Array.from({ length: turns - 1 }, (_, at) => ANSWERED_QUESTIONS[at]?.query ?? "What is overdue?"),
];

const lastPrompts = (): readonly string[] =>
	((bench.provider.requests.at(-1)?.body as unknown as Body | undefined)?.messages ?? [])
		.filter(({ role }) => role !== "system")
		.map(({ content }) => textOf(content));

describe("[A21] a conversation of many long turns", () => {
	test.each([200_000, 16_384, 8_192])(
		"with a window of %i keeps what was cited first, also after a restart, grows at its end and fits",
		async (contextWindow) => {
			bench.provider.answerWith(({ body }) => citeAndTalk(body as unknown as Body));
			const { ref } = await bench.readEntity(DECISION);
			const chatId = await bench.createChat();
			let server = await serveWindow(contextWindow);
			let before: readonly string[] = [];
			let restarts = 0;
			const cited = new Set<string>();
			for (const [turn, text] of questionsOf(TURNS).entries()) {
				if (turn === TURNS / 2) {
					await server.close();
					server = await serveWindow(contextWindow);
				}
				const parts = await server.ask(chatId, text);
				expect(dataOf(parts, "data-answer")).toMatchObject({ state: "answered", error: null });
				const prompts = lastPrompts();
				const tokens = prompts.reduce((sum, prompt) => sum + o200k.count(prompt) + 8, SYSTEM_AND_TOOLS);
				expect(tokens).toBeLessThanOrEqual(Math.min(contextWindow, 32_000));
				const isLonger = prompts.slice(0, before.length).every((prompt, at) => prompt === before[at]);
				if (turn > 0 && !isLonger) restarts += 1;
				before = prompts;
				const opening = prompts.findIndex((prompt) => prompt.includes(OPENING));
				expect(opening).toBeGreaterThanOrEqual(0);
				// An answer must not be there without what it rests on.
				const all = prompts.join("\n");
				expect(all, `turn ${turn}`).toContain(turn === 0 ? DECISION : ref);
				if (contextWindow > 10_000) {
					for (const each of cited) expect(all, `turn ${turn}`).toContain(each);
					expect(all, `turn ${turn}`).toContain(DECISION);
				}
				const { citations = [] } = dataOf(parts, "data-answer") as { citations?: readonly { ref: string }[] };
				for (const citation of citations) cited.add(citation.ref);
			}
			console.log(`${contextWindow}: started again ${restarts} times in ${TURNS} turns`);
			expect(restarts).toBeGreaterThan(0);
			if (contextWindow > 100_000) expect(restarts).toBeLessThanOrEqual(3);
			// What only the block names can be cited again.
			bench.provider.answerWith(() => say(`It was the hinge [${ref}].`));
			const parts = await server.ask(chatId, LATE);
			expect(dataOf(parts, "data-answer").citations).toMatchObject([{ ref }]);
			await server.close();
		},
		240_000,
	);

	test("a tool that fills the window leaves what was cited", async () => {
		const contextWindow = 8_192;
		const { ref } = await bench.readEntity(DECISION);
		const server = await serveWindow(contextWindow);
		const chatId = await bench.createChat();
		bench.provider.answerWith(({ body }) => citeAndTalk(body as unknown as Body));
		for (const text of questionsOf(4)) await server.ask(chatId, text);
		let pass = 0;
		bench.provider.answerWith(() => {
			pass += 1;
			if (pass > 4) return say("Done.");
			// What a call says cannot be shortened, unlike what it returned.
			const input = { kind: "note", title: `Draft ${pass}`, body: "The crew drills again. ".repeat(200) };
			return [
				callTool({ id: `write${pass}`, name: "upsert_entity", input }),
				{ do: "end", reason: "tool-calls" },
			];
		});
		await server.ask(chatId, "Draft four notes.");
		const prompts = lastPrompts();
		expect(prompts[0]).toContain("Earlier messages of this conversation were left out for room.");
		expect(prompts[0]).toContain(CITED);
		expect(prompts[0]).toContain(ref);
		await server.close();
	}, 120_000);

	test("what may no longer be read is gone from it, and back with the right", async () => {
		const priya = await bench.served.credential(PRIYA);
		const server = await serveWindow(8_192);
		const chatId = await bench.createChat(priya);
		const { id, ref } = await bench.readEntity(DECISION);
		const ask = async (text: string, reply: string, focus?: string): Promise<string> => {
			bench.provider.answerWith(() => say(reply));
			await server.ask(chatId, text, priya, focus);
			return lastPrompts().join("\n");
		};
		await ask(EARLY, `Because of the pins [${ref}]. ${LONG_ANSWER}`);
		for (const text of questionsOf(4).slice(1)) await ask(text, LONG_ANSWER);
		const setVisibility = async (visibility: "private" | "inherit"): Promise<void> => {
			const maren = await bench.served.demo.as(MAREN);
			const { version } = await maren.reader.rows.get(id);
			await maren.writer.update({ id, version, patch: { visibility }, via: "test" });
		};
		await setVisibility("private");
		const without = await ask("And what does the wayleave need?", "A signature.");
		expect(without).not.toContain(DECISION);
		expect(without).not.toContain(ref);
		await setVisibility("inherit");
		// Another focus starts the prompt again.
		expect(await ask(LATE, "The pins.", "Priya Raghunathan")).toContain(ref);
		await server.close();
	}, 120_000);
});

test("[A21] what is recalled fits its room, whatever that is, and everything is named before anything gets a text", async () => {
	const { reader } = await bench.served.demo.as(MAREN);
	const nodes = [...reader.graph.nodes()].slice(0, 150);
	for (const cites of [1, 3, 20, 150]) {
		const branch = nodes.slice(0, cites).flatMap(({ id, ref, title }) => [
			{ role: "user" as const, text: `What of ${title}?`, details: {} },
			{
				role: "assistant" as const,
				text: "So [1].",
				details: { citations: [{ n: 1, id, ref, title }] } as never,
			},
		]);
		for (const tokens of [20, 60, 200, 440, 1_500, 6_000]) {
			const text = await recallCited({ reader, branch, shown: new Set(), tokenizer: o200k, tokens });
			expect(o200k.count(text), `${cites} in ${tokens}`).toBeLessThanOrEqual(tokens);
			const named = nodes.slice(0, cites).filter(({ ref }) => text.includes(ref)).length;
			const unnamed = Number(/and (\d+) more/.exec(text)?.[1] ?? 0);
			if (text !== "") expect(named + unnamed, `${cites} in ${tokens}`).toBeGreaterThanOrEqual(cites);
			if (tokens >= 30 * cites + 60) expect(unnamed).toBe(0);
			expect(await recallCited({ reader, branch, shown: new Set(), tokenizer: o200k, tokens })).toBe(text);
		}
	}
});
