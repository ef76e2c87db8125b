import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { HOSTILE_TEXTS } from "../../bench/hostile-texts.ts";
import { ALL_TOOLS } from "../../src/chat/tools/all-tools.ts";
import { SHIPPED_SOURCES } from "../../src/graph/transfer/source-list.ts";
import { drawJson, type JsonSchema } from "../support/draw-json.ts";
import { type HostileStage, openHostileStage } from "../support/hostile-stage.ts";
import { Random } from "../support/random.ts";
import { watchTurns } from "../support/watch-turns.ts";

const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);
const CALLS = Math.ceil(800 * FACTOR);
/** Milliseconds; 800 calls take 10 to 30 seconds. */
const LONGEST_RUN = 600_000 * Math.max(1, FACTOR);
const SEED = Number(process.env.SKEIN_TEST_SEED ?? 1);
const AT_ONCE = 4;
/** Then the server is started again, and another workspace takes the next ones. */
const CALLS_PER_WORKSPACE = 800;
/** Of processor time in one turn of the event loop, in which nobody else is answered. */
const LONGEST_TURN = 1_000;
const LONGEST_WAIT = 60_000;
const SERVER_ERROR = 500;
const UNAUTHENTICATED = 401;
const MOST_KNOWN = 60;
/** Ends the session that the others are sent with. */
const SIGNS_OUT = /^(?:DELETE \/api\/session|PATCH \/api\/me|POST \/api\/session)$/;

interface Operation {
	readonly method: string;
	readonly path: string;
	readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
	readonly body: JsonSchema | undefined;
}

interface Call {
	readonly name: string;
	readonly path: string;
	readonly init: RequestInit;
}

const TOOLS: readonly (readonly [string, JsonSchema])[] = ALL_TOOLS.map(({ name, input }) => [
	name,
	z.toJSONSchema(input, { io: "input" }) as JsonSchema,
]);

let stage: HostileStage;
let token: string;
let operations: readonly Operation[];
let schemas: Readonly<Record<string, JsonSchema>>;
/** Ids made on the way: the next calls are about those. */
const known: string[] = [];

afterEach(() => stage?.close());

async function openWorkspace(): Promise<void> {
	stage = await openHostileStage();
	token = await stage.signIn();
	const { bench } = stage.served;
	const project = await bench.project("Bridge");
	const task = await bench.create("ada", {
		kind: "task",
		title: "Some task",
		project_id: project,
		body: "One.",
	});
	known.splice(0, known.length, project, task.id, task.ref);
	const document = (await (await fetch(`${stage.served.url}/api/openapi.json`)).json()) as {
		paths: Record<string, Record<string, { parameters?: Operation["parameters"]; requestBody?: unknown }>>;
		components: { schemas: Record<string, JsonSchema> };
	};
	schemas = document.components.schemas;
	operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([method]) => !SIGNS_OUT.test(`${method.toUpperCase()} ${path}`))
			.map(([method, { parameters = [], requestBody }]) => ({
				...{ method: method.toUpperCase(), path, parameters },
				body: (requestBody as { content: Record<string, { schema: JsonSchema }> } | undefined)?.content[
					"application/json"
				]?.schema,
			})),
	);
}

/** Most are short enough for a title; some fill a page, a few a book. */
function drawText(random: Random): string {
	const length = random.pick([8, 60, 400, 400, 2_000, 2_000, 20_000, 20_000, 100_000, 300_000]);
	const text = random.pick(HOSTILE_TEXTS).write(length);
	const whole = random.chance(0.2) ? `${text}\n\n${random.pick(HOSTILE_TEXTS).write(length)}` : text;
	// Text that cannot be stored is refused at once; now and then is enough.
	return random.chance(0.9) ? whole.replace(/\p{Surrogate}|\0/gu, "?") : whole;
}

const NAMES = new Set(["title", "name", "kind", "rel", "label", "q", "type_key"]);
const LONGEST_NAME = 400;

/** Names are short, or nearly everything would be refused at the first check. */
function shortenNames(value: unknown, key = ""): unknown {
	if (typeof value === "string") return NAMES.has(key) ? value.slice(0, LONGEST_NAME) : value;
	if (Array.isArray(value)) return value.map((entry) => shortenNames(entry, key));
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shortenNames(entry, name)]));
}

const draw = (schema: JsonSchema, random: Random): unknown =>
	shortenNames(drawJson({ schema, random, schemas, ids: known, drawText }));

const json = (method: string, body: unknown): RequestInit => ({
	method,
	headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
	...(body !== undefined && { body: JSON.stringify(body) }),
});

function drawRoute(random: Random): Call {
	const { method, path, parameters, body } = random.pick(operations);
	const encode = (text: string): string =>
		encodeURIComponent(text.slice(0, 2_000).replace(/\p{Surrogate}/gu, "?")) || "x";
	const filled = path.replaceAll(/\{(\w+)\}/g, () =>
		encode(random.chance(0.85) ? random.pick(known) : drawText(random)),
	);
	const query = parameters
		.filter((parameter) => parameter.in === "query" && random.chance(0.5))
		.map(({ name, schema }) => {
			const value = draw(schema, random);
			return `${name}=${encode(typeof value === "string" ? value : JSON.stringify(value))}`;
		})
		.join("&");
	const sent = method === "GET" || body === undefined ? undefined : draw(body, random);
	return { name: `${method} ${path}`, path: filled + (query && `?${query}`), init: json(method, sent) };
}

