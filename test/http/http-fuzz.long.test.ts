import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemSchema } from "../../src/serve/http/exchange/problem.ts";
import { deepen, drawJson, type JsonSchema, mutateJson, NAUGHTY } from "../support/draw-json.ts";
import { openFuzzBench } from "../support/fuzz-bench.ts";
import { SECRETS_OF_OURS } from "../support/http-caller.ts";
import { Random } from "../support/random.ts";
import type { ServedWorkbench } from "../support/serve-workbench.ts";

const REQUESTS = Math.ceil(2_500 * Number(process.env.SKEIN_TEST_FACTOR ?? 1));
const SEED = Number(process.env.SKEIN_TEST_SEED ?? 1);
const LONGEST_WAIT = 2_000;
/** A key is derived from a password by a second of a core's work, on purpose; changing one derives two. */
const LONGEST_PASSWORD_WAIT = 10_000;
const PASSWORD_ROUTE = /^(?:POST \/api\/session|PATCH \/api\/me)\b/;
const AT_ONCE = 8;
const SERVER_ERROR = 500;

interface Operation {
	readonly method: string;
	readonly path: string;
	readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
	readonly body: JsonSchema | undefined;
}

let served: ServedWorkbench;
let operations: readonly Operation[];
let schemas: Readonly<Record<string, JsonSchema>>;
let ids: readonly string[];
let tokens: readonly string[];

beforeAll(async () => {
	const fuzz = await openFuzzBench();
	served = fuzz.served;
	ids = [...fuzz.ids, served.bench.people.ben];
	tokens = [fuzz.tokens.session, fuzz.tokens.writing];
	const document = (await (await fetch(`${served.url}/api/openapi.json`)).json()) as {
		paths: Record<string, Record<string, { parameters?: Operation["parameters"]; requestBody?: unknown }>>;
		components: { schemas: Record<string, JsonSchema> };
	};
	schemas = document.components.schemas;
	operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
			...{ method: method.toUpperCase(), path, parameters },
			body: (requestBody as { content: Record<string, { schema: JsonSchema }> } | undefined)?.content[
				"application/json"
			]?.schema,
		})),
	);
}, 120_000);
afterAll(() => served?.close());

const HUGE = "x".repeat(6_500_000);
const draw = (schema: JsonSchema, random: Random): unknown => drawJson({ schema, random, schemas, ids });

interface Sent {
	readonly method: string;
	readonly path: string;
	readonly text: string | undefined;
	readonly headers: Readonly<Record<string, string>>;
}

function drawRequest(random: Random): Sent {
	const { method, path, parameters, body } = random.pick(operations);
	const drawText = (schema: JsonSchema): string => {
		const value = draw(schema, random);
		return typeof value === "string" ? value : JSON.stringify(value);
	};
	const encode = (text: string): string =>
		encodeURIComponent(text.slice(0, 4_000).replace(/\p{Surrogate}/gu, "?")) || "x";
	const filled = path.replaceAll(/\{(\w+)\}/g, () =>
		encode(random.chance(0.5) ? random.pick(ids) : random.pick(NAUGHTY)),
	);
	const query = parameters
		.filter((parameter) => parameter.in === "query" && random.chance(0.6))
		.map(({ name, schema }) => `${name}=${encode(drawText(schema))}`)
		.join("&");
	const value = body && draw(body, random);
	const text = drawText_();
	function drawText_(): string | undefined {
		if (body === undefined && !random.chance(0.05)) return undefined;
		if (random.chance(0.02))
			return random.pick([deepen(7_000), deepen(100_000), `{"query":"${HUGE}"}`, "{", "\u0000", '"\\ud800"']);
		return JSON.stringify(random.chance(0.5) ? value : mutateJson(value, random)) ?? "";
	}
	return {
		method,
		path: filled + (query && `?${query}`),
		text: method === "GET" ? undefined : text,
		headers: {
			authorization: `Bearer ${random.pick(tokens)}`,
			...(text !== undefined && { "content-type": random.chance(0.97) ? "application/json" : "text/plain" }),
			...(random.chance(0.1) && { "idempotency-key": random.pick(["k", "k2", "x".repeat(300), "a b"]) }),
			...(random.chance(0.1) && { "if-match": random.pick(['"1"', '"2"', "*", "soon", '"99999999999"']) }),
			...(random.chance(0.03) && { "skein-workspace": random.pick(["x", ...ids]) }),
		},
	};
}

interface Outcome {
	readonly status: number;
	readonly type: string;
	readonly text: string;
	readonly milliseconds: number;
}

function send({ method, path, text, headers }: Sent): Promise<Outcome> {
	const { hostname, port } = new URL(served.url);
	const begin = performance.now();
	return new Promise((resolve, reject) => {
		const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
			const chunks: Buffer[] = [];
			answer.on("data", (chunk: Buffer) => chunks.push(chunk));
			answer.on("end", () =>
				resolve({
					status: answer.statusCode ?? 0,
					type: answer.headers["content-type"] ?? "",
					text: Buffer.concat(chunks).toString("utf8"),
					milliseconds: performance.now() - begin,
				}),
			);
		});
		// Refused before it was all sent: a client that goes on sending into a closed connection gets an error of the
		// system.
		sent.on("error", (error: NodeJS.ErrnoException) =>
			["EPIPE", "ECONNRESET"].includes(error.code ?? "")
				? resolve({ status: 413, type: "", text: "", milliseconds: performance.now() - begin })
				: reject(error),
		);
		sent.on("socket", (socket) => socket.on("error", () => undefined));
		sent.end(text);
	});
}

describe("[P6] no input breaks it", () => {
	test(`${REQUESTS} requests, drawn from the document, mutated and hostile`, async () => {
		const random = new Random(SEED);
		const statuses = new Map<number, number>();
		const faults: object[] = [];
		const slow: object[] = [];
		const judge = (sent: Sent, { status, type, text, milliseconds }: Outcome): void => {
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
			const about = { request: `${sent.method} ${sent.path.slice(0, 300)}`, body: sent.text?.slice(0, 500) };
			// A model that is down or a server that stops are 503; nothing here is.
			if (status >= SERVER_ERROR) faults.push({ ...about, status, text });
			const longest = PASSWORD_ROUTE.test(about.request) ? LONGEST_PASSWORD_WAIT : LONGEST_WAIT;
			if (milliseconds > longest) slow.push({ ...about, milliseconds });
			if (status < 400 || text === "") return;
			if (!problemSchema.safeParse(JSON.parse(text)).success || type !== "application/problem+json") {
				faults.push({ ...about, unlike: text });
			}
			if (SECRETS_OF_OURS.test(JSON.stringify({ ...(JSON.parse(text) as object), current: undefined }))) {
				faults.push({ ...about, tells: text });
			}
		};
		for (let count = 0; count < REQUESTS; count += AT_ONCE) {
			const batch = random.list(AT_ONCE, () => drawRequest(random));
			const outcomes = await Promise.all(batch.map(send));
			for (const [index, outcome] of outcomes.entries()) {
				const sent = batch[index] as Sent;
				// Another load on the machine may delay any request once; a request that hangs, hangs again.
				judge(sent, outcome.milliseconds > LONGEST_WAIT ? await send(sent) : outcome);
			}
		}
		console.log(`fuzzed: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, slow: ${slow.length}`);
		expect(faults.slice(0, 5)).toEqual([]);
		expect(slow.slice(0, 5)).toEqual([]);
		// It must have come through the first check often enough to have tried what lies behind.
		expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(REQUESTS / 10);
		expect((await fetch(`${served.url}/api/ready`)).status).toBe(200);
	}, 900_000);
});
