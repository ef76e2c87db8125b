import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile, round } from "../src/evaluate/figures.ts";
import { findServer, type ServerFile } from "../src/serve/cli/client/server-file.ts";
import type { Bench, BenchFigures } from "./bench.ts";
import { withGraph } from "./load-workspace.ts";
import { Random } from "./random.ts";

const IN_FLIGHT = 200;
/** A fixed time: a slow or busy machine answers fewer requests in it instead of taking longer. */
const SENDING_SECONDS = 15;
const WARM_UP = 200;
const ONE_BY_ONE = 100;
const STARTS_WITHIN = 60_000;
const POLL = 100;

interface Sent {
	readonly ms: number;
	readonly status: number;
}

type Draw = () => readonly [method: string, path: string, body?: object];

/** Mixes the requests of people and their agents in a realistic proportion. */
function mixRequests(
	random: Random,
	nodes: readonly { readonly id: string; readonly title: string }[],
): Draw {
	const draws: readonly (readonly [share: number, draw: Draw])[] = [
		[0.3, () => ["GET", `/api/entities/${random.pick(nodes).id}`]],
		[0.2, () => ["POST", "/api/search", { query: random.pick(nodes).title, limit: 10 }]],
		[
			0.2,
			() => [
				"POST",
				"/api/context",
				{ query: random.pick(nodes).title, focus: { id: random.pick(nodes).id } },
			],
		],
		[0.2, () => ["GET", `/api/suggest?q=${encodeURIComponent(random.pick(nodes).title.slice(0, 3))}`]],
		[0.1, () => ["POST", "/api/entities", { kind: "note", title: `Written under load ${random.next()}` }]],
	];
	return () => {
		let left = random.next();
		const drawn = draws.find(([share]) => {
			left -= share;
			return left < 0;
		});
		return (drawn ?? draws[0] ?? [0, () => ["GET", "/api/me"] as const])[1]();
	};
}

async function startServer(folder: string): Promise<{ server: ServerFile; child: ChildProcess }> {
	const program = `import { main } from "${new URL("../src/serve/cli/main.js", import.meta.url).href}"; await main(process.argv.slice(1));`;
	const args = ["start", "--port", "0", "--no-demo", "--data", folder];
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program, ...args], {
		env: { ...process.env, SKEIN_EMBEDDINGS: "off", SKEIN_LOG: "off" },
		stdio: "ignore",
	});
	for (
		const begin = Date.now();
		child.exitCode === null && Date.now() - begin < STARTS_WITHIN;
		await sleep(POLL)
	) {
		const server = await findServer(folder);
		if (server) return { server, child };
	}
	child.kill();
	throw new Error("The server did not start in time.");
}

async function send({ url, token }: ServerFile, [method, path, body]: ReturnType<Draw>): Promise<Sent> {
	const begin = performance.now();
	const response = await fetch(url + path, {
		method,
		headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	}).catch(() => null);
	await response?.arrayBuffer().catch(() => undefined);
	return { ms: performance.now() - begin, status: response?.status ?? 0 };
}

/** Keeps this many requests running while there is more to send, and waits for all of them. */
async function sendWhile(
	goOn: () => boolean,
	inFlight: number,
	sendOne: () => Promise<Sent>,
): Promise<Sent[]> {
	const sent: Sent[] = [];
	const work = async (): Promise<void> => {
		while (goOn()) sent.push(await sendOne());
	};
	await Promise.all(Array.from({ length: inFlight }, work));
	return sent;
}

/** Returns a function that is true this many times. */
function countDown(count: number): () => boolean {
	let left = count;
	return () => {
		left -= 1;
		return left >= 0;
	};
}

async function readLag({ url, operatorKey }: ServerFile) {
	const response = await fetch(`${url}/api/diagnosis`, { headers: { "skein-operator": operatorKey } });
	return ((await response.json()) as { event_loop: { p50: number; p99: number; max: number } }).event_loop;
}

/** How a server in a process of its own handles many requests at once. */
export const benchServe: Bench = {
	name: "serve",
	about: `${SENDING_SECONDS} s with ${IN_FLIGHT} requests in flight against a server over the embedded store: reading, searching, building contexts, writing; before that, one by one`,
	async run(options): Promise<BenchFigures> {
		const { entities, seed, folder, onProgress } = options;
		const nodes = await withGraph(options, async (graph, principal) =>
			[...(await graph.openSession(principal)).reader.graph.nodes()].map(({ id, title }) => ({ id, title })),
		);
		onProgress("starting a server");
		const { server, child } = await startServer(join(folder, "data"));
		try {
			const draw = mixRequests(new Random(seed), nodes);
			const sendOne = (): Promise<Sent> => send(server, draw());
			onProgress("warming up");
			await sendWhile(countDown(WARM_UP), IN_FLIGHT, sendOne);
			onProgress("sending one by one");
			const alone = (await sendWhile(countDown(ONE_BY_ONE), 1, sendOne)).map(({ ms }) => ms);
			await readLag(server);
			onProgress(`sending, ${IN_FLIGHT} in flight`);
			const begin = performance.now();
			const end = begin + 1000 * SENDING_SECONDS;
			const sent = await sendWhile(() => performance.now() < end, IN_FLIGHT, sendOne);
			const seconds = (performance.now() - begin) / 1000;
			const lag = await readLag(server);
			const times = sent.map(({ ms }) => ms);
			return {
				entities,
				one_by_one_p50_ms: round(percentile(alone, 0.5)),
				one_by_one_p99_ms: round(percentile(alone, 0.99)),
				in_flight: IN_FLIGHT,
				requests: sent.length,
				dropped: sent.filter(({ status }) => status === 0).length,
				failed: sent.filter(({ status }) => status >= 400).length,
				per_second: round(sent.length / seconds),
				p50_ms: round(percentile(times, 0.5)),
				p95_ms: round(percentile(times, 0.95)),
				p99_ms: round(percentile(times, 0.99)),
				event_loop_p50_ms: lag.p50,
				event_loop_p99_ms: lag.p99,
				event_loop_max_ms: lag.max,
			};
		} finally {
			child.kill("SIGTERM");
			if (child.exitCode === null) await once(child, "close");
		}
	},
};