/** A whole text under a title, which is then what the other calls are about. */
function drawWrite(random: Random): Call {
	const kind = random.pick(["document", "note", "page", "task", "decision"]);
	const title = drawText(random).slice(0, LONGEST_NAME) || "x";
	return {
		name: "POST /api/entities",
		path: "/api/entities",
		init: json("POST", {
			kind,
			title,
			body: drawText(random),
			description: drawText(random).slice(0, 20_000),
		}),
	};
}

function drawTool(random: Random): Call {
	const [name, schema] = random.pick(TOOLS);
	const input = draw(schema, random);
	if (random.chance(0.5))
		return { name: `tool ${name}`, path: `/api/tools/${name}`, init: json("POST", input) };
	const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
	return { name: `mcp ${name}`, path: "/mcp?toolset=all", init: json("POST", message) };
}

function drawUpload(random: Random): Call {
	const extension = random.pick(["md", "csv", "json", "jsonl", "zip"]);
	return {
		name: "POST /api/uploads",
		path: `/api/uploads?name=x.${extension}`,
		init: { method: "POST", body: drawText(random), headers: { "content-type": "application/octet-stream" } },
	};
}

const drawImport = (random: Random): Call => ({
	name: "POST /api/imports",
	path: "/api/imports",
	init: json("POST", {
		source: random.pick(SHIPPED_SOURCES.names),
		upload: random.pick(known),
		dry_run: random.chance(0.5),
	}),
});

function drawCall(random: Random): Call {
	const draws = [drawRoute, drawRoute, drawRoute, drawRoute, drawTool, drawTool, drawTool, drawWrite];
	return random.chance(0.04) ? random.pick([drawUpload, drawImport])(random) : random.pick(draws)(random);
}

interface Outcome {
	readonly status: number;
	readonly text: string;
}

async function send({ path, init }: Call): Promise<Outcome> {
	const response = await fetch(stage.served.url + path, {
		...init,
		headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
		signal: AbortSignal.timeout(LONGEST_WAIT),
		redirect: "manual",
	});
	return { status: response.status, text: await response.text() };
}

/** The ids of what an answer says was made. */
function learn({ status, text }: Outcome): void {
	if (status !== 201 && status !== 202) return;
	const [id] = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/.exec(text) ?? [];
	if (id !== undefined) known.push(id);
	if (known.length > MOST_KNOWN) known.splice(3, 1);
}

const isBroken = ({ status, text }: Outcome): boolean =>
	status >= SERVER_ERROR || /"code":"internal"|"code":-32603/.test(text);

interface Figures {
	readonly statuses: Map<number, number>;
	readonly faults: object[];
	longest: number;
}

/** A few calls at a time, all of them answered before the next ones are sent. */
async function sendBatch(random: Random, figures: Figures): Promise<void> {
	const { statuses, faults } = figures;
	const batch = random.list(AT_ONCE, () => drawCall(random));
	const turns = watchTurns();
	const outcomes = await Promise.all(
		batch.map((call) => send(call).catch((error: Error): Outcome => ({ status: 599, text: error.message }))),
	);
	turns.stop();
	figures.longest = Math.max(figures.longest, turns.longest());
	if (turns.longest() > LONGEST_TURN) {
		const calls = batch.map(({ name, path, init }) => `${name} ${path.slice(0, 80)} ${describe(init)}`);
		faults.push({ turn: turns.longest(), calls });
	}
	for (const [index, outcome] of outcomes.entries()) {
		const { name, path, init } = batch[index] as Call;
		statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
		learn(outcome);
		if (isBroken(outcome)) faults.push({ name, path: path.slice(0, 200), sent: describe(init), ...outcome });
	}
	if (outcomes.some(({ status }) => status === UNAUTHENTICATED)) token = await stage.signIn();
}

/** Compares the answers of another server on the same workspace. */
async function checkRestart(): Promise<void> {
	const again = await stage.restart();
	for (const path of ["/api/ready", "/api/status", "/api/entities", "/api/suggestions", "/api/changes"]) {
		const response = await again.call(path);
		expect({ path, status: response.status }).toEqual({ path, status: 200 });
	}
	const { set_aside } = (await (await again.call("/api/status")).json()) as { set_aside: readonly object[] };
	expect(set_aside).toEqual([]);
	await stage.close();
}

test(`[P23] ${CALLS} calls of every route and tool with hostile texts: no error of ours, nobody kept waiting, and a restart answers`, {
	timeout: LONGEST_RUN,
}, async () => {
	const random = new Random(SEED);
	const figures: Figures = { statuses: new Map(), faults: [], longest: 0 };
	for (let count = 0; count < CALLS; ) {
		await openWorkspace();
		const end = Math.min(CALLS, count + CALLS_PER_WORKSPACE);
		for (; count < end; count += AT_ONCE) await sendBatch(random, figures);
		await checkRestart();
		const { statuses, faults, longest } = figures;
		const told = JSON.stringify(Object.fromEntries([...statuses].sort()));
		console.log(`${count} hostile calls: ${told}, longest turn ${Math.round(longest)} ms`);
		expect(faults.slice(0, 5)).toEqual([]);
	}
	const done = (figures.statuses.get(200) ?? 0) + (figures.statuses.get(201) ?? 0);
	// It must have come through the first check often enough to have tried what lies behind.
	expect(done).toBeGreaterThan(CALLS / 5);
});

const describe = ({ body }: RequestInit): string => {
	const text = typeof body === "string" ? body : "";
	return `${text.length}: ${text.slice(0, 200)}`;
};
