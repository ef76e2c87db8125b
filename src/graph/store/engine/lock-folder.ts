import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, uptime } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StoreLockedError, StoreUnavailableError } from "../../model/errors.ts";
import { isRunning } from "./is-running.ts";

export interface FolderLock {
	/** Throws when this process was frozen so long that somebody else may have taken the folder. */
	readonly assertHeld: () => void;
	readonly release: () => Promise<void>;
}

interface Claim {
	readonly pid: number;
	/** Distinguishes a process from a later one with the same pid; null where the system does not say. */
	readonly startedAt: string | null;
	/** Within one scope pids mean the same processes; containers on one machine are different scopes. */
	readonly scope: string;
	readonly held: boolean;
}

const heartbeatMs = 5_000;
const foreignClaimExpiresMs = 30_000;
const attempts = 20;

/**
 * One process per data folder: two embedded engines on the same files lose acknowledged writes without an error.
 *
 * Each process first writes its own claim (a file made with O_EXCL), then looks at all others. Whoever writes
 * second sees the first, so two can never both hold the folder, and a stale claim is removed without a race.
 *
 * A claim of a live process never goes stale, however old its heartbeat: a holder that was stopped (SIGSTOP, a
 * laptop's sleep) keeps the folder and may write on. Only where a pid cannot be checked, in another container or
 * after a restart of the machine, does the heartbeat decide; a holder frozen that long finds its claim gone and
 * refuses to go on.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
	const claims = join(folder, "lock");
	await mkdir(claims, { recursive: true, mode: 0o700 });
	for (let attempt = 0; ; attempt++) {
		const mine = join(claims, `${process.pid}-${randomUUID()}.json`);
		await writeClaim(mine, false);
		const rival = await findLiveRival(claims, mine);
		if (rival === undefined) {
			await writeClaim(mine, true);
			return keepClaim(mine);
		}
		await rm(mine, { force: true });
		if (rival.held || attempt === attempts) throw new StoreLockedError(folder, rival.pid);
		// Two processes that start at the same moment see each other; unequal pauses let one of them through.
		await wait(10 + Math.random() * 40);
	}
}

async function writeClaim(path: string, held: boolean): Promise<void> {
	const claim: Claim = { pid: process.pid, startedAt: readStart(process.pid), scope: describeScope(), held };
	const draft = `${path}.draft`;
	await writeFile(draft, JSON.stringify(claim), { flag: "wx", mode: 0o600 });
	await rename(draft, path);
}

async function findLiveRival(claims: string, mine: string): Promise<Claim | undefined> {
	for (const file of await readdir(claims)) {
		const path = join(claims, file);
		if (path === mine) continue;
		const rival = await readClaim(path);
		if (rival === undefined) continue;
		if (rival !== "broken" && rival.live) return rival.claim;
		await rm(path, { force: true });
	}
	return undefined;
}

async function readClaim(path: string): Promise<{ claim: Claim; live: boolean } | "broken" | undefined> {
	try {
		const heartbeat = (await stat(path)).mtimeMs;
		if (path.endsWith(".draft")) {
			// Not a claim yet. Its writer lists the folder only after renaming it, and so will see ours.
			if (Date.now() - heartbeat > foreignClaimExpiresMs) await rm(path, { force: true });
			return undefined;
		}
		const claim = JSON.parse(await readFile(path, "utf8")) as Claim;
		return { claim, live: isLive(claim, heartbeat) };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		// Claims appear whole, so that half of one is what a power cut has left of a holder that is gone.
		if (error instanceof SyntaxError) return "broken";
		throw error;
	}
}

function isLive(claim: Claim, heartbeat: number): boolean {
	// A living holder goes by the present clock: a heartbeat from the future was written before the clock was set back.
	if (claim.scope !== describeScope()) return Math.abs(Date.now() - heartbeat) < foreignClaimExpiresMs;
	if (!isRunning(claim.pid)) return false;
	if (claim.startedAt !== null) return claim.startedAt === readStart(claim.pid);
	return heartbeat > Date.now() - uptime() * 1000;
}

function keepClaim(mine: string): FolderLock {
	let lastSeen = Date.now();
	const isFresh = (): boolean => {
		const passed = Date.now() - lastSeen;
		// A clock that was set back says nothing about how long this process was stopped.
		return passed >= 0 && passed < 2 * heartbeatMs;
	};
	const beat = setInterval(() => {
		const now = new Date();
		utimes(mine, now, now).then(
			() => {
				lastSeen = Date.now();
			},
			() => undefined,
		);
	}, heartbeatMs);
	beat.unref();
	return {
		assertHeld() {
			if (isFresh()) return;
			if (statSync(mine, { throwIfNoEntry: false }) === undefined) {
				throw new StoreUnavailableError(
					"This process lost its hold on the data folder while it was stopped. Start it again.",
				);
			}
			lastSeen = Date.now();
		},
		async release() {
			clearInterval(beat);
			await rm(mine, { force: true });
		},
	};
}

/** Fields 3 and 22, after the name, which may hold spaces and brackets. A killed process that nobody waits for holds nothing. */
function readStart(pid: number): string | null {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "utf8");
		const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
		return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
	} catch {
		return null;
	}
}

function describeScope(): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
	} catch {
		return hostname();
	}
}
