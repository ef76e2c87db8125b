import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import pino from "pino";
import type { Graph } from "../../../graph/graph.ts";
import { printTimeLeft } from "../../../graph/search/embed/print-time-left.ts";
import { SERVER_SESSION } from "../../../graph/store/people/credentials.ts";
import { removePassingFolders } from "../../../graph/transfer/files/passing-folder.ts";
import { createApp } from "../../http/create-app.ts";
import { describeHttpFailure } from "../../http/exchange/describe-http-failure.ts";
import { DEFAULT_LIMITS } from "../../http/exchange/limit-requests.ts";
import type { RequestLog } from "../../http/exchange/observe-requests.ts";
import { serveHttp } from "../../http/serve-http.ts";
import { createMcpHttp } from "../../mcp/create-mcp-http.ts";
import { chooseWorkspace } from "../client/open-local.ts";
import { openModels } from "../client/open-models.ts";
import { openStore } from "../client/open-store.ts";
import { removeServerFile, writeServerFile } from "../client/server-file.ts";
import { type CommonOptions, dataFolderOf } from "../terminal/add-command.ts";
import { colors, complain, print, talk } from "../terminal/talk.ts";
import { VERSION } from "../terminal/version.ts";

export interface StartOptions extends CommonOptions {
	readonly port: number;
	readonly host: string;
	readonly allowHost?: readonly string[];
	readonly rateLimit?: number;
	readonly demo: boolean;
}

const SIGN_IN_SECONDS = 86_400;
const KEY_BYTES = 32;
/** A service manager kills a process that has not ended after ten seconds. */
const LONGEST_STOP = 9_000;
const LOOPBACK = /^(?:localhost|127\.[\d.]+|::1)$/;

/** Resolves when the process is asked to stop; ends it by force when stopping takes too long. */
function untilAskedToStop(stop: () => Promise<void>): Promise<void> {
	return new Promise((resolve) => {
		closeWithGrace({ delay: LONGEST_STOP, logger: false }, async ({ err }) => {
			if (err) complain(err.stack ?? err.message);
			await stop();
			resolve();
			if (err) process.exitCode = 1;
		});
	});
}

/** Logged without its message, which may quote the request. */
const reportFailure = (error: unknown): void =>
	complain(`mcp: ${JSON.stringify(describeHttpFailure(error))}`);

const nameHost = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** Serves until it is asked to stop; then ends the running answers, stores them, and closes. */
export async function startServer(options: StartOptions): Promise<void> {
	const dataFolder = dataFolderOf(options);
	await mkdir(dataFolder, { recursive: true, mode: 0o700 });
	const left = await removePassingFolders();
	if (left.length > 0) talk(`removed ${left.length} folders of a server that was killed`);
	const skein = await openStore(options, await openModels(options));
	const { graph, conversations, imports, sources } = skein;
	graph.startIndexing();
	try {
		const workspace = await chooseWorkspace(skein, {
			workspace: options.workspace,
			whenEmpty: options.demo ? "demo" : "own",
		});
		const { accountId } = await skein.principal(workspace.id, options.as);
		const mcp = createMcpHttp({ graph: skein.graph, version: VERSION, onUnexpected: reportFailure });
		const operatorKey = randomBytes(KEY_BYTES).toString("base64url");
		let isStopping = false;
		const webFolder = fileURLToPath(new URL("../../../web", import.meta.url));
		const { rateLimit } = options;
		const app = createApp({
			...{ graph, conversations, imports, sources, operatorKey, version: VERSION },
			mcp: mcp.handle,
			isStopping: () => isStopping,
			isLocal: LOOPBACK.test(options.host),
			readLag: watchEventLoop(),
			log: openRequestLog(process.env.SKEIN_LOG),
			allowedHosts: [options.host, ...(options.allowHost ?? [])].map(nameHost),
			...(rateLimit !== undefined && {
				limits: { ...DEFAULT_LIMITS, perAddress: rateLimit, perUser: rateLimit },
			}),
			...(existsSync(webFolder) && { webFolder }),
		});
		const server = await serveHttp(app, options);
		const { credentials } = skein.graph.store;
		const owner = { workspaceId: workspace.id, accountId, mode: "write" } as const;
		const { id: sessionId, token } = await credentials.create({
			...{ ...owner, purpose: "session", name: SERVER_SESSION },
		});
		await writeServerFile(dataFolder, { url: server.url, pid: process.pid, token, operatorKey });
		print(`listening on ${server.url}`);
		if (LOOPBACK.test(options.host)) {
			const link = { purpose: "sign_in", lifetimeSeconds: SIGN_IN_SECONDS } as const;
			const signIn = await credentials.create({ ...owner, ...link });
			print(`sign in at ${colors.bold(`${server.url}/signin?token=${signIn.token}`)}`);
		} else talk("sign in by password; set one with: skein user password");
		const model = skein.models.choose(workspace.id);
		talk(
			model
				? `answers are written by ${model.provider}:${model.id}`
				: "no language model is configured: answers are quoted passages",
		);

		const stopShowing = showIndexing(skein.graph, workspace.id);
		await untilAskedToStop(async () => {
			isStopping = true;
			stopShowing();
			talk("stopping");
			await removeServerFile(dataFolder);
			await skein.stopWork();
			await mcp.close();
			await server.close();
			await credentials.revoke(workspace.id, sessionId);
			await skein.close();
		});
	} catch (error) {
		await skein.close();
		throw error;
	}
}

