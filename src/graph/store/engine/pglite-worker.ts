import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { DurableNodeFS } from "./durable-node-fs.ts";
import type { WorkerReply, WorkerRequest } from "./pglite-session.ts";
import { PgliteStatements } from "./pglite-statements.ts";

/** A thread of its own: a long query would stop the process, and on a smaller stack deep input fails without an error. */
const { folder } = workerData as { folder: string };
const port = parentPort;
if (port === null) throw new Error("The embedded database runs only in a worker thread.");
const reply = (message: WorkerReply) => port.postMessage(message);

const files = folder === ":memory:" ? undefined : new DurableNodeFS(folder);
const engine = await openEngine();
const statements = new PgliteStatements(engine);
const readCrash = watchForCrashes(engine);
reply({ kind: "ready" });

port.on("message", async (request: WorkerRequest) => {
	// After a crash, the rest of the engine must not run the statements that were queued behind it.
	if (readCrash() !== undefined && request.kind === "run") return;
	try {
		if (request.kind === "close") {
			await engine.close();
			reply({ kind: "closed" });
			port.close();
			return;
		}
		const { command, columns, rows, changedRows } = statements.run(request.sql, request.parameters);
		const crash = readCrash();
		if (crash !== undefined || command === undefined) {
			reply({ kind: "crashed", message: String(crash ?? "A statement ended without an answer.") });
			return;
		}
		reply({
			kind: "result",
			...{ command, columns, rows, changedRows },
			walBytes: files?.walBytes ?? 0,
			fsyncs: files?.fsyncs ?? 0,
			memoryBytes: engine.Module.HEAPU8.byteLength,
		});
	} catch (error) {
		const crash = readCrash();
		if (crash !== undefined) reply({ kind: "crashed", message: String(crash) });
		else reply({ kind: "failed", error: describeError(error) });
	}
});

async function openEngine(): Promise<PGlite> {
	const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
	return PGlite.create({
		...(files === undefined ? { dataDir: "memory://" } : { fs: files }),
		// Without them, a database in which search by SQL was switched on could not be written any more.
		extensions: { btree_gin, pg_trgm },
		startParams: [...startParams, "-c", "wal_sync_method=fsync"],
		// Segments of 16 MB would make every new data folder, and every copy of one, a third larger.
		initDbStartParams: ["--wal-segsize=4"],
	});
}

/** PGlite swallows every exception that is no database error and reports success: an INSERT was acknowledged and stored nothing. */
function watchForCrashes(watched: PGlite): () => unknown {
	const ordinaryError = 100;
	const module = watched.Module;
	const runOnce = module._PostgresMainLoopOnce;
	let crash: unknown;
	module._PostgresMainLoopOnce = () => {
		try {
			runOnce();
		} catch (error) {
			if ((error as { status?: unknown }).status !== ordinaryError) crash ??= error;
			throw error;
		}
	};
	return () => crash;
}

function describeError(error: unknown): Extract<WorkerReply, { kind: "failed" }>["error"] {
	const { message, code, detail, hint, constraint, table, column } = error as Record<
		string,
		string | undefined
	>;
	return { message: message ?? String(error), code, detail, hint, constraint, table, column };
}
