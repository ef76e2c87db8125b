import { constants } from "node:fs";
import { access, readdir, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { chooseEmbedder } from "../../../chat/models/choose-embedder.ts";
import type { Answer } from "../../../contract/frozen.ts";
import type { statusSchema } from "../../../contract/operation.ts";
import { SkeinError } from "../../../graph/model/errors.ts";
import type { EmbeddingCoverage } from "../../../graph/search/embed/embedding-index.ts";
import { printTimeLeft } from "../../../graph/search/embed/print-time-left.ts";
import type { EngineFacts } from "../../../graph/store/engine/db.ts";
import { type CommonOptions, dataFolderOf } from "../terminal/add-command.ts";
import type { ApiClient } from "./api-client.ts";
import { withClient } from "./open-client.ts";
import { openModels } from "./open-models.ts";
import { findServer, type ServerFile } from "./server-file.ts";

/** The result of one check. */
export interface Finding {
	readonly name: string;
	readonly state: "ok" | "warn" | "fail";
	readonly told: string;
	/** The next step for the person who reads the report. */
	readonly remedy?: string;
}

interface Diagnosis {
	readonly engine: EngineFacts;
	readonly model: { readonly id: string; readonly provider: string } | null;
	readonly workspaces: readonly {
		readonly name: string;
		readonly meaning: EmbeddingCoverage | null;
		readonly graph: { readonly bytes: number; readonly most_bytes: number; readonly in_memory: boolean };
	}[];
}

type Status = Answer<typeof statusSchema>;

const ok = (name: string, told: string): Finding => ({ name, state: "ok", told });
const warn = (name: string, told: string, remedy: string): Finding => ({ name, state: "warn", told, remedy });
const fail = (name: string, told: string, remedy: string): Finding => ({ name, state: "fail", told, remedy });

const MEGABYTE = 1_000_000;
const LITTLE_SPACE = 500 * MEGABYTE;
const OLDEST_POSTGRES = 15;
const OLDEST_NODE = [20, 19] as const;

/** Runs one check after the other and describes each result; a check that cannot run is a finding too. */
export async function* findTroubles(options: CommonOptions): AsyncGenerator<Finding> {
	yield checkNode(process.versions.node);
	const isEmbedded = options.databaseUrl === undefined;
	const server = isEmbedded ? await findServer(dataFolderOf(options)) : null;
	if (isEmbedded) yield await checkFolder(dataFolderOf(options));
	yield describeServer(server, isEmbedded);
	if (isEmbedded && (await isUnused(dataFolderOf(options)))) yield NO_STORE;
	else yield* await lookInside(options);
	if (server === null) yield await checkModel(options);
	yield checkEmbeddings();
}

/** A check must not create the store it looks for. */
const NO_STORE: Finding = {
	...ok("database", "none yet"),
	remedy: "skein start makes one with a demo in it, skein import one of your own.",
};

const isUnused = (folder: string): Promise<boolean> =>
	readdir(folder).then(
		(entries) => entries.length === 0,
		(error: NodeJS.ErrnoException) => error.code === "ENOENT",
	);

async function lookInside(options: CommonOptions): Promise<readonly Finding[]> {
	const findings: Finding[] = [];
	const begin = performance.now();
	try {
		await withClient(options, { whenEmpty: "refuse" }, async (client) => {
			for (const finding of await checkStore(client, performance.now() - begin)) findings.push(finding);
		});
	} catch (error) {
		const isEmpty = error instanceof SkeinError && error.code === "workspace_missing";
		findings.push(...(isEmpty ? await lookAtEmpty(options, begin) : [explainFailure(error)]));
	}
	return findings;
}

/** A workspace created here would be the first there is, and keep the next start from loading the demo. */
async function lookAtEmpty(options: CommonOptions, begin: number): Promise<readonly Finding[]> {
	const { openStore } = await import("./open-store.ts");
	const skein = await openStore(options);
	try {
		const engine = checkEngine(await skein.graph.store.engine(), performance.now() - begin);
		return [engine, { ...NO_STORE, name: "workspace" }];
	} finally {
		await skein.close();
	}
}

function checkNode(version: string): Finding {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
	return isNewEnough
		? ok("node", version)
		: fail("node", version, `Install Node ${OLDEST_NODE.join(".")} or newer.`);
}

async function checkFolder(folder: string): Promise<Finding> {
	const name = "data folder";
	const isThere = await stat(folder).then(
		(entry) => entry.isDirectory(),
		() => null,
	);
	if (isThere === false) return fail(name, `${folder} is no folder`, "Name a folder with --data.");
	const place = isThere ? folder : dirname(folder);
	const isWritable = await access(place, constants.W_OK).then(
		() => true,
		() => false,
	);
	if (!isWritable) {
		const remedy = `Give yourself the right to write to ${place}, or name another folder with --data.`;
		return fail(name, `${place} cannot be written`, remedy);
	}
	const { bavail, bsize } = await statfs(place);
	const free = bavail * bsize;
	const told = `${folder}${isThere ? "" : " (made at the first start)"}, ${Math.round(free / MEGABYTE)} MB free`;
	return free < LITTLE_SPACE ? warn(name, told, "Make room: a full disk stops all writing.") : ok(name, told);
}

function describeServer(server: ServerFile | null, isEmbedded: boolean): Finding {
	if (!isEmbedded) return ok("server", "not asked for: the database is used directly");
	return server
		? ok("server", `running at ${server.url}, process ${server.pid}`)
		: ok("server", "none is running; commands open the store themselves");
}

async function checkStore(client: ApiClient, opened: number): Promise<Finding[]> {
	const { engine, model, workspaces } = await client.get<Diagnosis>("/api/diagnosis");
	const { entities, set_aside } = await client.get<Status>("/api/status");
	return [
		checkEngine(engine, opened),
		ok("workspace", `${entities} entities you may read`),
		...describeSetAside(set_aside),
		...workspaces.flatMap((each) => [checkMeaning(each), checkGraph(each)]),
		...(model ? [describeModel(model)] : []),
	];
}

/** Names each entity: they exist, and no search finds them. */
const describeSetAside = (setAside: Status["set_aside"]): readonly Finding[] =>
	setAside.map(({ kind, title, ref }) =>
		warn(
			"set aside",
			`the ${kind} ${JSON.stringify(title)} [${ref}] cannot be read; all else works`,
			"skein repair reads it again, skein repair --trash moves it to the trash.",
		),
	);

function checkEngine({ engine, version, trigrams, schema, bytes }: EngineFacts, opened: number): Finding {
	const name = "database";
	const told = `${engine} ${version}, schema ${schema}, ${Math.round(bytes / MEGABYTE)} MB, open in ${Math.round(opened)} ms`;
	if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
		return fail(name, told, `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`);
	if (trigrams) return ok(name, told);
	return warn(name, told, "Without pg_trgm the search in SQL cannot be installed; all else works.");
}

function checkMeaning({ name, meaning }: Diagnosis["workspaces"][number]): Finding {
	const about = `meaning of "${name}"`;
	if (meaning === null) {
		const remedy = "Set SKEIN_EMBEDDINGS=local, or leave it out, to find things by meaning.";
		return warn("index", `${about}: off, search goes by words and connections`, remedy);
	}
	const { indexed, pending, failed, trouble, secondsLeft } = meaning;
	const told = `${about}: ${indexed} entities indexed, ${pending} to do${printTimeLeft(secondsLeft)}, ${failed} failed (${meaning.model})`;
	if (trouble !== undefined) return warn("index", told, trouble);
	if (failed > 0) return warn("index", told, "They are tried again at the next change of their text.");
	if (pending > 0) return warn("index", told, "They are indexed while a server runs: skein start.");
	return ok("index", told);
}

function checkGraph({ name, graph }: Diagnosis["workspaces"][number]): Finding {
	const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);
	const size = `${megabytes(graph.bytes)} MB ${graph.in_memory ? "in memory" : "once it is in memory"}`;
	const told = `graph of "${name}": ${size}, of ${megabytes(graph.most_bytes)} MB for all`;
	if (graph.bytes <= graph.most_bytes) return ok("graph", told);
	const remedy = `It is answered all the same, but every other workspace leaves memory for it. Set SKEIN_GRAPH_MB above ${megabytes(graph.bytes)} if the machine has as much.`;
	return warn("graph", told, remedy);
}

const describeModel = ({ provider, id }: { readonly provider: string; readonly id: string }): Finding =>
	ok("model", `answers are written by ${provider}:${id}`);

/** Checks the models of the installation; a workspace may have set up others for itself. */
async function checkModel(options: CommonOptions): Promise<Finding> {
	try {
		const model = (await openModels(options)).choose("");
		if (model) return describeModel(model);
		const remedy =
			"Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or set one up with skein models add; a local one takes --url.";
		return warn("model", "none: answers are quoted passages", remedy);
	} catch (error) {
		return { ...explainFailure(error), name: "model" };
	}
}

function checkEmbeddings(): Finding {
	try {
		const { embedder } = chooseEmbedder({ environment: process.env });
		return ok("embeddings", embedder ? embedder.id : "off");
	} catch (error) {
		return { ...explainFailure(error), name: "embeddings" };
	}
}

/** Our errors name the next step in their last sentences; others are shown as they are. */
function explainFailure(error: unknown): Finding {
	const message = error instanceof Error ? error.message : String(error);
	const [told = "", ...remedy] = error instanceof SkeinError ? message.split(/(?<=\.) /) : [message];
	return { name: "database", state: "fail", told, ...(remedy.length > 0 && { remedy: remedy.join(" ") }) };
}