const SERVER_ERROR = 500;

/**
 * Opens the log of requests: none but for failures, on standard error (`stderr`), or in a file. A failure is always
 * logged; otherwise the operator of the server would never learn of it.
 */
function openRequestLog(place: string | undefined): RequestLog {
	const isEverything = place !== undefined && place !== "" && place !== "off";
	const destination =
		isEverything && place !== "stderr" ? { dest: place, mkdir: true, mode: 0o600 } : { dest: 2 };
	const log = pino(
		{ base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
		pino.destination({ ...destination, sync: true }),
	);
	return (record) => {
		const isFailure = record.failure !== undefined || record.status > SERVER_ERROR;
		if (record.failure !== undefined) log.error(record);
		else if (isEverything) log[isFailure ? "warn" : "info"](record);
	};
}

const RESOLUTION = 10;
const NANOSECONDS = 1e6;

/** Returns a function that measures how late timers fired since its last call, in milliseconds. */
function watchEventLoop() {
	const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
	histogram.enable();
	// The timer fires that late even when nothing else is running.
	const lateness = (nanoseconds: number): number =>
		Math.max(0, Math.round((nanoseconds / NANOSECONDS - RESOLUTION) * 10) / 10);
	return () => {
		const lag = {
			p50: lateness(histogram.percentile(50)),
			p99: lateness(histogram.percentile(99)),
			max: lateness(histogram.max),
		};
		histogram.reset();
		return lag;
	};
}

const SHOWN_EVERY_MS = 5_000;

/**
 * Shows in the terminal how far the embedding of texts has come, while there is something to embed: a new workspace, or
 * a new model, takes minutes, and without this line search would simply look bad. Returns a function that stops it.
 */
function showIndexing(graph: Graph, workspaceId: string): () => void {
	let shown = "";
	const show = async (): Promise<void> => {
		const progress = await graph.indexingProgress(workspaceId);
		if (progress === null) return;
		const { indexed, pending, failed, model, servedBy, trouble, reasons, secondsLeft } = progress;
		const all = indexed + pending + failed;
		const meanwhile = servedBy === model ? "" : `; meanwhile ${servedBy} answers`;
		const what = trouble
			? `search by meaning waits, words and connections answer: ${trouble}`
			: pending > 0
				? `indexing for search by meaning (${model}): ${indexed} of ${all}${printTimeLeft(secondsLeft)}${meanwhile}`
				: failed > 0
					? `search by meaning: ${failed} of ${all} could not be indexed: ${reasons[0]?.reason ?? ""}`
					: shown && `search by meaning: all ${all} indexed`;
		if (what !== shown) talk(what);
		shown = what;
	};
	// A failure here is the store's, and the next call to the store reports it.
	const timer = setInterval(() => void show().catch(() => undefined), SHOWN_EVERY_MS);
	timer.unref();
	return () => clearInterval(timer);
}
