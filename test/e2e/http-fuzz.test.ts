import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemSchema } from "../../src/serve/http/problem.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { Random } from "../support/random.ts";
import { SECRETS_OF_OURS } from "./http-caller.ts";
import { type ServedWorkbench, serveWorkbench } from "./serve-workbench.ts";

const REQUESTS = Math.ceil(2_500 * Number(process.env.SKEIN_TEST_FACTOR ?? 1));
const SEED = Number(process.env.SKEIN_TEST_SEED ?? 1);
const LONGEST_WAIT = 2_000;
const AT_ONCE = 8;
const SERVER_ERROR = 500;

interface JsonSchema {
	readonly type?: string | readonly string[];
	readonly $ref?: string;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly items?: JsonSchema;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly anyOf?: readonly JsonSchema[];
	readonly oneOf?: readonly JsonSchema[];
	readonly minimum?: number;
	readonly maximum?: number;
}

interface Operation {
	readonly method: string;
	readonly path: string;
	readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
	readonly body: JsonSchema | undefined;
}

let served: ServedWorkbench;
let operations: readonly Operation[];
let schemas: Readonly<Record<string, JsonSchema>>;
let ids: string[];
let tokens: string[];

beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase(), {
		// A password is meant to cost time; that it may be tried only so often is part of what is tested.
		limits: { perAddress: 1e9, perUser: 1e9, signIns: 10 },
	});
	const { bench } = served;
	const project = await bench.project("Bridge");
	const { writer } = await bench.as("ada");
	const made = await Promise.all(
		["task", "goal", "note", "plan"].map((kind) =>
			writer.create({ kind, title: `Some ${kind}`, project_id: project, body: "One.\n\nTwo." }, "test"),
		),
	);
	ids = [project, ...made.flatMap(({ id, ref }) => [id, ref]), bench.people.ben];
	const { credentials } = bench.graph.store;
	const owner = { workspaceId: bench.workspaceId, accountId: bench.people.ada, mode: "write" } as const;
	tokens = [
		(await credentials.create({ ...owner, purpose: "session" })).token,
		(await credentials.create({ ...owner, purpose: "token" })).token,
	];
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

const NAUGHTY: readonly string[] = [
	...["", " ", "\u0000", "\ud800", "\udfff x", "__proto__", "constructor", "null", "undefined", "NaN"],
	...["'; DROP TABLE entity; --", "%", "_", "\\", "%00", "../../etc/passwd", "<script>alert(1)</script>"],
	...["{{7*7}}", "$" + "{1}", "$&", "$'", "#{x}"],
	...[
		"\u202e\u2066right to left",
		"🏴󠁧󠁢󠁥󠁮󠁧󠁿👩‍👩‍👧",
		"İıß",
		"Ω".repeat(400),
		"a".repeat(10_000),
		"[[[[",
		"@".repeat(50),
	],
	...["-1", "1e400", "0x10", "9007199254740993", "2026-02-31", "0000-01-01", "99999-01-01T00:00:00Z"],
	...['{"a":', "FROM x SELECT", "(((((((((", "task:\n\n", "\r\nset-cookie: x=1", "\u2028"],
];

const HUGE = "x".repeat(6_500_000);
const deepen = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

/** A value of the shape the document asks for; now and then with something naughty in it. */
function draw(schema: JsonSchema, random: Random, depth = 0): unknown {
	if (schema.$ref) return draw(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, random, depth);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return random.pick(schema.enum);
	const variants = schema.anyOf ?? schema.oneOf;
	if (variants) return draw(random.pick(variants), random, depth);
	const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type;
	switch (type) {
		case "string":
			return random.chance(0.35) ? random.pick(NAUGHTY) : random.chance(0.6) ? random.pick(ids) : "Some task";
		case "integer":
		case "number":
			return random.chance(0.2)
				? random.pick([-1, 0, 1e308, -0.5, 2 ** 53, Number.MAX_SAFE_INTEGER])
				: random.between(Math.max(schema.minimum ?? 0, -1_000), Math.min(schema.maximum ?? 9, 1_000));
		case "boolean":
			return random.chance(0.5);
		case "null":
			return null;
		case "array":
			return depth > 5
				? []
				: random.list(random.between(0, 3), () => draw(schema.items ?? {}, random, depth + 1));
		case "object": {
			const entries = Object.entries(schema.properties ?? {})
				.filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
				.map(([name, property]) => [name, draw(property, random, depth + 1)]);
			return Object.fromEntries(entries);
		}
		default:
			return random.pick<unknown>(["x", 7, true, null, [], { a: { b: [1] } }, random.pick(NAUGHTY)]);
	}
}

/** Breaks a well-formed body somewhere. */
function mutate(value: unknown, random: Random): unknown {
	if (random.chance(0.15))
		return random.pick<unknown>([null, [], 7, "text", true, { [random.pick(NAUGHTY)]: 1 }]);
	if (Array.isArray(value)) return value.map((entry) => mutate(entry, random));
	if (value === null || typeof value !== "object") {
		return random.chance(0.3) ? random.pick<unknown>([...NAUGHTY, 1e308, -1, null, {}]) : value;
	}
	const entries = Object.entries(value).filter(() => !random.chance(0.1));
	if (random.chance(0.2)) entries.push([random.pick(["__proto__", "toString", "x", "constructor"]), 1]);
	return Object.fromEntries(entries.map(([key, entry]) => [key, mutate(entry, random)]));
}

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
		return JSON.stringify(random.chance(0.5) ? value : mutate(value, random)) ?? "";
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
		// Refused before it was all sent: whoever sends on into a closed connection is told by the system.
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
			if (milliseconds > LONGEST_WAIT) slow.push({ ...about, milliseconds });
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
			for (const [index, outcome] of outcomes.entries()) judge(batch[index] as Sent, outcome);
		}
		console.log(`fuzzed: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, slow: ${slow.length}`);
		expect(faults.slice(0, 5)).toEqual([]);
		expect(slow.slice(0, 5)).toEqual([]);
		// It must have come through the first check often enough to have tried what lies behind.
		expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(REQUESTS / 10);
		expect((await fetch(`${served.url}/api/ready`)).status).toBe(200);
	}, 300_000);
});
