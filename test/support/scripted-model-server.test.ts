import { afterEach, beforeEach, expect, test } from "vitest";
import { type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.ts";

let server: ScriptedModelServer;
beforeEach(async () => {
	server = await startScriptedModelServer();
});
afterEach(() => server.close());

test("embeds texts the same way every time, near each other when they share words", async () => {
	const response = await post("/embeddings", {
		model: "small",
		input: ["harbour wall repair", "repair of the harbour wall", "payroll in April"],
	});
	const { data } = (await response.json()) as { data: { index: number; embedding: number[] }[] };
	expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
	const [first = [], near = [], far = []] = data.map(({ embedding }) => embedding);
	expect(cosine(first, first)).toBeCloseTo(1);
	expect(cosine(first, near)).toBeGreaterThan(cosine(first, far) + 0.3);

	const again = await post("/embeddings", { model: "small", input: "harbour wall repair" });
	expect(await again.json()).toMatchObject({ data: [{ embedding: first }] });
});

test("embeddings fail when the script says so", async () => {
	server.answerWith(() => [{ do: "status", status: 503, headers: { "retry-after": "1" } }]);
	const response = await post("/embeddings", { model: "small", input: "a" });
	expect(response.status).toBe(503);
	expect(response.headers.get("retry-after")).toBe("1");
});

test("a request that the script did not expect is refused, and recorded all the same", async () => {
	const response = await post("/chat/completions", { model: "m", messages: [] });
	expect(response.status).toBe(400);
	expect(await response.text()).toContain("no reply left");
	expect(server.requests).toMatchObject([{ path: "/v1/chat/completions", body: { model: "m" } }]);
});

test("records headers, but none that carry a secret", async () => {
	await post(
		"/chat/completions",
		{},
		{ authorization: "Bearer secret", "x-api-key": "secret", "x-trace": "kept" },
	);
	expect(server.requests[0]?.headers).toMatchObject({ "x-trace": "kept" });
	expect(JSON.stringify(server.requests[0])).not.toContain("secret");
});

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
	return fetch(server.url + path, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify(body),
	});
}

function cosine(a: readonly number[], b: readonly number[]): number {
	return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
