import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./project.mjs";

/** PostgreSQL refuses to run as root, so root lends it to the first of these that exists. */
const LESSER_USERS = ["postgres", "nobody"];

/** @returns {{ uid: number, gid: number } | undefined} undefined: run as the present user */
function findLesserUser() {
	if (process.getuid?.() !== 0) return undefined;
	/** @param {string} flag @param {string} name */
	const ask = (flag, name) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
	for (const name of LESSER_USERS) {
		try {
			return { uid: ask("-u", name), gid: ask("-g", name) };
		} catch {}
	}
	throw new Error(`PostgreSQL does not run as root, and none of ${LESSER_USERS.join(", ")} exists`);
}

/** @returns {Promise<number>} */
async function findFreePort() {
	const probe = createServer().listen(0, "127.0.0.1");
	await once(probe, "listening");
	const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
	probe.close();
	await once(probe, "close");
	return port;
}

/** @param {import("node:child_process").ChildProcess} server */
async function waitUntilReady(server) {
	const lines = [];
	for await (const line of createInterface({
		input: /** @type {import("node:stream").Readable} */ (server.stderr),
	})) {
		lines.push(line);
		if (line.includes("ready to accept connections")) {
			server.stderr?.resume();
			return;
		}
	}
	throw new Error(`PostgreSQL did not start:\n${lines.join("\n")}`);
}

/**
 * Starts a throw-away PostgreSQL on a free loopback port, in a temporary folder that `stop` removes.
 * @param {string} programs the folder that holds `initdb` and `postgres`
 * @returns {Promise<{ readonly url: string, readonly version: string, stop(): Promise<void> }>}
 */
export async function startPostgres(programs) {
	const folder = mkdtempSync(join(tmpdir(), "skein-postgres-"));
	const user = findLesserUser();
	if (user) chownSync(folder, user.uid, user.gid);
	let bin = programs;
	if (user && programs.startsWith(root)) {
		// A checkout under a private home is closed to the lesser user.
		cpSync(dirname(programs), join(folder, "programs"), { recursive: true, verbatimSymlinks: true });
		bin = join(folder, "programs/bin");
	}
	const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: "C" } };
	const data = join(folder, "data");
	try {
		const create = ["-D", data, "-U", "skein", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
		execFileSync(join(bin, "initdb"), create, { ...options, stdio: "pipe" });
		const port = await findFreePort();
		const settings = {
			listen_addresses: "127.0.0.1",
			unix_socket_directories: "",
			fsync: "off",
			max_connections: "200",
		};
		const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
		const server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], {
			...options,
			stdio: ["ignore", "ignore", "pipe"],
		});
		const ended = once(server, "exit");
		await waitUntilReady(server);
		return {
			url: `postgres://skein@127.0.0.1:${port}/postgres`,
			version: execFileSync(join(bin, "postgres"), ["--version"], { ...options, encoding: "utf8" }).trim(),
			async stop() {
				// SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client to leave.
				server.kill("SIGINT");
				await ended;
				rmSync(folder, { recursive: true, force: true });
			},
		};
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
}
