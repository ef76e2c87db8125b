import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, say } from "./project.mjs";

const folder = join(root, ".cache");
const lock = join(folder, "prepare.lock");
const LONGEST_PREPARATION_MS = 15 * 60_000;

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/** @param {number} pid */
function isAlive(pid) {
	// A restarted container hands out the same process ids: an old lock may then name us, or a stranger.
	if (pid === process.pid || Date.now() - statSync(lock).mtimeMs > LONGEST_PREPARATION_MS) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: the process exists and belongs to somebody else.
		return codeOf(error) === "EPERM";
	}
}

/** @returns {boolean} whether this process now holds the lock */
function takeLock() {
	const claim = join(folder, `prepare.${process.pid}`);
	// Linked into place with its content: a lock created empty and filled later reads as a dead holder in between.
	writeFileSync(claim, String(process.pid));
	try {
		linkSync(claim, lock);
		return true;
	} catch (error) {
		if (codeOf(error) === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(claim, { force: true });
	}
}

/** @returns {number | undefined} the process that is at work; a lock left by a dead one is removed */
function findHolder() {
	try {
		const pid = Number(readFileSync(lock, "utf8"));
		if (isAlive(pid)) return pid;
		rmSync(lock, { force: true });
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
	}
	return undefined;
}

/**
 * One process of a checkout installs or builds at a time; the others wait for its result instead of
 * repeating it. A holder that died is passed over.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function holdLock(work) {
	mkdirSync(folder, { recursive: true });
	let announced = false;
	while (!takeLock()) {
		const holder = findHolder();
		if (holder === undefined) continue;
		if (!announced) say(`waiting for process ${holder}, which is preparing this checkout`);
		announced = true;
		await sleep(100);
	}
	try {
		return await work();
	} finally {
		rmSync(lock, { force: true });
	}
}
