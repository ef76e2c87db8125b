import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseModel } from "../support/choose-model.ts";
import { type ScriptAction, say } from "../support/model-script.ts";
import { NOW } from "../support/open-demo.ts";
import { collectTurn, dataOf, textOf } from "../support/read-turn.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

const CHATS = 200;
const PIECES = 10;

let provider: ScriptedModelServer;
let served: ServedDemo;
let token: string;

beforeAll(async () => {
	provider = await startScriptedModelServer();
	const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: provider.url };
	served = await serveDemo({ model: chooseModel({ environment, patience: { retries: 0 } }) });
	token = await served.credential("maren@rillmark.example");
});
afterAll(async () => {
	await served?.close();
	await provider?.close();
});

const send = (path: string, body: object): Promise<Response> =>
	fetch(served.url + path, {
		method: "POST",
		headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
		body: JSON.stringify(body),
	});

async function converse(number: number): Promise<string> {
	const chat = (await (await send("/api/chats", {})).json()) as { id: string };
	const response = await send(`/api/chats/${chat.id}/messages`, { text: `Question ${number}`, now: NOW });
	const parts = await collectTurn(response);
	expect(dataOf(parts, "data-answer"), `chat ${number}`).toMatchObject({ state: "answered" });
	return textOf(parts);
}

test("[P16] two hundred answers that stream at the same time all arrive, each whole and its own", {
	timeout: 300_000,
}, async () => {
	provider.answerWith(({ body }) => {
		const number = /User Query: Question (\d+)/.exec(JSON.stringify(body))?.[1];
		return Array.from({ length: PIECES }, (_, piece): readonly ScriptAction[] => [
			...say(`${number}.${piece} `),
			{ do: "wait", milliseconds: 20 },
		]).flat();
	});
	const answers = await Promise.all(Array.from({ length: CHATS }, (_, number) => converse(number)));
	for (const [number, answer] of answers.entries()) {
		expect(answer).toBe(Array.from({ length: PIECES }, (_, piece) => `${number}.${piece} `).join(""));
	}
});
